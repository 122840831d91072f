import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { checked, commonOf, faultsOf, row } from './bordereau.factories.ts';
import { confirm } from './imports.factories.ts';

let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update currencies set active = true where code in ('KWD', 'JPY')`);
});
afterAll(() => t.close());

const U = 'underwriter.nbo';

test.each([
  ['KWD', ['1000000.125', 'KWD 2,500,000.5', 750_000.005], '4250000.630', '10625.001', '0.0005'],
  ['JPY', ['500000000', 'JPY 1,200,000', 750_001], '501950001', '1254875', '0.5'],
] as const)(
  'rows in %s have its decimals, and those that it has not are told',
  async (...[code, insured, all, premium, below]) => {
    const common = commonOf(book, { currency: code });
    const rows = insured.map((TSI, n) => row(n + 1, { TSI, 'Policy No': `${code}/${n}` }));
    const found = await checked(t, U, { common, rows });
    expect(found.totals).toMatchObject([{ currency: code, count: 3, sum_insured: all, premium }]);
    const { after } = await confirm(t, U, { id: found.id, version: found.version });
    expect(after.counts).toMatchObject({ written: 3, faulty: 0 });
    const faulty = await checked(t, U, { common, rows: [row(9, { TSI: below, 'Policy No': `${code}/9` })] });
    expect(await faultsOf(t, faulty.id)).toEqual([[2, [`“${below}” is not an amount of ${code}.`]]]);
  },
);

test('a period that begins on a leap day is a year to the end of February', async () => {
  const common = commonOf(book, { dateoffered: '2026-02-20' });
  const leap = { Inception: '29/02/2028', Expiry: '28/02/2029', 'Policy No': 'LEAP/1' };
  const found = await checked(t, U, { common, rows: [row(1, leap)] });
  expect(found.counts).toMatchObject({ rows: 1, new: 1, faulty: 0 });
  const none = await checked(t, U, { common, rows: [row(1, { ...leap, Inception: '29/02/2027' })] });
  expect((await faultsOf(t, none.id))[0]?.[1]?.join()).toContain('29/02/2027');
});
