import type { Sent, WireReply } from '../../../domain/endpoint.ts';
import { basisOf, type Basis, type IssuedType } from '../../../domain/endorsements/bases.ts';
import type { effectOfEndorsement, getEndorsement, saveEndorsement } from '../../../domain/endorsements/contract.ts';
import { addDays, type Day } from '../../../domain/values/day.ts';
import { atId } from '../ledger/record-links.ts';
import { idOf, type PolicyRecord, type SecurityChoice } from '../policies/policy-values.ts';
import { paths } from '../../paths.ts';

export type EndorsementRecord = WireReply<typeof getEndorsement>;
export type Effect = WireReply<typeof effectOfEndorsement>;
export type EndorsementBody = Exclude<Sent<typeof saveEndorsement>['body'], { endorsementtype: 'RENEWAL' }>;

export type LineRow = {
  security: SecurityChoice | null;
  /** Its line so far: shown beside the new one, never typed. */
  was?: string;
  share: string;
  commission: string;
  brokerage: string;
};
export const EMPTY_LINE: LineRow = { security: null, share: '', commission: '', brokerage: '' };

/** What the form holds: everything as it is typed. */
export type EndorsementValues = {
  endorsementtype: IssuedType;
  /** '' while there is none. */
  effective_date: Day;
  /** The date that was typed, while the type asks for another one. */
  own_date: Day;
  description: string;
  basis: Basis | null;
  premium: string;
  sum_insured: string;
  insurance_end_date: Day;
  cedant_commission: string;
  brokerage: string;
  fac: string;
  /** null: as they are. */
  securities: LineRow[] | null;
};

export const endorsementHref = (id: number) => atId(paths.endorsement, id);

/** The day that the type itself asks for: the first day, or the one after the last. §2. */
export function dayOfType(type: IssuedType, policy: PolicyRecord): Day | null {
  if (type === 'CANCEL_FLAT') return policy.insurance_start_date;
  return type === 'EXT' ? addDays(policy.current.insurance_end_date, 1) : null;
}

export function newValues(policy: PolicyRecord, today: Day): EndorsementValues {
  const within = today >= policy.insurance_start_date && today <= policy.current.insurance_end_date;
  return {
    endorsementtype: 'AP',
    effective_date: within ? today : policy.insurance_start_date,
    own_date: within ? today : policy.insurance_start_date,
    description: '',
    basis: null,
    premium: '',
    sum_insured: '',
    insurance_end_date: '',
    cedant_commission: '',
    brokerage: '',
    fac: '',
    securities: null,
  };
}

/** A saved endorsement as the form shows it; names of securities come from its own lines. */
export function valuesOf({ typed, securities }: EndorsementRecord): EndorsementValues {
  const text = (value: string | number | null | undefined) => (value == null ? '' : String(value));
  const nameOf = (id: number) => securities.find((line) => line.security.id === id)?.security.name ?? `Security ${id}`;
  return {
    endorsementtype: typed.endorsementtype,
    effective_date: typed.effective_date,
    own_date: typed.effective_date,
    description: typed.description,
    basis: typed.basis ?? null,
    premium: text(typed.premium),
    sum_insured: text(typed.sum_insured),
    insurance_end_date: typed.insurance_end_date ?? '',
    cedant_commission: text(typed.cedant_commission),
    brokerage: text(typed.brokerage),
    fac: text(typed.fac),
    securities:
      typed.securities?.map((line) => ({
        security: { id: String(line.security), label: nameOf(line.security), resident: true },
        share: text(line.share),
        commission: text(line.commission),
        brokerage: text(line.brokerage),
      })) ?? null,
  };
}

const CANCELS = ['CANCEL_PRORATA', 'CANCEL_SHORT'] as const;
/** The fields that each type has. */
export function fieldsOf(type: IssuedType) {
  const keyed = ['AP', 'RP', 'EXT', ...CANCELS].includes(type);
  return {
    sumInsured: type === 'AP' || type === 'RP',
    premium: keyed,
    end: type === 'EXT',
    terms: type === 'AP' || type === 'EXT',
    securities: type === 'SEC',
  };
}

/** In the order of the form. */
export const FIELDS: readonly (keyof EndorsementValues)[] = [
  'endorsementtype',
  'effective_date',
  'description',
  'insurance_end_date',
  'sum_insured',
  'premium',
  'cedant_commission',
  'brokerage',
  'fac',
  'securities',
];

/** A row in which nothing is entered yet: it is not sent. */
export function isBlank({ security, share, commission, brokerage }: LineRow): boolean {
  return security === null && share === '' && commission === '' && brokerage === '';
}

const filled = (text: string) => (text === '' ? null : text);

/** The type of an endorsement, with the day that it asks for or the one that was typed. */
export function typeChosen(
  type: IssuedType,
  { policy, values }: { policy: PolicyRecord; values: EndorsementValues },
): Partial<EndorsementValues> {
  return { endorsementtype: type, effective_date: dayOfType(type, policy) ?? values.own_date };
}

/** How the premium is worked out as the form stands. */
export function wayOf({ endorsementtype: type, basis, premium }: EndorsementValues) {
  return { type, basis: basisOf({ type, basis, keyed: premium === '' ? null : 0n }) };
}

/** What is sent: only what the type has. */
export function bodyOf(policyId: number, values: EndorsementValues): EndorsementBody {
  const has = fieldsOf(values.endorsementtype);
  return {
    policy: policyId,
    endorsementtype: values.endorsementtype,
    effective_date: values.effective_date,
    description: values.description,
    basis: values.basis,
    premium: has.premium ? filled(values.premium) : null,
    sum_insured: has.sumInsured ? filled(values.sum_insured) : null,
    insurance_end_date: has.end ? filled(values.insurance_end_date) : null,
    cedant_commission: has.terms ? filled(values.cedant_commission) : null,
    brokerage: has.terms ? filled(values.brokerage) : null,
    fac: has.securities ? filled(values.fac) : null,
    securities:
      has.securities && values.securities
        ? values.securities
            .filter((row) => !isBlank(row))
            .map((row) => ({
              security: idOf(row.security?.id),
              share: row.share === '' ? '0' : row.share,
              commission: filled(row.commission),
              brokerage: filled(row.brokerage),
            }))
        : null,
  };
}

/** What the effect is asked of: rows without a security do not count yet. */
export function effectBodyOf(policyId: number, values: EndorsementValues): EndorsementBody {
  return bodyOf(policyId, {
    ...values,
    // The others beside a cancellation from the first day are worked out for the date that was typed.
    ...(values.endorsementtype === 'CANCEL_FLAT' ? { effective_date: values.own_date } : {}),
    securities: values.securities?.filter((row) => row.security !== null) ?? null,
  });
}

/** What the reinsured is debited or credited, as a figure under its name; a return is an amount of a credit note. */
export function noteFigure(amount: string): { label: string; value: string } {
  return amount.startsWith('-')
    ? { label: 'Credit note to the reinsured', value: amount.slice(1) }
    : { label: 'Debit note to the reinsured', value: amount };
}
