import type { FieldError } from '../../../../domain/errors.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { ADJUSTMENT_FIELDS, PLACEMENT_FIELDS } from '../../../../domain/placements/fields.ts';
import type { Market } from '../../../../domain/placements/figures.ts';
import type { underwritingInfo } from '../../../../domain/registers/aggregates.ts';
import { inOrder, type Form } from '../../../ui/forms/use-contract-form.ts';
import type { useNewParty } from './use-new-party.ts';
import type { PolicyValues } from './policy-values.ts';
import type { PolicyReading } from './read-policy.ts';

export type UnderwritingInfo = WireReply<typeof underwritingInfo>;

/** What a section of the form works with. */
export type SectionProps = {
  form: Form<PolicyValues>;
  info: UnderwritingInfo;
  reading: PolicyReading;
  /** On a London slip the risk details say interest, situation and excess. */
  market?: Market;
  /** Asks for a new party in place; left out for those who may not add one. */
  newParty?: ReturnType<typeof useNewParty>['ask'] | undefined;
};

const FIELDS = { ...PLACEMENT_FIELDS, ...ADJUSTMENT_FIELDS };

/** A field of a placement in a form that has it: by its name in the call, called as the catalogue calls it. */
export function placementField<V, K extends keyof typeof FIELDS>(form: Form<V>, name: K) {
  return { form, name, label: FIELDS[name].label };
}

const ORDER: readonly (keyof PolicyValues)[] = [
  'reinsured',
  'insured',
  'cedant_policy_number',
  'cover_type',
  'producer',
  'risk_country',
  'territory',
  'interest',
  'dateoffered',
  'insurance_start_date',
  'insurance_end_date',
  'currency',
  'sum_insured',
  'rate',
  'premium',
  'fac',
  'cedant_commission',
  'brokerage',
  'excess_amount',
  'excess',
  'adjustment_basis',
  'adjustment_rate',
  'minimum_premium',
  'minimum_kept',
  'securities',
  'payment_terms',
  'instalments',
  'remittance_days',
  'warranty_kind',
  'warranty_days',
  'claim_terms',
  'conditions',
  'clauses',
];
/** A London slip has the placement first, then the sections of the contract. */
const SLIP_ORDER = [
  ...ORDER.filter((field) => field !== 'securities'),
  'slip.risk',
  'slip.sections',
  'slip.information',
  'slip.security',
  'securities',
  'slip',
];

/** Faults in the order in which the form is read. */
export const inFormOrder = (faults: readonly FieldError[]) => inOrder(faults, ORDER);
export const inSlipOrder = (faults: readonly FieldError[]) => inOrder(faults, SLIP_ORDER);

/** The branch of a placement with the country of its risks. */
export function branchOf(info: UnderwritingInfo, id: number) {
  return { id, country: info.branches.find((one) => one.id === id)?.country ?? null };
}

/** Ids of the class chosen and of the class above it: what a tax or a clause may be meant for. */
export function classIdsOf(info: UnderwritingInfo, coverType: string): number[] {
  for (const cover of info.classes) {
    if (String(cover.id) === coverType) return [cover.id];
    const sub = cover.subclasses.find((one) => String(one.id) === coverType);
    if (sub) return [sub.id, cover.id];
  }
  return [];
}
