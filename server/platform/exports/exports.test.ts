import { mkdtempDisposable, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { csvCell } from './csv.ts';
import { exportTable } from './table.ts';
import { writeXlsx } from './xlsx.ts';

async function sheetOf(bytes: Uint8Array) {
  const workbook = await readXlsx(bytes);
  const [sheet] = workbook.sheets;
  if (!sheet) throw new Error('No sheet.');
  return sheet;
}

describe('a CSV cell', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    ['a "b", c', '"a ""b"", c"'],
    ['two\nlines', '"two\nlines"'],
    ['a=b', 'a=b'],
  ])('text %j', (text, written) => {
    expect(csvCell(text, 'text')).toBe(written);
  });

  test('an amount and a count stay numbers, whatever their sign', () => {
    expect(csvCell('-12.50', 'amount')).toBe('-12.50');
    expect(csvCell('-671', 'count')).toBe('-671');
    expect(csvCell(null, 'amount')).toBe('');
  });
});

describe('XLSX', () => {
  test('each amount has its own currency’s decimals; one that a double cannot hold is text', async () => {
    await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'slipway-test-'));
    const file = path.join(folder.path, 'amounts.xlsx');
    const amounts = ['1234.50', '-1234', '1.234', '0.00', '9999999999999.99', '99999999999999.99', '-0.05', null];
    const columns = [
      { name: 'Amount', kind: 'amount' as const, cell: (amount: string | null) => amount },
      { name: 'Text', kind: 'text' as const, cell: (amount: string | null) => amount },
    ];
    await writeXlsx(exportTable({ name: 'amounts', columns, rows: amounts }), file);
    const bytes = await readFile(file);
    const { rows } = await sheetOf(bytes);
    expect(rows.slice(1).map((row) => row[0])).toEqual([
      1234.5,
      -1234,
      1.234,
      0,
      9_999_999_999_999.99,
      '99999999999999.99',
      -0.05,
      null,
    ]);
    expect(rows[1]?.[1]).toBe('1234.50');
    const opened = await readXlsx(bytes, { readStyles: true });
    const formats = [1, 2, 3].map((row) => opened.sheets[0]?.cells?.get(`${row},0`)?.style?.numFmt);
    expect(formats).toEqual(['#,##0.00', '#,##0', '#,##0.000']);
  });

  test('rows that fail in the middle fail the export', async () => {
    const rows = async function* () {
      yield 'one';
      throw new Error('The database went away.');
    };
    const columns = [{ name: 'Text', kind: 'text' as const, cell: (row: string) => row }];
    await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'slipway-test-'));
    await expect(
      writeXlsx(exportTable({ name: 'x', columns, rows: rows() }), path.join(folder.path, 'x.xlsx')),
    ).rejects.toThrow('went away');
    await expect(
      writeXlsx(exportTable({ name: 'x', columns, rows: ['a'] }), path.join(folder.path, 'no', 'x.xlsx')),
    ).rejects.toThrow(/ENOENT/);
    // What failed is not in the way of the next.
    const next = path.join(folder.path, 'next.xlsx');
    await writeXlsx(exportTable({ name: 'next', columns, rows: ['b'] }), next);
    expect((await readXlsx(await readFile(next))).sheets[0]?.rows).toEqual([['Text'], ['b']]);
  });

  test('short files follow each other on one thread, each whole; one that failed takes its thread with it', async () => {
    const columns = [{ name: 'Text', kind: 'text' as const, cell: (row: string) => row }];
    await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'slipway-test-'));
    const write = async (text: string, rows = [text]) => {
      const file = path.join(folder.path, `${text}.xlsx`);
      await writeXlsx(exportTable({ name: text, columns, rows }), file);
      return (await readXlsx(await readFile(file))).sheets[0]?.rows;
    };
    await write('before');
    let started = 0;
    const onStart = () => void (started += 1);
    process.on('worker', onStart);
    try {
      expect(await write('first')).toEqual([['Text'], ['first']]);
      expect(await write('second')).toEqual([['Text'], ['second']]);
      expect(started).toBe(0);
      expect(await Promise.all(['third', 'fourth'].map((text) => write(text)))).toEqual([
        [['Text'], ['third']],
        [['Text'], ['fourth']],
      ]);
      expect(started).toBe(1);
      await expect(write('first')).rejects.toThrow(/EEXIST/);
      expect(await write('fifth')).toEqual([['Text'], ['fifth']]);
      expect(started).toBe(1);
      await write(
        'long',
        Array.from({ length: 5_001 }, (_, nth) => String(nth)),
      );
      await write('after');
      expect(started).toBe(2);
    } finally {
      process.off('worker', onStart);
    }
  });
});
