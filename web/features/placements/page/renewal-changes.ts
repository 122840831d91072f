import type { WireReply } from '../../../../domain/endpoint.ts';
import { fieldWords } from '../../../../domain/reports/field-words.ts';
import { premiumFromRate } from '../../../../domain/placements/figures.ts';
import { changesBetween, type Change, type Facts } from '../../../../domain/reports/changes.ts';
import type { lastYear } from '../../../../domain/renewals/contract.ts';
import { toCount } from '../../../../domain/values/decimal.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import { parseRate } from '../../../../domain/values/rate.ts';
import type { UnderwritingInfo } from '../form/form-parts.ts';
import { amountOf, rateOf } from '../form/policy-amounts.ts';
import { bodyOfPolicy, valuesOfPolicy, type PolicyRecord, type PolicyValues } from '../form/policy-values.ts';
import { bodyOfSlip, valuesOfSlip, type SlipRecord, type SlipValues } from '../form/slip-values.ts';

export type LastYear = WireReply<typeof lastYear>;
type Names = Readonly<Record<string, string>>;

/** What a new period has of its own: it is another one by being there. */
const OF_THE_YEAR = ['dateoffered', 'insurance_start_date', 'insurance_end_date'];

/** As the words of changes read percentages: scaled, as they are computed with. */
function scaled(value: unknown): string | null {
  const rate = value === null || value === undefined || value === '' ? null : parseRate(String(value));
  return typeof rate === 'bigint' ? String(rate) : null;
}

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const rowsOf = (value: unknown): Facts[] => (Array.isArray(value) ? value.filter(isFacts) : []);

function linesOf(terms: Facts): Facts[] {
  return rowsOf(terms['securities']).map((line) => ({
    security: line['security'],
    share: scaled(line['share'] ?? line['written']),
    // A line without a percentage of its own has the placement's.
    commission: scaled(line['commission'] ?? terms['cedant_commission']),
    brokerage: scaled(line['brokerage'] ?? terms['brokerage']),
  }));
}

/** A list of a slip as one text. */
function listText(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return rowsOf(value)
    .map((row) =>
      Object.values(row)
        .filter((one) => one !== '' && one !== null)
        .join(', '),
    )
    .join('; ');
}

/** Texts of a slip by their place in its form: "slip.risk.interest". */
function sectionsOf({ slip }: Facts): [string, unknown][] {
  if (!isFacts(slip)) return [];
  return Object.entries(slip).flatMap(([part, texts]): [string, unknown][] =>
    isFacts(texts)
      ? Object.entries(texts).map(([name, value]) => [`slip.${part}.${name}`, listText(value)])
      : [[`slip.${part}`, listText(texts)]],
  );
}

// The leader is an id, and days of a year are its own.
const NOT_TOLD = new Set([
  'slip.subscription.leader',
  'slip.subscription.settlement_due_date',
  'slip.risk.subjectivities',
]);

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value));

function premiumText(terms: Facts): string | null {
  const currency = textOf(terms['currency']);
  const premium = textOf(terms['premium']);
  if (premium !== '') return premium;
  const sumInsured = amountOf(textOf(terms['sum_insured']), currency);
  const rate = rateOf(textOf(terms['rate']));
  return sumInsured === null || rate === null ? null : formatAmount(premiumFromRate(sumInsured, rate), currency);
}

function clauseIds({ clauses }: Facts): unknown[] {
  const ids = Array.isArray(clauses) ? clauses.map((one: unknown) => (isFacts(one) ? one['id'] : one)) : [];
  return ids.toSorted((a, b) => (toCount(textOf(a)) ?? 0) - (toCount(textOf(b)) ?? 0));
}

/** The body of a save as the words of changes read it. */
function factsOf(terms: Facts): Facts {
  const { slip: _slip, securities: _securities, ...rest } = terms;
  const kept = Object.entries(rest).filter(([field]) => !OF_THE_YEAR.includes(field));
  return {
    ...Object.fromEntries(kept),
    fac: scaled(terms['fac']),
    rate: scaled(terms['rate']),
    cedant_commission: scaled(terms['cedant_commission']),
    brokerage: scaled(terms['brokerage']),
    premium: premiumText(terms),
    clauses: clauseIds(terms),
    securities: linesOf(terms),
    ...Object.fromEntries(sectionsOf(terms).filter(([field]) => !NOT_TOLD.has(field))),
  };
}

const plain = (field: string) => fieldWords(field.split('.').at(-1) ?? '', field).label;

/** What a renewal has otherwise than last year's terms, field by field in words. */
export function changesSince(last: LastYear, now: { body: Facts; names: Names }): Change[] {
  const nameOf = (kind: string, id: number) => now.names[`${kind} ${id}`] ?? last.names[`${kind} ${id}`] ?? `#${id}`;
  return changesBetween(factsOf(last.terms), factsOf(now.body), nameOf)
    .filter((change) => !change.field.endsWith('.offer'))
    .map((change) => (change.field.startsWith('slip.') ? { ...change, label: plain(change.field) } : change));
}

function partyNames(...parties: ({ id: string | number; name: string } | null)[]): Names {
  return Object.fromEntries(parties.flatMap((one) => (one === null ? [] : [[`party ${one.id}`, one.name]])));
}

const isSlip = (record: PolicyRecord | SlipRecord): record is SlipRecord =>
  record.market === 'LONDON' && 'slip' in record;

/** A saved renewal, ready to compare. */
export function savedNow(record: PolicyRecord): { body: Facts; names: Names } {
  const cover = record.cover_type;
  return {
    body: isSlip(record) ? bodyOfSlip(valuesOfSlip(record)) : bodyOfPolicy(valuesOfPolicy(record)),
    names: {
      ...partyNames(record.reinsured, record.insured, ...record.securities.map((line) => line.security)),
      ...Object.fromEntries(record.clauses.map((one) => [`clause ${one.id}`, `${one.code} ${one.title}`])),
      [`user ${record.producer.id}`]: record.producer.name,
      [`cover_type ${cover.id}`]: [cover.class, cover.name].filter((one) => one !== null).join(' · '),
    },
  };
}

const choice = (chosen: { id: string; label: string } | null) =>
  chosen === null ? null : { id: chosen.id, name: chosen.label };

/** A renewal as typed, ready to compare. */
export function typedNow(values: PolicyValues | SlipValues, info: UnderwritingInfo): { body: Facts; names: Names } {
  const classes = info.classes.flatMap((group) => [
    [`cover_type ${group.id}`, group.name] as const,
    ...group.subclasses.map((one) => [`cover_type ${one.id}`, `${group.name} · ${one.name}`] as const),
  ]);
  return {
    body: 'slip' in values ? bodyOfSlip(values) : bodyOfPolicy(values),
    names: {
      ...partyNames(
        choice(values.reinsured),
        choice(values.insured),
        ...values.securities.map((row) => choice(row.security)),
      ),
      ...Object.fromEntries(info.clauses.map((one) => [`clause ${one.id}`, `${one.code} ${one.title}`])),
      ...Object.fromEntries(classes),
      ...(values.producer !== null && { [`user ${values.producer.id}`]: values.producer.label }),
    },
  };
}

/** The note at each changed field of a form: last year's value. */
export function notesOf(changes: readonly Change[]): Record<string, string> {
  return Object.fromEntries(changes.map(({ field, before }) => [field, `Last year: ${before ?? 'nothing'}`]));
}
