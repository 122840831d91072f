import { describe, expect, test } from 'vitest';
import { matchHeadings } from '../imports/targets.ts';
import { readTheirStatement, THEIR_COLUMNS, type TheirSheet } from './their-statement.ts';

const HEADINGS = ['Credit note', 'Policy', 'Particulars', 'Date', 'Debit', 'Credit'];
const read = (rows: string[][], changes: Partial<TheirSheet> = {}, headings = HEADINGS) =>
  readTheirStatement({
    rows: rows.map((cells, index) => ({ row: index + 2, cells, faults: [] })),
    matching: matchHeadings(THEIR_COLUMNS, headings),
    dayOrder: 'DAY_FIRST',
    currency: 'KES',
    today: '2026-03-31',
    turned: false,
    total: undefined,
    ...changes,
  });

describe('M13: a party’s statement as a sheet', () => {
  test('columns are known by their headings, debit less credit is the amount', () => {
    expect(
      read([
        ['CN/NBO/2026/000003', 'NBO/FAC/2026/000001', 'Kisumu', '02/03/2026', '131,250.00', ''],
        ['', '', 'Payment', '2026-03-20', '', '31,250.00'],
      ]),
    ).toEqual({
      lines: [
        {
          row: 2,
          day: '2026-03-02',
          document: 'CN/NBO/2026/000003',
          reference: 'NBO/FAC/2026/000001',
          text: 'Kisumu',
          amount: 131_250_00n,
        },
        { row: 3, day: '2026-03-20', document: '', reference: '', text: 'Payment', amount: -31_250_00n },
      ],
      faults: [],
      refusals: [],
      total: 100_000_00n,
    });
  });

  test('signs are turned where they are the other way round', () => {
    expect(read([['A', '', '', '', '100', '']], { turned: true }).total).toBe(-100_00n);
  });

  test('a total is no line, and the lines must make it', () => {
    const rows = (total: string) => [
      ['CN/1', '', '', '', '100.00', ''],
      ['CN/2', '', '', '', '50.00', ''],
      ['Total', '', '', '', total, ''],
    ];
    expect(read(rows('150.00'))).toMatchObject({ refusals: [], total: 150_00n });
    expect(read(rows('151.00')).refusals).toEqual([
      'Its total says KES 151.00, but its lines come to KES 150.00. Get the whole statement.',
    ]);
    expect(read(rows('150.00'), { total: '149' }).refusals).toEqual([
      'You entered KES 149.00, but its lines come to KES 150.00. Correct the one that is wrong.',
    ]);
    expect(read(rows('150.00'), { total: 'much' }).refusals).toEqual(['“much” is not an amount of KES.']);
  });

  test.each([
    [['CN/1', '', '', '', '1.005', ''], '“1.005” is not an amount of KES.'],
    [['CN/1', '', '', '', '1e9', ''], '“1e9” is not an amount of KES.'],
    [['CN/1', '', '', '31/31/2026', '1', ''], '“31/31/2026” is not a date.'],
    [['', '', '', '', '1', ''], 'Names nothing that its amount is for.'],
  ])('what cannot be read is named by its row: %j', (row, message) => {
    expect(read([row]).faults).toEqual([{ row: 2, message }]);
  });

  test('faults of the file itself, as a formula, are faults of its row', () => {
    const rows = [
      { row: 7, cells: ['CN/1', '', '', '', '1'], faults: [{ message: 'Holds a formula. Paste values only.' }] },
    ];
    expect(read([], { rows }).faults).toEqual([{ row: 7, message: 'Holds a formula. Paste values only.' }]);
  });

  test.each([
    [['Other', 'Things'], 'Choose the column of the amount, or those of debit and credit.'],
    [['Amount'], 'Choose the column of the document, the reference or the text.'],
    [HEADINGS, 'No row has an amount.'],
  ])('with the headings %j: %s', (headings, refusal) => {
    expect(read([], {}, headings).refusals).toEqual([refusal]);
  });
});
