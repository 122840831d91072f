import { describe, expect, test } from 'vitest';
import { pasteAt, splitCopied } from './grid-paste.ts';
import type { GridColumn } from './grid-types.ts';

type Row = { due: string; amount: string; note: string };
const COLUMNS: readonly GridColumn<Row>[] = [
  { key: 'due', title: 'Due', kind: 'day' },
  { key: 'amount', title: 'Amount', kind: 'money', currency: 'KES' },
  { key: 'note', title: 'Note', kind: 'text' },
];
const EMPTY: Row = { due: '', amount: '', note: '' };
const pasted = async (text: string, today: string, at: { row?: number; column?: number } = {}) =>
  (await pasteAt(text, { rows: [EMPTY], columns: COLUMNS, row: 0, column: 0, newRow: () => EMPTY, today, ...at })).rows;

describe('rows pasted from a spreadsheet', () => {
  // The firm's day and that of a browser in another zone are not the same for hours of each day.
  test.each([
    ['2026-03-31', '2026-03-31', '2026-04-30'],
    ['2026-04-01', '2026-04-01', '2026-05-01'],
  ])('"today" and "+30" are counted from the firm’s day, %s', async (today, first, second) => {
    const rows = await pasted('today\t1,000\tA\n+30\t2.5m\tB', today);
    expect(rows).toEqual([
      { due: first, amount: '1000.00', note: 'A' },
      { due: second, amount: '2500000.00', note: 'B' },
    ]);
  });

  test('a day that says nothing of today is itself; what is none is left empty', async () => {
    const rows = await pasted('31/12/2026\t-\nnever\t5', '2026-03-31');
    expect(rows.map((row) => row.due)).toEqual(['2026-12-31', '']);
  });

  test('begins at its cell, and quotes keep tabs and line ends together', async () => {
    expect(await pasted('7', '2026-03-31', { row: 1, column: 1 })).toEqual([EMPTY, { ...EMPTY, amount: '7.00' }]);
    expect(splitCopied('"a ""b""\nc"\td\r\n\r\ne')).toEqual([['a "b"\nc', 'd'], ['e']]);
  });
});
