import type { UseFormReturn } from 'react-hook-form';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { Market } from '../../../domain/policies/figures.ts';
import type { underwritingInfo } from '../../../domain/registers/aggregates.ts';
import type { useNewParty } from './NewPartyDialog.tsx';
import type { PolicyValues } from './policy-values.ts';
import type { PolicyReading } from './read-policy.ts';

export type UnderwritingInfo = WireReply<typeof underwritingInfo>;

/** What a section of the form works with. */
export type SectionProps = {
  form: UseFormReturn<PolicyValues>;
  values: PolicyValues;
  /** Message by field. */
  errors: Readonly<Record<string, string | undefined>>;
  info: UnderwritingInfo;
  reading: PolicyReading;
  /** On a London slip the risk details say interest, situation and excess. */
  market?: Market;
  /** Asks for a new party in place; left out for those who may not add one. */
  newParty?: ReturnType<typeof useNewParty>['ask'] | undefined;
};

const ORDER: readonly (keyof PolicyValues)[] = [
  'reinsured',
  'insured',
  'cedant_policy_number',
  'cover_type',
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
  'securities',
  'payment_terms',
  'remittance_days',
  'warranty_kind',
  'warranty_days',
  'clauses',
];

const placeOf = (field: string) => ORDER.indexOf(field.split('.')[0] as keyof PolicyValues);

/** Fields of a slip's form behind those of every placement, in the order in which it is read. */
export const SLIP_ORDER = [
  'slip.risk',
  'slip.sections',
  'slip.information',
  'slip.security',
  'securities',
  'slip',
] as const;

/** The same for a London slip: the placement first, then the sections of the contract. */
export function inSlipOrder<F extends { field: string }>(faults: readonly F[]): F[] {
  const place = ({ field }: F) => {
    const later = SLIP_ORDER.findIndex((name) => field === name || field.startsWith(`${name}.`));
    return later < 0 ? placeOf(field) : ORDER.length + later;
  };
  return faults.toSorted((a, b) => place(a) - place(b));
}

/** Faults in the order in which the form is read. */
export function inFormOrder<F extends { field: string }>(faults: readonly F[]): F[] {
  return faults.toSorted((a, b) => placeOf(a.field) - placeOf(b.field));
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
