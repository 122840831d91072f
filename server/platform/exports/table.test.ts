import { mkdtempDisposable, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import {
  apart,
  baseMoney,
  count,
  day,
  instant,
  money,
  optional,
  rate,
  text,
  totalled,
} from '../../../domain/tables/columns.ts';
import { replyRow, table, unsummed, type Values } from '../../../domain/tables/table.ts';
import { laidOutReport } from '../documents/report-layout.ts';
import { writeCsv } from './csv.ts';
import { sectionOf } from './paper.ts';
import { fileOf } from './table.ts';
import { writeXlsx } from './xlsx.ts';

const figures = table({
  name: text('Name'),
  currency: text('Currency'),
  amount: totalled(money('Amount')),
  paid: optional(money('Paid')),
  base: totalled(baseMoney('Amount')),
  share: rate('Line %'),
  due: optional(day('Due')),
});
type Row = Values<typeof figures>;
const BASE = 'KES';

// Currencies of none, two and three decimals; what a double holds exactly, so that a spreadsheet gives it back.
const amounts = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
const rows: fc.Arbitrary<Row[]> = fc.array(
  fc.record({
    name: fc.constantFrom('Jubilee', 'A, "B" & Co', 'Société\nAfricaine', 'شركة'),
    currency: fc.constantFrom('JPY', 'USD', 'KWD'),
    amount: amounts,
    paid: fc.option(amounts),
    base: amounts,
    share: fc.bigInt({ min: 0n, max: 100_000_000n }),
    due: fc.option(fc.constantFrom('2026-03-31', '2024-02-29')),
  }),
  { maxLength: 40 },
);

/** The cells of a CSV file, by RFC 4180. */
function cellsOf(csv: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, bare, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
    if (end === '\r\n') lines.push([]);
  }
  return lines.slice(0, -1);
}

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
};
const asNumber = (text: string): string => (text === '' ? '' : String(Number(text)));

describe('a table in its files', () => {
  test('every cell is the value of the reply, in CSV and in XLSX', async () => {
    await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'slipway-test-'));
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(rows, async (all) => {
        turn += 1;
        const file = (end: string) => path.join(folder.path, `${turn}.${end}`);
        const written = () => fileOf(figures, { name: 'figures', rows: all, base: BASE });
        await writeCsv(written(), file('csv'));
        await writeXlsx(written(), file('xlsx'));
        const csv = cellsOf((await readFile(file('csv'), 'utf8')).slice(1));
        const sheet = (await readXlsx(await readFile(file('xlsx')))).sheets[0]?.rows ?? [];
        expect(csv[0]).toEqual(['Name', 'Currency', 'Amount', 'Paid', 'Amount (KES)', 'Line %', 'Due']);
        expect(sheet[0]).toEqual(csv[0]);
        expect(csv).toHaveLength(all.length + 1);
        for (const [place, values] of all.entries()) {
          const reply = replyRow(figures, values, BASE);
          const share = csv[place + 1]?.[5] ?? '';
          const sent = [reply.name, reply.currency, reply.amount, reply.paid, reply.base, share, reply.due];
          expect(csv[place + 1]).toEqual(sent.map(asText));
          const plain = sent.map((value, index) => (index > 1 && index < 6 ? asNumber(asText(value)) : asText(value)));
          expect(figures.file.map((_, index) => asText(sheet[place + 1]?.[index]))).toEqual(plain);
        }
      }),
      { numRuns: 20 },
    );
  }, 60_000);

  test('on paper every amount is written for people, with a total for each currency and one in base', async () => {
    const row = { name: 'Jubilee', currency: 'JPY', amount: -1_240n, paid: null, base: 99_000n, share: 0n, due: null };
    const {
      columns,
      rows: printed,
      totals,
    } = await sectionOf(
      figures,
      [row, { ...row, currency: 'KWD', amount: 9_750_125n, due: '2026-03-31' }, { ...row, amount: 40n }],
      { base: BASE },
    );
    expect(columns.map(({ label }) => label).join(' | ')).toBe(
      'Name | Currency | Amount | Paid | Amount (KES) | Line % | Due',
    );
    expect(printed[0]).toEqual(['Jubilee', 'JPY', '−1,240', '', '990.00', '0', '']);
    expect(printed[1]).toEqual(['Jubilee', 'KWD', '9,750.125', '', '990.00', '0', '31 Mar 2026']);
    expect(totals).toEqual([
      ['Total JPY', '', '−1,200', '', '', '', ''],
      ['Total KWD', '', '9,750.125', '', '', '', ''],
      ['All in KES', '', '', '', '2,970.00', '', ''],
    ]);
  });

  test('on paper the sum of amounts of which one is not known is not known, where an empty one means that', async () => {
    const worth = table({
      currency: text('Currency'),
      value: optional(totalled(baseMoney('Value'), 'IF_KNOWN')),
      credit: optional(totalled(baseMoney('Credit'))),
    });
    const row = { currency: 'USD', value: 12_990n, credit: 500n };
    const totalsOf = async (rows: (typeof row | { currency: string; value: null; credit: null })[]) =>
      (await sectionOf(worth, rows, { base: BASE })).totals;
    expect(await totalsOf([row, { ...row, currency: 'EUR' }])).toEqual([['All in KES', '259.80', '10.00']]);
    expect(await totalsOf([row, { currency: 'XOF', value: null, credit: null }])).toEqual([['All in KES', '', '5.00']]);
  });

  test('on paper what is no whole together is summed by itself, in the order in which it comes', async () => {
    const stake = table({
      part: apart(text('Part')),
      currency: text('Currency'),
      amount: totalled(money('Amount')),
      share: totalled(money('Share')),
    });
    const row = { part: 'Lines', currency: 'KES', amount: 100n, share: 1n };
    const rows = [row, { ...row, currency: 'EUR' }, { ...row, part: 'Claims' }, row];
    expect((await sectionOf(stake, rows, { base: BASE })).totals).toEqual([
      ['Lines EUR', '', '1.00', '0.01'],
      ['Lines KES', '', '2.00', '0.02'],
      ['Claims KES', '', '1.00', '0.01'],
    ]);
    expect((await sectionOf(unsummed(stake, ['share']), rows, { base: BASE })).totals[1]).toEqual([
      'Lines KES',
      '',
      '2.00',
      '',
    ]);
  });

  test('on paper nothing is a dash, whatever the time of the firm is', async () => {
    const row = { name: 'Jubilee', currency: 'KES', amount: 0n, paid: 0n, base: 0n, share: 0n, due: null };
    const { rows: printed } = await sectionOf(figures, [row], { base: BASE, timeZone: 'Africa/Nairobi' });
    expect(printed).toEqual([['Jubilee', 'KES', '–', '–', '–', '0', '']]);
  });

  test('long headings are in several lines where the letters gain by it, and in one where they are large already', () => {
    const column = (label: string) => ({ label, kind: 'amount' as const });
    const laidOut = (labels: readonly string[]) =>
      laidOutReport({
        kind: 'report',
        columns: labels.map(column),
        rows: [labels.map(() => '23,603,229.42')],
        totals: [],
      });
    const many = laidOut(Array.from({ length: 12 }, (_, place) => `Bank charges and costs ${place} not made good`));
    expect([many.headLines, many.sizePt > 6.5]).toEqual([3, true]);
    expect(many.columns[0]?.label).toBe('Bank charges\nand costs 0\nnot made good');
    expect(laidOut(['Paid ahead of what came in', 'Total']).headLines).toBe(1);
  });

  test('a long text has the lines that its column makes of it, and nothing of it is cut', () => {
    const name = 'Ziwa Reinsurance Company of the Great Lakes and the Eastern Highlands 12.5%, ';
    const amounts = Array.from({ length: 9 }, (_, place) => ({ label: `Amount ${place}`, kind: 'amount' as const }));
    const { rows, lines } = laidOutReport({
      kind: 'report',
      columns: [{ label: 'Securities', kind: 'text' }, ...amounts],
      rows: [name.repeat(3), 'Kigali'].map((text) => [text, ...amounts.map(() => '23,603,229.42')]),
      totals: [],
    });
    expect(rows[0]?.[0]?.replaceAll('\n', ' ')).toBe(name.repeat(3));
    expect(lines?.[0]).toBe(rows[0]?.[0]?.split('\n').length);
    expect([lines?.[0] === 1, lines?.[1]]).toEqual([false, 1]);
  });

  test('columns below a column below a column are all printed, each part of a row on one line in all columns', () => {
    const name = 'Ziwa Reinsurance Company of the Great Lakes and the Eastern Highlands';
    const amount = { label: 'Amount', kind: 'amount' as const };
    const below = { below: true as const };
    const figures = Array.from({ length: 10 }, () => [
      amount,
      { ...amount, label: 'At the other day', ...below },
      { ...amount, label: 'Difference', ...below },
    ]).flat();
    const { deep, columns, rows, lines, upper, totals } = laidOutReport({
      kind: 'report',
      columns: [{ label: 'Party', kind: 'text' }, { label: 'Class', kind: 'text', ...below }, ...figures],
      rows: [
        [name.repeat(2), 'Fire', ...figures.map((_, place) => `${place},123,603,229.42`)],
        ['Kigali', '', ...figures.map(() => '3,229.42')],
      ],
      totals: [['Total', '', ...figures.map((_, place) => `${place}.00`)]],
    });
    expect(deep).toBe(3);
    expect(columns.map(({ label, under }) => [label, ...(under ?? [])].join('/').replaceAll('\n', ' '))).toEqual([
      'Party/Class',
      ...Array<string>(10).fill('Amount/At the other day/Difference'),
    ]);
    // The name has more lines than a figure, so that the figures of the other day begin where the class does.
    const [tall = 0] = upper ?? [];
    expect(tall).toBeGreaterThan(1);
    expect(rows[0]?.map((cell) => cell.split('\n')[tall])).toEqual([
      'Fire',
      ...Array.from({ length: 10 }, (_, figure) => `${figure * 3 + 1},123,603,229.42`),
    ]);
    expect(rows[0]?.[1]?.split('\n')[tall + 1]).toBe('2,123,603,229.42');
    expect(lines).toEqual([tall + 2, 3]);
    expect(totals[0]?.slice(0, 2)).toEqual(['Total', '0.00\n1.00\n2.00']);
  });

  test('on paper a count is on the right, as amounts are', async () => {
    const counted = table({ name: text('Name'), days: count('Days overdue') });
    const rows = await sectionOf(counted, [{ name: 'Jubilee', days: 12 }], { base: BASE });
    expect(laidOutReport({ kind: 'report', ...rows }).columns.map(({ align }) => align)).toEqual([undefined, 'right']);
  });

  test('an instant is printed where the firm is, and is exact in a file', async () => {
    const seen = table({ at: instant('At') });
    const rows = [{ at: new Date('2026-11-21T20:56:04.120Z') }];
    const printed = await sectionOf(seen, rows, { base: BASE, timeZone: 'Africa/Nairobi' });
    expect(printed.rows).toEqual([['21 Nov 2026 23:56']]);
    const later = await sectionOf(seen, [{ at: new Date('2026-11-21T21:04:00Z') }], {
      base: BASE,
      timeZone: 'Africa/Nairobi',
    });
    expect(later.rows).toEqual([['22 Nov 2026 00:04']]);
    const cells = await Array.fromAsync(
      fileOf(seen, { name: 'seen', rows, base: BASE, timeZone: 'Africa/Nairobi' }).rows,
    );
    expect(cells).toEqual([['2026-11-21T20:56:04.120Z']]);
  });

  test('more rows than are printed say what to do instead', async () => {
    const row = { name: 'Jubilee', currency: 'KES', amount: 1n, paid: null, base: 1n, share: 0n, due: null };
    const many = (count: number) =>
      sectionOf(
        figures,
        Array.from({ length: count }, () => row),
        { base: BASE },
      );
    expect((await many(10_000)).rows).toHaveLength(10_000);
    await expect(many(10_001)).rejects.toThrow('A PDF has at most 10,000 rows. Filter the report, or take it as XLSX.');
  });
});
