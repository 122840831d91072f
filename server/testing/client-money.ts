import { expect } from 'vitest';
import type { TestApp } from './testApp.ts';

type Row = Record<string, string>;
const FIGURES = [
  'held',
  'unallocated',
  'premiums',
  'claims',
  'required',
  'short',
  'charges',
  'exchanged',
  'result',
  'other',
];
const units = (text: string) => BigInt(text.replace('.', ''));

/**
 * The client bank holds what came in for notes and claims and was not paid on, and nothing that nobody can explain; its accounts
 * add up to it. M14.
 */
export async function expectExplained(t: TestApp, who = 'manager.nbo'): Promise<void> {
  const rowsOf = async (call: string): Promise<Row[]> =>
    (await t.call(who, `GET /api/sca/v1/clientmoney/${call}`)).body.data;
  const [rows, accounts] = [await rowsOf('items'), await rowsOf('accounts')];
  const unexplained = [...rows, ...accounts].filter(({ other = '' }) => !/^-?0(\.0+)?$/.test(other));
  expect(unexplained).toEqual([]);
  for (const row of rows) {
    const own = accounts.filter(({ branch, currency }) => branch === row['branch'] && currency === row['currency']);
    const sums = FIGURES.map((name) => [name, own.reduce((sum, one) => sum + units(one[name] ?? '0'), 0n)]);
    expect(sums).toEqual(FIGURES.map((name) => [name, units(row[name] ?? '0')]));
  }
}
