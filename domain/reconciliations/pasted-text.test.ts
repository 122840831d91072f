import { expect, test } from 'vitest';
import { sheetOfText } from './pasted-text.ts';

const cells = (text: string) => sheetOfText(text).rows.map((row) => row.cells);

test('M13: each line of a PDF’s text that ends in amounts is a row', () => {
  const text = [
    'Statement of account as at 31 March 2026',
    'CN/NBO/2026/000003 Kisumu Sugar Works 02/03/2026 131,250.00',
    '',
    'Page 1 of 2',
    'CN/NBO/2026/000004\tLake Basin 1.250,75 CR',
  ].join('\r\n');
  expect(sheetOfText(text)).toEqual({
    columns: ['Text', 'Last amount', 'Second last amount', 'Third last amount'],
    rows: [
      { row: 2, cells: ['CN/NBO/2026/000003 Kisumu Sugar Works 02/03/2026', '131,250.00'], faults: [] },
      { row: 5, cells: ['CN/NBO/2026/000004 Lake Basin', '1.250,75 CR'], faults: [] },
    ],
  });
});

test.each([
  ['Net 312,500.00 9,375.00 131,250.00', ['Net', '131,250.00', '9,375.00', '312,500.00']],
  ['A 1.00 2.00 3.00 4.00', ['A 1.00', '4.00', '3.00', '2.00']],
  ['Return (45,000.00)', ['Return', '-45,000.00']],
  ['Return 45,000.00-', ['Return', '-45,000.00']],
  ['Return −45,000.00', ['Return', '-45,000.00']],
  ['131,250.00', ['', '131,250.00']],
])('%s', (line, expected) => {
  expect(cells(line)).toEqual([expected]);
});

test.each(['Year 2026', 'CN/NBO/2026/000012', 'Policy 4711', '', 'CR', '12.5.2026 to 31.12.2026x'])(
  'what ends in no amount is left out: %s',
  (line) => {
    expect(cells(line)).toEqual([]);
  },
);

// With a pattern that goes back, it would take hours.
test('a line without end is read through once', () => {
  expect(cells(`${'1,'.repeat(200_000)}x\n${'('.repeat(200_000)}`)).toEqual([]);
});
