import type { ImportTarget, Matching } from '../imports/targets.ts';
import { addDays, type Day } from '../values/day.ts';
import { readSheetAmount } from '../values/typed.ts';
import { readWrittenDay } from '../values/written-day.ts';
import type { LineFault, ReadStatement, StatementLine } from './statement.ts';

export const DAY_ORDERS = ['DAY_FIRST', 'MONTH_FIRST'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

/** The columns of a statement that comes as a sheet: matched by their headings as those of an import are. M9. */
export const STATEMENT_COLUMNS: ImportTarget = {
  key: 'bankstatement',
  title: 'Bank statement',
  nouns: ['line', 'lines'],
  create: 'bank_statements.create',
  update: null,
  ofBranch: true,
  fields: [
    {
      key: 'day',
      label: 'Date',
      aliases: ['booking date', 'transaction date', 'posting date', 'entry date', 'trans date'],
      required: true,
      example: '2026-03-02',
    },
    { key: 'value_day', label: 'Value date', aliases: ['value'], example: '' },
    { key: 'amount', label: 'Amount', aliases: ['transaction amount', 'net amount'], example: '562500.00' },
    {
      key: 'paid_in',
      label: 'Paid in',
      aliases: ['credit', 'credits', 'credit amount', 'money in', 'deposit', 'deposits'],
      example: '',
    },
    {
      key: 'paid_out',
      label: 'Paid out',
      aliases: ['debit', 'debits', 'debit amount', 'money out', 'withdrawal', 'withdrawals'],
      example: '',
    },
    { key: 'balance', label: 'Balance', aliases: ['running balance', 'book balance', 'ledger balance'], example: '' },
    {
      key: 'reference',
      label: 'Bank reference',
      aliases: ['reference', 'ref', 'bank ref', 'transaction id', 'transaction reference', 'transaction no'],
      example: '',
    },
    { key: 'party', label: 'Payer or payee', aliases: ['payer', 'payee', 'counterparty', 'name'], example: '' },
    { key: 'party_account', label: 'Their account', aliases: ['counterparty account', 'from account'], example: '' },
    {
      key: 'text',
      label: 'Text',
      aliases: ['description', 'details', 'transaction details', 'narrative', 'particulars', 'remarks'],
      example: '',
    },
    { key: 'account', label: 'Account', aliases: ['account number', 'account no', 'iban'], example: '' },
  ],
};

/** A sheet as it was read: its rows of cells, what could not be read in them, and how its columns are matched. */
export type Sheet = {
  rows: readonly { row: number; cells: readonly string[]; faults: readonly { message: string }[] }[];
  matching: Matching;
  dayOrder: DayOrder;
  currency: string;
  today: Day;
  /** As somebody typed them, where no column has the balance. */
  opening: string | undefined;
  closing: string | undefined;
};

type Signed = { amount: bigint | null; fault: string | null };
const NOTHING: Signed = { amount: null, fault: null };

/** An amount as a sheet has it, in minor units: "1,250.00 DR" is out of the account, as "-1,250.00" is; null of an empty cell. M9. */
export function signedAmount(text: string, currency: string): Signed {
  const bare = text.trim();
  if (bare === '' || bare === '-') return NOTHING;
  const side = /\s*(?<![a-z])(cr|dr)\.?$/i.exec(bare);
  const { units, fault } = readSheetAmount(side ? bare.slice(0, side.index) : bare, currency);
  if (units === null) return { amount: null, fault };
  return { amount: side?.[1]?.toLowerCase() === 'dr' ? -units : units, fault: null };
}

type Cell = (field: string) => string;

/** What a row moves: its amount with its sign, or what is in the columns for in and out. */
function movedBy(cell: Cell, currency: string): Signed {
  const amount = signedAmount(cell('amount'), currency);
  if (amount.amount !== null || amount.fault !== null) return amount;
  const [paidIn, paidOut] = [signedAmount(cell('paid_in'), currency), signedAmount(cell('paid_out'), currency)];
  const fault = paidIn.fault ?? paidOut.fault;
  if (fault !== null) return { amount: null, fault };
  const [into, out] = [paidIn.amount ?? 0n, paidOut.amount ?? 0n];
  if (into !== 0n && out !== 0n) return { amount: null, fault: 'Is paid in and paid out at once.' };
  // Some banks write what is paid out as a negative in its own column, others as a positive.
  return { amount: into - (out < 0n ? -out : out), fault: null };
}

type Balanced = { line: StatementLine; balance: bigint | null };
type RowRead = { read: Balanced | null; faults: LineFault[] };

function readRow({ row, cells, faults }: Sheet['rows'][number], sheet: Sheet): RowRead {
  const cell: Cell = (field) => {
    const column = sheet.matching[field];
    return column === undefined ? '' : (cells[column] ?? '').trim();
  };
  const moved = movedBy(cell, sheet.currency);
  // A balance brought forward, a line of totals: nothing moved.
  if ((moved.amount ?? 0n) === 0n && moved.fault === null) return { read: null, faults: [] };
  const day = readWrittenDay(cell('day'), sheet.today, sheet.dayOrder);
  const value = cell('value_day') === '' ? null : readWrittenDay(cell('value_day'), sheet.today, sheet.dayOrder);
  const balance = signedAmount(cell('balance'), sheet.currency);
  const wrong = [
    ...faults.map(({ message }) => message),
    ...(day === null ? [`“${cell('day').slice(0, 40)}” is not a date.`] : []),
    ...[moved.fault, balance.fault].filter((fault) => fault !== null),
  ];
  if (day === null || moved.amount === null || wrong.length > 0)
    return { read: null, faults: wrong.map((message) => ({ row, message })) };
  const line = {
    row,
    day,
    valueDay: value,
    amount: moved.amount,
    reference: cell('reference'),
    endToEnd: '',
    party: cell('party'),
    partyAccount: cell('party_account'),
    text: cell('text'),
  };
  return { read: { line, balance: balance.amount }, faults: [] };
}

/** Rows after which the balance is not what the one before and their own amount make. */
const outOfLine = (lines: readonly Balanced[]): Balanced[] =>
  lines.filter(({ balance, line: { amount } }, index) => {
    const before = lines[index - 1]?.balance ?? null;
    return before !== null && balance !== null && before + amount !== balance;
  });

/** Oldest first: many banks write the newest line at the top. */
function inOrder(lines: Balanced[]): Balanced[] {
  const turned = lines.toReversed();
  const [first, last] = [lines[0]?.line.day ?? '', lines.at(-1)?.line.day ?? ''];
  if (first !== last) return first > last ? turned : lines;
  return outOfLine(turned).length < outOfLine(lines).length ? turned : lines;
}

const typedBalance = (text: string | undefined, currency: string): bigint | null =>
  signedAmount(text ?? '', currency).amount;

/** The account that its rows name, where they have a column for it; several are no statement of one account. */
function accountOf(sheet: Sheet): string {
  const column = sheet.matching['account'];
  if (column === undefined) return '';
  const named = new Set(sheet.rows.flatMap(({ cells }) => (cells[column] ?? '').trim() || []));
  return [...named].join(', ');
}

/** A statement out of the rows of a sheet, oldest line first; balances are those of its column, else those typed. M9. */
export function statementOfSheet(sheet: Sheet): ReadStatement {
  const rows = sheet.rows.map((row) => readRow(row, sheet));
  const lines = inOrder(rows.flatMap(({ read }) => read ?? []));
  const wrong = outOfLine(lines).map(({ line: { row } }) => ({
    row,
    message: 'The balance after this line is not the one before it and its amount.',
  }));
  const [first] = lines;
  const { opening, closing, currency } = sheet;
  const before = first && first.balance !== null ? first.balance - first.line.amount : null;
  return {
    account: accountOf(sheet),
    currency,
    number: '',
    opening: typedBalance(opening, currency) ?? before,
    closing: typedBalance(closing, currency) ?? lines.at(-1)?.balance ?? null,
    closedOn: null,
    lines: lines.map(({ line }) => line),
    faults: [...rows.flatMap(({ faults }) => faults), ...wrong].toSorted((a, b) => a.row - b.row),
  };
}

/** Lines that say a day which has not come yet. */
export function futureLines(lines: readonly StatementLine[], today: Day): LineFault[] {
  // A bank in another time zone may be a day ahead.
  const latest = addDays(today, 1);
  return lines
    .filter(({ day }) => day > latest)
    .map(({ row }) => ({ row, message: 'Its date has not come yet. Choose how dates are written.' }));
}
