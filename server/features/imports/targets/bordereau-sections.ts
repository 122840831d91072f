import { SECTION_COLUMNS, SECTION_WORDS } from '../../../../domain/imports/slip-bordereau.ts';
import { nameKey } from '../../../../domain/names.ts';
import { premiumFromRate } from '../../../../domain/placements/figures.ts';
import { formatAmount, parseAmount, sum } from '../../../../domain/values/money.ts';
import { parseRate } from '../../../../domain/values/rate.ts';
import { amountOf, currencyOf, rateOf, type Reader, type Register } from './bordereau-row.ts';
import type { RowFault, RowValues } from './target.ts';

/** A section as the form of a slip travels. */
type SentSection = {
  name: string;
  sum_insured: string | null;
  limit_amount: string | null;
  premium: string | null;
  interest?: string;
  situation?: string;
  excess?: string;
};

/** The rows of one slip as one: what all of them say, its sections, and what cannot be read in each row. */
type SlipRows = { values: RowValues; sections: SentSection[]; faults: RowFault[][] };

const number = (values: RowValues): string => nameKey(values['cedant_policy_number'] ?? '');

/** Which rows begin a slip: those that name no section, or another policy number than the slip above. */
export function beginsSlip(rows: readonly RowValues[]): boolean[] {
  let slip = '';
  return rows.map((values, index) => {
    const own = number(values);
    const goesOn = index > 0 && values['section'] !== undefined && slip !== '' && (own === '' || own === slip);
    if (!goesOn) slip = own;
    return !goesOn;
  });
}

const OWN = new Set<string>([...SECTION_COLUMNS, ...Object.keys(SECTION_WORDS)]);

/** What the slip says in its first row, a later one says again or leaves empty. */
function differing(first: RowValues, values: RowValues): RowFault[] {
  return Object.entries(values).flatMap(([field, text]) => {
    const before = first[field];
    if (OWN.has(field) || (before !== undefined && nameKey(before) === nameKey(text))) return [];
    const message =
      before === undefined
        ? 'The first row of this slip says nothing of it: enter it there.'
        : `The first row of this slip says “${before.slice(0, 60)}”: say the same, or leave it empty.`;
    return [{ field, message }];
  });
}

/** The premium of a section: its own, or what its rate makes of its sum insured. */
function premiumOf(reader: Reader, currency: string | undefined, sumInsured: string | undefined): string | null {
  const keyed = amountOf(reader, 'premium', currency);
  const rate = parseRate(rateOf(reader, 'rate', '0') ?? '');
  if (keyed !== undefined || reader.faults.some(({ field }) => field === 'premium' || field === 'rate'))
    return keyed ?? null;
  const insured = parseAmount(sumInsured ?? '', currency ?? '');
  if (typeof rate === 'bigint' && typeof insured === 'bigint' && currency !== undefined)
    return formatAmount(premiumFromRate(insured, rate), currency);
  if (typeof rate !== 'bigint')
    reader.faults.push({ field: 'premium', message: 'Enter the premium of this section, or its rate.' });
  return null;
}

function sectionOf(reader: Reader, currency: string | undefined): SentSection {
  const { values, faults } = reader;
  if (values['section'] === undefined) faults.push({ field: 'section', message: 'Name the section.' });
  const sumInsured = amountOf(reader, 'sum_insured', currency);
  if (values['sum_insured'] === undefined)
    faults.push({ field: 'sum_insured', message: 'Enter the sum insured of this section.' });
  return {
    name: values['section'] ?? '',
    sum_insured: sumInsured ?? null,
    limit_amount: amountOf(reader, 'limit_amount', currency) ?? null,
    premium: premiumOf(reader, currency, sumInsured),
  };
}

/** Words that all sections have are the slip's; where they differ, each section has its own. */
function wordsOf(rows: readonly RowValues[]) {
  const names = Object.keys(SECTION_WORDS) as (keyof typeof SECTION_WORDS)[];
  return names.filter((name) => new Set(rows.map((values) => values[name]).filter(Boolean)).size > 1);
}

/** The total of a figure in the currency of the slip; nothing while one is missing. */
function totalOf(texts: readonly (string | null)[], currency: string | undefined): string | null {
  const amounts = texts.map((text) => parseAmount(text ?? '', currency ?? ''));
  const read = amounts.filter((amount) => typeof amount === 'bigint');
  return currency === undefined || read.length < amounts.length ? null : formatAmount(sum(read), currency);
}

function without(values: RowValues, fields: readonly string[]): RowValues {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !fields.includes(field)));
}

/** Reads the rows of one slip: one that names no section has none. */
export function readSlipRows(rows: readonly RowValues[], register: Register): SlipRows {
  const [first = {}, ...others] = rows;
  if (others.length === 0 && first['section'] === undefined) return { values: first, sections: [], faults: [[]] };
  const readers = rows.map((values): Reader => ({ values, register, faults: [] }));
  const currency = currencyOf({ values: first, register, faults: [] });
  const own = wordsOf(rows);
  const sections = readers.map((reader): SentSection => ({
    ...sectionOf(reader, currency),
    ...Object.fromEntries(own.map((name) => [SECTION_WORDS[name], reader.values[name] ?? ''])),
  }));
  const sumInsured = totalOf(
    sections.map((one) => one.sum_insured),
    currency,
  );
  const premium = totalOf(
    sections.map((one) => one.premium),
    currency,
  );
  const names = sections.map(({ name }) => nameKey(name));
  return {
    values: {
      ...without(first, [...SECTION_COLUMNS, ...own]),
      ...(sumInsured !== null && { sum_insured: sumInsured }),
      ...(premium !== null && { premium }),
    },
    sections,
    faults: readers.map(({ faults }, index) => [
      ...faults,
      ...(index === 0 ? [] : differing(first, rows[index] ?? {})),
      ...(names[index] === '' || names.indexOf(names[index] ?? '') === index
        ? []
        : [{ field: 'section', message: 'This section is there already.' }]),
    ]),
  };
}
