/** A party's own statement as a sheet: its columns, its lines, and what it comes to. M13. */
import { type DayOrder, signedAmount } from '../banks/csv-columns.ts';
import type { ImportTarget, Matching } from '../imports/targets.ts';
import type { Day } from '../values/day.ts';
import { showMoney, sum } from '../values/money.ts';
import { readWrittenDay } from '../values/written-day.ts';
import type { TheirLine } from './bridge.ts';

/** The columns of a party's statement, matched by their headings as those of an import are. */
export const THEIR_COLUMNS: ImportTarget = {
  key: 'theirstatement',
  title: 'Statement of a party',
  nouns: ['line', 'lines'],
  create: 'allocations.create',
  update: null,
  ofBranch: true,
  fields: [
    {
      key: 'document',
      label: 'Document',
      aliases: [
        'note',
        'note number',
        'debit note',
        'credit note',
        'document number',
        'document no',
        'invoice',
        'dn',
        'cn',
      ],
      example: 'CN/NBO/2026/000012',
    },
    {
      key: 'reference',
      label: 'Reference',
      aliases: [
        'ref',
        'our reference',
        'your reference',
        'policy',
        'policy number',
        'policy no',
        'claim',
        'claim number',
        'umr',
      ],
      example: 'NBO/FAC/2026/000012',
    },
    {
      key: 'text',
      label: 'Text',
      aliases: ['description', 'details', 'narrative', 'particulars', 'insured', 'remarks'],
      example: 'Kisumu Sugar Works',
    },
    {
      key: 'day',
      label: 'Date',
      aliases: ['document date', 'posting date', 'transaction date'],
      example: '2026-03-02',
    },
    {
      key: 'amount',
      label: 'Amount',
      aliases: ['last amount', 'balance', 'outstanding', 'net', 'net amount', 'amount due', 'net due'],
      example: '121875.00',
    },
    { key: 'debit', label: 'Debit', aliases: ['debits', 'debit amount', 'dr'], example: '' },
    { key: 'credit', label: 'Credit', aliases: ['credits', 'credit amount', 'cr'], example: '' },
  ],
};

const MOST_LINES = 5_000;

type LineFault = { row: number; message: string };
export type TheirSheet = {
  rows: readonly { row: number; cells: readonly string[]; faults: readonly { message: string }[] }[];
  matching: Matching;
  dayOrder: DayOrder;
  currency: string;
  today: Day;
  /** Their signs are the other way round than our account shows. */
  turned: boolean;
  /** What their statement comes to, as somebody typed it from its foot. */
  total: string | undefined;
};

/** A party's statement as it was read, signed as our account is shown; with what is wrong with its rows, and with the whole. */
export type TheirStatement = { lines: TheirLine[]; faults: LineFault[]; refusals: string[]; total: bigint };

type Cell = (field: string) => string;
type Amount = { amount: bigint; fault: string | null };

/** A row's amount: of its own column, else what its debit is more than its credit. */
function amountOf(cell: Cell, { currency, turned }: TheirSheet): Amount {
  const read = ['amount', 'debit', 'credit'].map((field) => signedAmount(cell(field), currency));
  const fault = read.find((one) => one.fault !== null)?.fault ?? null;
  const [amount, debit, credit] = read.map((one) => one.amount);
  const own = amount ?? (debit ?? 0n) - (credit ?? 0n);
  return { amount: turned ? -own : own, fault };
}

/** A row that sums the others up says so in its first words, and is of no document. */
const SUMS = /^(grand |sub[- ]?)?totals?\b|^balance (carried|due)|^closing balance/i;

type RowRead = { line: TheirLine | null; sum: bigint | null; faults: LineFault[] };

function readRow({ row, cells, faults }: TheirSheet['rows'][number], sheet: TheirSheet): RowRead {
  const cell: Cell = (field) => {
    const column = sheet.matching[field];
    return column === undefined ? '' : (cells[column] ?? '').trim();
  };
  const [document, reference, text] = [cell('document'), cell('reference'), cell('text')];
  const { amount, fault } = amountOf(cell, sheet);
  const written = cell('day');
  const day = written === '' ? null : readWrittenDay(written, sheet.today, sheet.dayOrder);
  const first = cells.find((one) => one.trim() !== '') ?? '';
  const isSum = SUMS.test(first.trim());
  const wrong = [
    ...faults.map(({ message }) => message),
    ...(written !== '' && day === null && !isSum ? [`“${written.slice(0, 40)}” is not a date.`] : []),
    ...(fault === null ? [] : [fault]),
  ].map((message) => ({ row, message }));
  if (wrong.length > 0) return { line: null, sum: null, faults: wrong };
  if (isSum) return { line: null, sum: amount, faults: [] };
  if (amount === 0n) return { line: null, sum: null, faults: [] };
  if (document === '' && reference === '' && text === '')
    return { line: null, sum: null, faults: [{ row, message: 'Names nothing that its amount is for.' }] };
  return { line: { row, day, document, reference, text, amount }, sum: null, faults: [] };
}

/** Why the whole cannot be taken: no amounts, no lines, too many, or a sum that its lines do not make. */
function refusalsOf(
  sheet: TheirSheet,
  { lines, sums, typed }: { lines: TheirLine[]; sums: bigint[]; typed: bigint | null },
) {
  const { currency, matching } = sheet;
  const shown = (amount: bigint) => showMoney({ amount, currency });
  if (!['amount', 'debit', 'credit'].some((field) => matching[field] !== undefined))
    return ['Choose the column of the amount, or those of debit and credit.'];
  if (!['document', 'reference', 'text'].some((field) => matching[field] !== undefined))
    return ['Choose the column of the document, the reference or the text.'];
  if (lines.length === 0) return ['No row has an amount.'];
  if (lines.length > MOST_LINES) return ['A statement has at most 5,000 lines here. Split it.'];
  const total = sum(lines.map((line) => line.amount));
  const last = sums.at(-1);
  if (last !== undefined && last !== total)
    return [`Its total says ${shown(last)}, but its lines come to ${shown(total)}. Get the whole statement.`];
  if (typed !== null && typed !== total)
    return [`You entered ${shown(typed)}, but its lines come to ${shown(total)}. Correct the one that is wrong.`];
  return [];
}

/** A party's statement out of the rows of a sheet, with what is wrong with it in sentences. M13. */
export function readTheirStatement(sheet: TheirSheet): TheirStatement {
  const rows = sheet.rows.map((row) => readRow(row, sheet));
  const lines = rows.flatMap(({ line }) => line ?? []);
  const sums = rows.flatMap((row) => row.sum ?? []);
  const entered = signedAmount(sheet.total ?? '', sheet.currency);
  const typed = entered.amount;
  return {
    lines,
    faults: rows.flatMap(({ faults }) => faults),
    refusals: entered.fault === null ? refusalsOf(sheet, { lines, sums, typed }) : [entered.fault],
    total: sum(lines.map((line) => line.amount)),
  };
}
