import type { WireReply } from '../../../domain/endpoint.ts';
import { fieldWords } from '../../../domain/reports/field-words.ts';
import { premiumFromRate } from '../../../domain/policies/figures.ts';
import { changesBetween, type Change, type Facts } from '../../../domain/reports/changes.ts';
import type { lastYear } from '../../../domain/renewals/contract.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { parseRate } from '../../../domain/values/rate.ts';
import type { UnderwritingInfo } from './form-parts.ts';
import {
  amountOf,
  bodyOf,
  rateOf,
  valuesOf,
  type PolicyBody,
  type PolicyRecord,
  type PolicyValues,
} from './policy-values.ts';
import { bodyOfSlip, valuesOfSlip, type SlipBody, type SlipRecord, type SlipValues } from './slip-values.ts';

export type LastYear = WireReply<typeof lastYear>;
type Body = PolicyBody | SlipBody;
type Names = Readonly<Record<string, string>>;

/** What a new period has of its own: it is another one by being there. */
const OF_THE_YEAR = ['dateoffered', 'insurance_start_date', 'insurance_end_date'];

/** As the words of changes read percentages: scaled, as they are computed with. */
function scaled(value: unknown): string | null {
  const rate = value === null || value === undefined || value === '' ? null : parseRate(String(value));
  return typeof rate === 'bigint' ? String(rate) : null;
}

function linesOf(body: Body): Facts[] {
  return body.securities.map((line) => {
    const signed = 'share' in line ? line.share : 'written' in line ? line.written : null;
    return {
      security: line.security,
      share: scaled(signed),
      // A line without a percentage of its own has the placement's.
      commission: scaled(line.commission ?? body.cedant_commission),
      brokerage: scaled(line.brokerage ?? body.brokerage),
    };
  });
}

/** Texts of a slip by where they stand in its form: "slip.risk.interest"; its lists as one text each. */
function sectionsOf(body: Body): [string, unknown][] {
  if (!('slip' in body)) return [];
  return Object.entries(body.slip).flatMap(([part, texts]): [string, unknown][] => {
    const told = (value: unknown) =>
      Array.isArray(value)
        ? value
            .map((row) =>
              Object.values(row as object)
                .filter((one) => one !== '' && one !== null)
                .join(', '),
            )
            .join('; ')
        : value;
    if (texts === null || typeof texts !== 'object' || Array.isArray(texts)) return [[`slip.${part}`, told(texts)]];
    return Object.entries(texts).map(([name, value]) => [`slip.${part}.${name}`, told(value)]);
  });
}

// The leader is an id, and days of a year are its own.
const NOT_TOLD = new Set([
  'slip.subscription.leader',
  'slip.subscription.settlement_due_date',
  'slip.risk.subjectivities',
]);

function premiumText(body: Body): string | null {
  if (body.premium !== null && body.premium !== undefined) return String(body.premium);
  const sumInsured = amountOf(String(body.sum_insured), body.currency);
  const rate = rateOf(String(body.rate ?? ''));
  if (sumInsured === null || rate === null) return null;
  return formatAmount(premiumFromRate(sumInsured, rate), body.currency);
}

/** The body of a save as the words of changes read it. */
function factsOf(body: Body): Facts {
  const { slip: _slip, securities: _securities, ...rest } = body as SlipBody;
  const kept = Object.entries(rest).filter(([field]) => !OF_THE_YEAR.includes(field));
  return {
    ...Object.fromEntries(kept),
    fac: scaled(body.fac),
    rate: scaled(body.rate),
    cedant_commission: scaled(body.cedant_commission),
    brokerage: scaled(body.brokerage),
    premium: premiumText(body),
    clauses: (body.clauses ?? []).map((one) => (typeof one === 'number' ? one : one.id)).toSorted((a, b) => a - b),
    securities: linesOf(body),
    ...Object.fromEntries(sectionsOf(body).filter(([field]) => !NOT_TOLD.has(field))),
  };
}

const plain = (field: string) => fieldWords(field.split('.').at(-1) ?? '', field).label;

/** What a renewal has otherwise than last year's terms, field by field in words. */
export function changesSince(last: LastYear, now: { body: Body; names: Names }): Change[] {
  const nameOf = (kind: string, id: number) => now.names[`${kind} ${id}`] ?? last.names[`${kind} ${id}`] ?? `#${id}`;
  return changesBetween(factsOf(last.terms as unknown as Body), factsOf(now.body), nameOf)
    .filter((change) => !change.field.endsWith('.offer'))
    .map((change) => (change.field.startsWith('slip.') ? { ...change, label: plain(change.field) } : change));
}

function partyNames(...parties: ({ id: string | number; name: string } | null)[]): Names {
  return Object.fromEntries(parties.flatMap((one) => (one === null ? [] : [[`party ${one.id}`, one.name]])));
}

/** A saved renewal as it is compared. */
export function savedNow(record: PolicyRecord): { body: Body; names: Names } {
  const london = record.market === 'LONDON' && 'slip' in record;
  const cover = record.cover_type;
  return {
    body: london ? bodyOfSlip(valuesOfSlip(record as unknown as SlipRecord)) : bodyOf(valuesOf(record)),
    names: {
      ...partyNames(record.reinsured, record.insured, ...record.securities.map((line) => line.security)),
      ...Object.fromEntries(record.clauses.map((one) => [`clause ${one.id}`, `${one.code} ${one.title}`])),
      [`cover_type ${cover.id}`]: [cover.class, cover.name].filter((one) => one !== null).join(' · '),
    },
  };
}

const choice = (found: { id: string; label: string } | null) =>
  found === null ? null : { id: found.id, name: found.label };

/** A renewal as it is typed, as it is compared. */
export function typedNow(values: PolicyValues | SlipValues, info: UnderwritingInfo): { body: Body; names: Names } {
  const classes = info.classes.flatMap((group) => [
    [`cover_type ${group.id}`, group.name] as const,
    ...group.subclasses.map((one) => [`cover_type ${one.id}`, `${group.name} · ${one.name}`] as const),
  ]);
  return {
    body: 'slip' in values ? bodyOfSlip(values) : bodyOf(values),
    names: {
      ...partyNames(
        choice(values.reinsured),
        choice(values.insured),
        ...values.securities.map((row) => choice(row.security)),
      ),
      ...Object.fromEntries(info.clauses.map((one) => [`clause ${one.id}`, `${one.code} ${one.title}`])),
      ...Object.fromEntries(classes),
    },
  };
}

/** What stands beside each changed field of a form: last year's value. */
export function notesOf(changes: readonly Change[]): Record<string, string> {
  return Object.fromEntries(changes.map(({ field, before }) => [field, `Last year: ${before ?? 'nothing'}`]));
}
