import { describe, expect, test } from 'vitest';
import { isFarOff, MOST_RATES_ROWS, readRatesFile } from './rates-file.ts';

function rowsOf(text: string) {
  const file = readRatesFile(text);
  if ('refused' in file) throw new Error(file.refused);
  return file.rows;
}
const plain = (text: string) => rowsOf(text).map(({ line, day, currency, rate }) => [line, day, currency, rate]);
const faults = (text: string) => rowsOf(text).map((row) => row.faults.map(({ column, message }) => [column, message]));

describe('a file of rates', () => {
  test.each([
    ['comma', 'day,currency,rate\n2026-03-01,USD,129.5\n'],
    ['semicolon and decimal comma', 'Date;Ccy;Exchange rate\r\n2026-03-01;usd;129,5\r\n'],
    ['byte order mark, quotes, other order', '\uFEFF"Rate","Value Date","ISO_Code"\n"129,5","2026-03-01"," USD "'],
    ['blank lines', '\n\nday,currency,rate\n\n2026-03-01,USD,129.50\n\n'],
    ['more columns', 'day,bank,currency,note,rate\n2026-03-01,"CBK, Nairobi",USD,"two\nlines",129.5'],
  ])('%s', (_name, text) => {
    expect(plain(text).map(([, ...rest]) => rest)).toEqual([['2026-03-01', 'USD', 1_295_000_000_000n]]);
  });

  test('lines are those of the file', () => {
    expect(plain('day,currency,rate\n\n2026-03-01,USD,1\n2026-03-02,USD,"1"\n').map(([line]) => line)).toEqual([3, 4]);
  });

  test('names the columns that it does not read', () => {
    expect(readRatesFile('day,currency,rate,Entered by\n2026-03-01,USD,1,Jane')).toMatchObject({
      ignored: ['Entered by'],
    });
  });

  test.each([
    ['', 'The file is empty.'],
    ['\n \n', 'The file is empty.'],
    ['day,currency,rate\n', 'The file has a heading and no rates.'],
    [
      '2026-03-01,USD,129',
      'The first line must name the columns day, currency and rate. Missing: day, currency, rate.',
    ],
    ['day,currency\n2026-03-01,USD', 'The first line must name the columns day, currency and rate. Missing: rate.'],
    ['day,date,currency,rate\n', 'The first line names two columns for the day. Keep one.'],
    [
      `day,currency,rate\n${'2026-03-01,USD,1\n'.repeat(MOST_RATES_ROWS + 1)}`,
      'A file has at most 5,000 rates. Divide it.',
    ],
  ])('refuses %.30j', (text, refused) => {
    expect(readRatesFile(text)).toEqual({ refused });
  });

  test.each([
    ['03/04/2026,USD,129', ['day', 'Write the day as YYYY-MM-DD.']],
    ['2026-02-30,USD,129', ['day', 'Write the day as YYYY-MM-DD.']],
    [',USD,129', ['day', 'Enter the day.']],
    ['2026-03-01,US$,129', ['currency', 'Write the currency as three letters, such as USD.']],
    ['2026-03-01,,129', ['currency', 'Enter the currency.']],
    ['2026-03-01,USD,', ['rate', 'Enter the rate.']],
    ['2026-03-01,USD,"1,295.50"', ['rate', 'Write the rate without a thousands separator.']],
    [
      '2026-03-01,USD,0',
      ['rate', 'Rate must be a number more than 0 with at most 10 decimals, such as 129.5 or 129,5.'],
    ],
    [
      '2026-03-01,USD,-1',
      ['rate', 'Rate must be a number more than 0 with at most 10 decimals, such as 129.5 or 129,5.'],
    ],
    [
      '2026-03-01,USD,1e3',
      ['rate', 'Rate must be a number more than 0 with at most 10 decimals, such as 129.5 or 129,5.'],
    ],
    [
      '2026-03-01,USD,1.12345678901',
      ['rate', 'Rate must be a number more than 0 with at most 10 decimals, such as 129.5 or 129,5.'],
    ],
    [
      '2026-03-01,USD,129,5',
      ['rate', 'This line has more cells than the heading. Put a rate with a decimal comma in quotes.'],
    ],
  ])('%s: one clear sentence', (row, fault) => {
    expect(faults(`day,currency,rate\n${row}\n`)).toEqual([[fault]]);
  });

  test('a day twice is told at the second, by the line of the first', () => {
    expect(faults('day,currency,rate\n2026-03-01,USD,1\n2026-03-01,EUR,1\n2026-03-01,usd,2')).toEqual([
      [],
      [],
      [['day', 'USD has a rate for this day on line 2 too.']],
    ]);
  });
});

test.each([
  [119n, 100n, false],
  [120n, 100n, true],
  [81n, 100n, false],
  [80n, 100n, true],
])('%s after %s is far off: %s', (rate, before, far) => {
  expect(isFarOff(rate, before)).toBe(far);
});
