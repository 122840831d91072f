import type { GridCell, GridColumn } from './grid-types.ts';
import { readTypedDay } from '../fields/read-day.ts';
import type { Day } from '../../../domain/values/day.ts';
import { readTypedRate } from '../../../domain/values/typed.ts';
import { readAmount } from '../marks/format.ts';

/** The cells of what was copied from a spreadsheet: tabs between columns, line ends between rows, quotes round both. */
export function splitCopied(text: string): string[][] {
  const rows: string[][] = [[]];
  const pattern = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    rows.at(-1)?.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim());
    if (match[3] === '' || pattern.lastIndex >= text.length) break;
    if (match[3] !== '\t') rows.push([]);
  }
  return rows.filter((row) => row.some((cell) => cell !== ''));
}

async function cellOf<R>(column: GridColumn<R>, text: string, today: Day): Promise<GridCell> {
  if (column.kind === 'rate') return readTypedRate(text) ?? '';
  if (column.kind === 'money') return readAmount(text, column.currency ?? '') ?? '';
  if (column.kind === 'text') return text;
  if (column.kind === 'day') return readTypedDay(text, today) ?? '';
  if (column.kind === 'check') return /^(yes|y|x|1|true)$/i.test(text) ? 'yes' : '';
  // A name is taken when it is exactly one of the register, or when the search finds a single one.
  const matches = text === '' ? [] : ((await column.search?.(text, new AbortController().signal)) ?? []);
  const exact = matches.filter((one) => one.label.localeCompare(text, undefined, { sensitivity: 'base' }) === 0);
  return exact[0] ?? (matches.length === 1 ? (matches[0] ?? null) : null);
}

type Pasted<R> = { rows: R[]; unknown: string[] };
type At<R> = {
  rows: readonly R[];
  columns: readonly GridColumn<R>[];
  row: number;
  column: number;
  newRow: () => R;
  /** The firm's day, from which "today" and "+30" count. */
  today: Day;
};

/** The rows after a paste at a cell; `unknown` are names that the register does not know, left empty. */
export async function pasteAt<R>(text: string, at: At<R>): Promise<Pasted<R>> {
  const { rows, columns, row, column, newRow, today } = at;
  const targets = columns.slice(column).filter((one) => one.kind !== 'shown');
  const result = [...rows];
  const unknown: string[] = [];
  for (const [offset, copied] of splitCopied(text).entries()) {
    const changes: Partial<Record<keyof R & string, GridCell>> = {};
    for (const [index, target] of targets.slice(0, copied.length).entries()) {
      const cell = copied[index] ?? '';
      const value = await cellOf(target, cell, today);
      if (target.kind === 'picker' && value === null && cell !== '') unknown.push(cell);
      changes[target.key] = value;
    }
    result[row + offset] = { ...(result[row + offset] ?? newRow()), ...changes };
  }
  return { rows: result, unknown };
}
