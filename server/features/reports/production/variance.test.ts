import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../../testing/factories.ts';
import { readPdfText } from '../../../testing/pdf.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { londonPolicy } from '../test-book.ts';

const UW = '/api/sca/v1/underwriting';
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await approvedPolicy(t, book);
  await londonPolicy(t, book, { currency: 'KES', sum_insured: '100000000' });
});
afterAll(() => t.close());

const budget = async (who: string, premium: string) => {
  const { rows } = await t.ownerPool.query(`select id from cover_types where name_key = 'testclass'`);
  const body = { year: 2026, class: rows[0].id, premium, brokerage: '12000' };
  expect(await t.call(who, 'POST /api/sca/v1/budget/save', { body })).toMatchObject({ status: 200 });
};
const read = async (branches: Record<string, string>) => {
  const { body } = await t.call('root', `GET ${UW}/monthlyreport`, { query: { money: 'base', ...branches } });
  const { data, totals, months, partly_planned } = body;
  return { row: data[0], total: totals[0], march: months[2], partly_planned };
};
const [NBO, LON, ALL] = [{ branch: 'NBO' }, { branch: 'LON' }, { branches: 'ALL' }];

test('of all branches a variance is of what those made that have a budget, and adds up to theirs', async () => {
  await budget('manager.nbo', '1200000');
  const own = await read(NBO);
  expect(own).toMatchObject({
    row: { premium_year: '750000.00', budget_premium_year: '300000.00', variance_premium_year: '450000.00' },
    march: { planned_premium: '750000.00' },
    partly_planned: 0,
  });
  expect((await read(LON)).row).toMatchObject({ premium_year: '150000.00', budget_premium_year: null });
  const all = await read(ALL);
  expect(all).toMatchObject({
    row: { premium_year: '900000.00', budget_premium_year: '300000.00' },
    march: { premium: '900000.00', planned_premium: '750000.00' },
    partly_planned: 1,
  });
  for (const name of ['variance_premium', 'variance_premium_year', 'variance_brokerage', 'variance_brokerage_year'])
    expect([all.row[name], all.total[name]], name).toEqual([own.row[name], own.row[name]]);
  await budget('manager.lon', '60000');
  const both = await read(ALL);
  expect(both).toMatchObject({
    row: { budget_premium_year: '315000.00', variance_premium_year: '585000.00' },
    march: { planned_premium: '900000.00' },
    partly_planned: 0,
  });
});

test('a budget is beside classes alone: another grouping has neither its columns nor its name in a file', async () => {
  const head = async (by: string) => {
    const query = { by, beside: 'budget', format: 'csv' };
    return (await t.call('manager.nbo', `GET ${UW}/monthlyreport`, { query })).bytes.toString().split('\n')[0];
  };
  expect(await head('class')).toMatch(/Budget.*Variance to date/);
  expect(await head('producer')).not.toMatch(/Budget|Variance/);
  const paper = await t.call('manager.nbo', `GET ${UW}/monthlyreport`, {
    query: { by: 'producer', beside: 'budget', format: 'pdf' },
  });
  expect(readPdfText(paper.bytes)).not.toContain('Budget');
});
