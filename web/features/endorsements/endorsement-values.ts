import * as z from 'zod/mini';
import type { Sent, WireReply } from '../../../domain/endpoint.ts';
import { basisOf, givesBack, type Basis, type IssuedType } from '../../../domain/endorsements/bases.ts';
import {
  endorsedLine,
  endorsementBody,
  type effectOfEndorsement,
  type getEndorsement,
  type saveEndorsement,
} from '../../../domain/endorsements/contract.ts';
import { bodyOf, emptyOf, fieldsOf, valuesOf, type FormValues } from '../../../domain/forms.ts';
import { addDays, type Day } from '../../../domain/values/day.ts';
import { idOf, type PolicyRecord, type SecurityChoice } from '../placements/form/policy-values.ts';
import { atId, paths } from '../../paths.ts';

export type EndorsementRecord = WireReply<typeof getEndorsement>;
export type Effect = WireReply<typeof effectOfEndorsement>;
type EndorsementBody = Exclude<Sent<typeof saveEndorsement>['body'], { endorsementtype: 'RENEWAL' }>;

/** The fields that are as the call has them, in the order of the form. */
const FIELDS = z.pick(endorsementBody, {
  endorsementtype: true,
  effective_date: true,
  description: true,
  insurance_end_date: true,
  section: true,
  sum_insured: true,
  premium: true,
  reason: true,
  set_off: true,
  cedant_commission: true,
  brokerage: true,
  fac: true,
});
/** The words that an endorsement without premium changes. */
const WORDS = z.pick(endorsementBody, {
  insured: true,
  interest: true,
  territory: true,
  excess: true,
  conditions: true,
});
export const FIELD_ORDER = [...fieldsOf(FIELDS), ...fieldsOf(WORDS), 'clauses', 'securities'];

/** A clause with the wording that it has on the policy. */
export type ClauseRow = { id: string; version: number };

export type LineRow = Omit<FormValues<typeof endorsedLine>, 'security'> & {
  security: SecurityChoice | null;
  /** Its line so far: shown next to the new one, never typed. */
  was?: string;
};
export const EMPTY_LINE: LineRow = { ...emptyOf(endorsedLine), security: null };

/** What the form holds: everything as typed. */
export type EndorsementValues = FormValues<typeof FIELDS> &
  FormValues<typeof WORDS> & {
    /** The date that was typed, while the type asks for another one. */
    own_date: Day;
    basis: Basis | null;
    clauses: ClauseRow[];
    /** null: as they are. */
    securities: LineRow[] | null;
  };

export const endorsementHref = (id: number) => atId(paths.endorsement, id);

/** The day that the type itself asks for: the first day, or the one after the last. §2. */
export function dayOfType(type: IssuedType, policy: PolicyRecord): Day | null {
  if (type === 'CANCEL_FLAT') return policy.insurance_start_date;
  return type === 'EXT' ? addDays(policy.current.insurance_end_date, 1) : null;
}

/** The words of a policy as they are. */
const wordsOf = (policy: PolicyRecord) => ({
  ...valuesOf(WORDS, policy),
  clauses: policy.clauses.map(({ id, wording_version: version }) => ({ id: String(id), version })),
});

export function newValues(policy: PolicyRecord, today: Day): EndorsementValues {
  const { cancelled_from: cancelled, insurance_end_date: end } = policy.current;
  const last = cancelled === null ? end : addDays(cancelled, -1);
  const within = today >= policy.insurance_start_date && today <= last;
  const day = within ? today : policy.insurance_start_date;
  return {
    ...emptyOf(FIELDS),
    ...wordsOf(policy),
    endorsementtype: 'AP',
    effective_date: day,
    own_date: day,
    basis: null,
    securities: null,
  };
}

/** A saved endorsement as the form shows it; names of securities come from its own lines. */
export function valuesOfEndorsement(
  { typed, securities, words }: EndorsementRecord,
  policy: PolicyRecord,
): EndorsementValues {
  const nameOf = (id: number) => securities.find((line) => line.security.id === id)?.security.name ?? `Security ${id}`;
  const own = wordsOf(policy);
  const insured = words.find((one) => one.field === 'insured')?.after;
  return {
    ...valuesOf(FIELDS, typed),
    ...own,
    ...(insured !== undefined && { insured: { id: String(typed.insured), label: insured } }),
    interest: typed.interest ?? own.interest,
    territory: typed.territory ?? own.territory,
    excess: typed.excess ?? own.excess,
    conditions: typed.conditions ?? own.conditions,
    clauses: typed.clauses?.map(({ id, wording_version: version }) => ({ id: String(id), version })) ?? own.clauses,
    own_date: typed.effective_date,
    basis: typed.basis ?? null,
    securities:
      typed.securities?.map((line) => ({
        ...valuesOf(endorsedLine, line),
        security: { id: String(line.security), label: nameOf(line.security), resident: true },
      })) ?? null,
  };
}

const CANCELS = ['CANCEL_PRORATA', 'CANCEL_SHORT'] as const;
/** The fields that each type has. */
export function hasFields(type: IssuedType) {
  const keyed = ['AP', 'RP', 'EXT', ...CANCELS].includes(type);
  return {
    sumInsured: type === 'AP' || type === 'RP',
    premium: keyed,
    end: type === 'EXT',
    terms: type === 'AP' || type === 'EXT',
    setOff: givesBack(type),
    securities: type === 'SEC',
    words: type === 'NIL',
  };
}

/** A row in which nothing is entered yet: it is not sent. */
export function isBlank({ security, share, commission, brokerage }: LineRow): boolean {
  return security === null && share === '' && commission === '' && brokerage === '';
}

/** The type of an endorsement, with the day that it asks for or the one that was typed. */
export function typeChosen(
  type: IssuedType,
  { policy, values }: { policy: PolicyRecord; values: EndorsementValues },
): Partial<EndorsementValues> {
  return { endorsementtype: type, effective_date: dayOfType(type, policy) ?? values.own_date };
}

/** How the premium is worked out with the present input. */
export function wayOf({ endorsementtype: type, basis, premium }: EndorsementValues) {
  return { type, basis: basisOf({ type, basis, keyed: premium === '' ? null : 0n }) };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The words that read otherwise than on the policy: the others are not sent. */
function changedWords(policy: PolicyRecord, values: EndorsementValues): Partial<EndorsementBody> {
  const was = wordsOf(policy);
  const { insured, clauses } = values;
  const texts = bodyOf(WORDS, values);
  const text = (name: 'interest' | 'territory' | 'excess' | 'conditions') =>
    values[name].trim() === was[name] ? {} : { [name]: texts[name] };
  return {
    ...text('interest'),
    ...text('territory'),
    ...text('excess'),
    ...text('conditions'),
    ...(insured !== null && insured.id !== was.insured?.id && { insured: texts.insured }),
    ...(!same(clauses, was.clauses) && {
      clauses: clauses.map(({ id, version }) => ({ id: idOf(id), wording_version: version })),
    }),
  };
}

/** What is sent: only what the type has. */
export function bodyOfEndorsement(policy: PolicyRecord, values: EndorsementValues): EndorsementBody {
  const has = hasFields(values.endorsementtype);
  const rows = has.securities ? values.securities?.filter((row) => !isBlank(row)) : undefined;
  const { set_off: order, ...fields } = bodyOf(FIELDS, {
    ...values,
    ...(has.premium ? {} : { premium: '', reason: '' }),
    ...(has.sumInsured ? {} : { sum_insured: '', section: '' }),
    ...(has.end ? {} : { insurance_end_date: '' }),
    ...(has.terms ? {} : { cedant_commission: '', brokerage: '' }),
    ...(has.securities ? {} : { fac: '' }),
  });
  return {
    ...fields,
    ...(has.setOff && { set_off: order }),
    ...(has.words && changedWords(policy, values)),
    policy: policy.id,
    basis: values.basis,
    securities: rows?.map((row) => bodyOf(endorsedLine, { ...row, share: row.share === '' ? '0' : row.share })) ?? null,
  };
}

/** The input of the effect: rows without a security do not count yet. */
export function effectBodyOf(policy: PolicyRecord, values: EndorsementValues): EndorsementBody {
  return bodyOfEndorsement(policy, {
    ...values,
    // The alternatives to a cancellation from the first day are worked out for the date that was typed.
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
