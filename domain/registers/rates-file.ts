/** Reading a file of exchange rates: text in, rows with their faults out. Pure; reads no register. §6. */
import { parseDay, type Day } from '../values/day.ts';
import { parseExchangeRate, type ExchangeRate } from '../values/rate.ts';

export const MOST_RATES_CHARACTERS = 1_000_000;
export const MOST_RATES_ROWS = 5000;

const COLUMNS = ['day', 'currency', 'rate'] as const;
type ColumnName = (typeof COLUMNS)[number];

const ALIASES: Readonly<Record<ColumnName, readonly string[]>> = {
  day: ['day', 'date', 'rate date', 'value date', 'effective date', 'as of'],
  currency: ['currency', 'currency code', 'ccy', 'code', 'iso', 'iso code'],
  rate: ['rate', 'exchange rate', 'fx rate', 'mid', 'mid rate', 'mean', 'mean rate', 'value'],
};

export type RateFault = { column: ColumnName; message: string };

/** A row as text of the file, and its values; null where they cannot be read. */
export type RatesFileRow = {
  /** Of the file, counted from 1 with its heading. */
  line: number;
  text: Readonly<Record<ColumnName, string>>;
  day: Day | null;
  currency: string | null;
  /** Base units for one unit, scaled by 10^10. */
  rate: ExchangeRate | null;
  faults: RateFault[];
};

/** A file that can be read, or one sentence that says why not. */
type RatesFile = { rows: RatesFileRow[]; ignored: string[] } | { refused: string };

type Line = { number: number; cells: string[] };

/** Splits CSV by RFC 4180 into lines of cells; a quoted cell may hold separators and line breaks. Empty lines go. */
function csvLines(text: string, separator: ',' | ';'): Line[] {
  const lines: Line[] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let number = 1;
  let startedAt = 1;
  const endLine = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) lines.push({ number: startedAt, cells });
    cells = [];
    cell = '';
  };
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? '';
    if (char === '\n') number += 1;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (char === '"' && cell.trim() === '') {
      quoted = true;
      cell = '';
    } else if (char === separator) {
      cells.push(cell);
      cell = '';
    } else if (char === '\n') {
      endLine();
      startedAt = number;
    } else if (char !== '\r') cell += char;
  }
  endLine();
  return lines;
}

const folded = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

function columnOf(heading: string): ColumnName | undefined {
  return COLUMNS.find((column) => ALIASES[column].includes(folded(heading)));
}

const RATE = 'Rate must be a number more than 0 with at most 10 decimals, such as 129.5 or 129,5.';

// "129,5" is how half the world writes it; a comma that might divide thousands is not guessed at.
function readRate(text: string): ExchangeRate | string {
  if (/[.,].*[.,]/.test(text)) return 'Write the rate without a thousands separator.';
  const rate = parseExchangeRate(text.replace(',', '.'));
  return typeof rate === 'bigint' && rate > 0n && rate <= 10n ** 18n ? rate : RATE;
}

function readRow(line: Line, places: Readonly<Record<ColumnName, number>>, width: number): RatesFileRow {
  const at = (column: ColumnName) => (line.cells[places[column]] ?? '').trim();
  const text = { day: at('day'), currency: at('currency').toUpperCase(), rate: at('rate') };
  const day = parseDay(text.day);
  const currency = /^[A-Z]{3}$/.test(text.currency) ? text.currency : null;
  const rate = text.rate === '' ? 'Enter the rate.' : readRate(text.rate);
  const tooWide = line.cells.slice(width).some((cell) => cell.trim() !== '');
  const faults: RateFault[] = [
    ...(day === null
      ? [{ column: 'day' as const, message: text.day === '' ? 'Enter the day.' : 'Write the day as YYYY-MM-DD.' }]
      : []),
    ...(currency === null
      ? [
          {
            column: 'currency' as const,
            message: text.currency === '' ? 'Enter the currency.' : 'Write the currency as three letters, such as USD.',
          },
        ]
      : []),
    ...(typeof rate === 'string' ? [{ column: 'rate' as const, message: rate }] : []),
    ...(tooWide
      ? [
          {
            column: 'rate' as const,
            message: 'This line has more cells than the heading. Put a rate with a decimal comma in quotes.',
          },
        ]
      : []),
  ];
  return { line: line.number, text, day, currency, rate: typeof rate === 'string' ? null : rate, faults };
}

function markRepeated(rows: readonly RatesFileRow[]): void {
  const first = new Map<string, number>();
  for (const row of rows) {
    if (row.day === null || row.currency === null) continue;
    const key = `${row.currency} ${row.day}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, row.line);
    else row.faults.push({ column: 'day', message: `${row.currency} has a rate for this day on line ${before} too.` });
  }
}

/**
 * Reads a CSV of rates: a heading that names day, currency and rate in any order (or what banks call them), `;` or `,`
 * between cells, decimal point or comma, a byte order mark or none. Days are YYYY-MM-DD: 03/04 is not guessed at.
 */
export function readRatesFile(source: string): RatesFile {
  const text = source.replace(/^\uFEFF/, '');
  const heading = text.split(/\r?\n/).find((line) => line.trim() !== '') ?? '';
  const separator = heading.split(';').length > heading.split(',').length ? ';' : ',';
  const [head, ...lines] = csvLines(text, separator);
  if (head === undefined) return { refused: 'The file is empty.' };
  const columns = head.cells.map(columnOf);
  const missing = COLUMNS.filter((column) => !columns.includes(column));
  if (missing.length > 0)
    return {
      refused: `The first line must name the columns day, currency and rate. Missing: ${missing.join(', ')}.`,
    };
  const twice = COLUMNS.find((column) => columns.filter((one) => one === column).length > 1);
  if (twice !== undefined) return { refused: `The first line names two columns for the ${twice}. Keep one.` };
  if (lines.length === 0) return { refused: 'The file has a heading and no rates.' };
  if (lines.length > MOST_RATES_ROWS) return { refused: 'A file has at most 5,000 rates. Divide it.' };
  const places = { day: columns.indexOf('day'), currency: columns.indexOf('currency'), rate: columns.indexOf('rate') };
  const rows = lines.map((line) => readRow(line, places, head.cells.length));
  markRepeated(rows);
  return { rows, ignored: head.cells.filter((cell, index) => columns[index] === undefined && cell.trim() !== '') };
}

/** Whether a rate is 20 % or more off from the one before it: a comma misplaced, or a bad day. Both scaled alike. */
export function isFarOff(rate: ExchangeRate, before: ExchangeRate): boolean {
  const gap = rate > before ? rate - before : before - rate;
  return gap * 5n >= before;
}
