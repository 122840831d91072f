/** The four files of a firm's books from another system: their columns, and what a cell of each may hold. */
import { parseDay } from '../../values/day.ts';

type Cell = (text: string) => string | null;

const matching =
  (pattern: RegExp, message: string): Cell =>
  (text) =>
    pattern.test(text) ? null : message;
const optional =
  (cell: Cell): Cell =>
  (text) =>
    text === '' ? null : cell(text);
const oneOf = (names: readonly string[]): Cell => {
  const message = `One of ${names.join(', ')}.`;
  return (text) => (names.includes(text) ? null : message);
};
const words =
  (min: number, max: number): Cell =>
  (text) =>
    text.length >= min && text.length <= max ? null : `${min} to ${max} characters.`;

const id = matching(/^\d{1,15}$/, 'A whole number of up to 15 digits.');
const day: Cell = (text) => (parseDay(text) === text ? null : 'A day as YYYY-MM-DD.');
const minorUnits = matching(/^-?\d{1,15}$/, 'A whole number of minor units, as 12550 for 125.50.');
const code = matching(/^\d{4}$/, 'The code of an account has four digits.');
const number = matching(/^[^\s\p{C}](?:[^\p{C}]{0,48}[^\s\p{C}])?$/u, 'A number has 1 to 50 characters.');
const currency = matching(/^[A-Z]{3}$/, 'A currency has three capitals.');

/** What an account of the other system is: receivable and payable have open items. */
export const ACCOUNT_KINDS = ['asset', 'receivable', 'payable', 'liability', 'equity', 'income', 'expense'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];
const PARTY_KINDS = ['cedant', 'security'] as const;
/** Debit note, receipt, payment voucher, journal. */
const DOCUMENT_KINDS = ['DN', 'RC', 'PV', 'JV'] as const;

export const HISTORY_FILES = {
  'accounts.csv': { code, name: words(1, 150), type: oneOf(ACCOUNT_KINDS), group: words(0, 200) },
  'parties.csv': {
    id,
    code: words(1, 40),
    kind: oneOf(PARTY_KINDS),
    name: words(2, 150),
    currency: optional(currency),
    country: optional(matching(/^[A-Z]{2}$/, 'A country has two capitals.')),
  },
  'documents.csv': {
    id,
    number,
    kind: oneOf(DOCUMENT_KINDS),
    date: day,
    due_date: optional(day),
    currency,
    rate_micro: matching(/^[1-9]\d{0,14}$/, 'A whole number above 0: base units for 1,000,000.'),
    party: words(0, 40),
    class: words(0, 150),
    policy_no: words(0, 100),
    insured: words(0, 150),
    status: oneOf(['posted']),
    narration: words(0, 500),
  },
  'lines.csv': {
    id,
    document: id,
    line_no: matching(/^\d{1,6}$/, 'A whole number of up to 6 digits.'),
    date: day,
    account: code,
    party: words(0, 40),
    currency,
    amount: minorUnits,
    base_amount: minorUnits,
    due_date: optional(day),
    open_item: optional(number),
    settled_by: words(0, 50),
    narration: words(0, 500),
  },
} as const satisfies Record<string, Readonly<Record<string, Cell>>>;

export type HistoryFile = keyof typeof HISTORY_FILES;
export const HISTORY_FILE_NAMES = Object.keys(HISTORY_FILES) as HistoryFile[];
export const isHistoryFile = (name: string): name is HistoryFile => name in HISTORY_FILES;

/** Something wrong in a file, at a line counted from 1; 0 where it is the whole file. */
export type HistoryFault = { file: HistoryFile; line: number; message: string };

/** Where each column of a file is, or what its first line lacks. */
export function historyColumns(file: HistoryFile, headings: readonly string[]): ReadonlyMap<string, number> | string {
  const names = headings.map((heading) => heading.trim().toLowerCase());
  const required = Object.keys(HISTORY_FILES[file]);
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) return `Has no column ${missing.join(', ')}.`;
  const twice = required.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice.length > 0) return `Has the column ${twice.join(', ')} twice.`;
  return new Map(required.map((name) => [name, names.indexOf(name)]));
}

/** A row of a file by its columns, with spaces around cells left out; or what is wrong with each bad cell. */
export function historyRow(
  file: HistoryFile,
  columns: ReadonlyMap<string, number>,
  cells: readonly string[],
): { values: Record<string, string>; faults: string[] } {
  const values: Record<string, string> = {};
  const faults: string[] = [];
  for (const [name, cell] of Object.entries<Cell>(HISTORY_FILES[file])) {
    const text = (cells[columns.get(name) ?? -1] ?? '').trim();
    const fault = /\p{Cc}/u.test(text) ? 'Holds a character that cannot be kept.' : cell(text);
    if (fault !== null) faults.push(`${name}: ${fault}`);
    values[name] = text;
  }
  return { values, faults };
}
