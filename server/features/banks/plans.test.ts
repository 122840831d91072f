import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBook } from '../../testing/factories.ts';
import { planAsRole, rowsReadAsRole } from '../../testing/plans.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { vacuum } from '../../testing/vacuum.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { bankLinesOf, ourBankAccount } from './banks.factories.ts';
import { openLinesWithProposals } from './proposals.ts';

const LINES = 4_000;
const OPEN = LINES / 10;
let t: TestApp;
let account: number;
let branch: number;

/** An account with many lines, of which each tenth is matched with nothing. */
beforeAll(async () => {
  t = await testApp();
  await makeBook(t);
  account = await ourBankAccount(t);
  const bank = bankLinesOf(() => t, { id: account, number: '0100200301' });
  await bank.says(...Array.from({ length: LINES }, (_, nth) => ({ amount: `${nth + 1}.00`, reference: `FT${nth}` })));
  branch = (await t.ownerPool.query(`select id from branches where code = 'NBO'`)).rows[0].id;
  await t.ownerPool.query('alter table bank_lines disable trigger user');
  await t.ownerPool.query('update bank_lines set matched = true where position % 10 <> 0');
  await t.ownerPool.query('alter table bank_lines enable trigger user');
  await vacuum(t.ownerPool, 'bank_lines');
});
afterAll(() => t.close());

const query = () => ({ account });

test('a file of open bank lines reads each of them once, off the index of open lines', async () => {
  const days: string[] = [];
  const file = async (ctx: Ctx) => {
    days.length = 0;
    for await (const { reference } of await openLinesWithProposals.rows(ctx, { query: query() })) days.push(reference);
  };
  const rows = await rowsReadAsRole(t, branch, file);
  expect(days).toEqual(Array.from({ length: OPEN }, (_, nth) => `FT${10 * nth + 9}`));
  expect(rows('bank_lines')).toBeLessThanOrEqual(OPEN + 10);
  const plan = await planAsRole(t, branch, file);
  expect(plan).toContain('Index Scan using bank_lines_open');
  expect(plan).not.toContain('Seq Scan on bank_lines');
});

test('a page of open bank lines reads those that it shows, and counts the others in the index', async () => {
  const page = (ctx: Ctx) => openLinesWithProposals.reply(ctx, { query: { ...query(), start: 100, length: 20 } });
  const rows = await rowsReadAsRole(t, branch, async (ctx) => {
    expect(await page(ctx)).toMatchObject({ recordsFiltered: OPEN });
  });
  expect(rows('bank_lines')).toBeLessThanOrEqual(120 + OPEN + 10);
});
