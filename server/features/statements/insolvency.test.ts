import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../platform/http/context.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { unearnedOf } from '../reports/claims/written-premium.ts';
import { firstInForce, linesInForce } from '../reports/production/exposure.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';
import { awaitingNotes } from './account.ts';
import { approvedClaim, approvedMovement } from '../claims/claims.factories.ts';

const PATH = 'GET /api/sca/v1/securities/insolvency';
let t: TestApp;
let book: Book;
let half: number;
let returned: number;

// One policy half paid with a claim on it, one not paid with a return.
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  half = await approvedPolicy(t, book);
  const { id: note } = await debitNoteOf(t, half);
  const body = { receiptAmount: '281250.00', allocations: [{ note, amount: '281250.00' }] };
  await approvedReceipt(t, exampleReceipt(book, body));
  returned = await approvedPolicy(t, book);
  t.clock.set('2026-08-08T08:00:00Z');
});
afterAll(() => t?.close());

const drill = async (query: Record<string, string> = {}, who = 'accountant.nbo') =>
  (await t.call(who, PATH, { query: { param: String(book.a), ...query } })).body;
type Row = { part: string; amount: string; policy: { id: number } | null; share: string | null };
const of = (rows: Row[], part: string) =>
  rows.filter((row) => row.part === part).map((row) => [row.policy?.id, row.amount]);

test('lines in force, unearned premium by days and what waits for the reinsured, policy by policy', async () => {
  const { as_at, party, data, totals } = await drill();
  expect([as_at, party.name]).toEqual(['2026-08-08', 'Security A']);
  // A carries 25 % of 500,000,000.00 on each.
  expect(of(data, 'LINE')).toEqual([
    [half, '125000000.00'],
    [returned, '125000000.00'],
  ]);
  expect(data.find((row: Row) => row.part === 'LINE').share).toBe('25');
  // From 1 March to 8 August are 161 of 365 days: 312,500.00 less its 137,842.47 earned.
  expect(of(data, 'UNEARNED')).toEqual([
    [half, '174657.53'],
    [returned, '174657.53'],
  ]);
  // Half of the first net of 218,750.00 was released, nothing of the second.
  expect(of(data, 'UNRELEASED')).toEqual([
    [half, '109375.00'],
    [returned, '218750.00'],
  ]);
  expect(totals).toContainEqual(expect.objectContaining({ part: 'UNRELEASED', currency: 'KES', amount: '328125.00' }));
});

test('a claim called and not paid, the rest of its reserve, and as at a day before it neither', async () => {
  const claim = await approvedClaim(t, book, {
    policy: half,
    claimreserve: '10000000.00',
    data_loss_date: '2026-07-01',
    notified_on: '2026-08-08',
  });
  await approvedMovement(t, claim, { movement_date: '2026-08-08', amount: '4000000.00' });
  const { data } = await drill();
  expect(of(data, 'CLAIM')).toEqual([[half, '1000000.00']]);
  expect(of(data, 'RESERVE')).toEqual([[half, '1500000.00']]);
  const before = await drill({ asat: '2026-08-07' });
  expect([...of(before.data, 'CLAIM'), ...of(before.data, 'RESERVE')]).toEqual([]);
});

test('a return that it has not given back, and what is left in force', async () => {
  const { id: note } = await debitNoteOf(t, returned);
  const body = { receiptAmount: '562500.00', allocations: [{ note, amount: '562500.00' }] };
  await approvedReceipt(t, exampleReceipt(book, body));
  // What was not paid to it would be set against its return.
  const vouchers = voucherCalls(() => t);
  const item = (await vouchers.payable(book.a)).find((one) => one.available === '218750.00')?.item;
  const items = [{ item, amount: '218750.00' }];
  expect(
    (await vouchers.through(await vouchers.savePremium(book.a, '0', { items, bank_date: '2026-08-08' }))).status,
  ).toBe(200);
  await approvedEndorsement(t, returned, {
    endorsementtype: 'CANCEL_PRORATA',
    sum_insured: null,
    effective_date: '2026-08-08',
  });
  const { data } = await drill();
  expect(of(data, 'LINE')).toEqual([[half, '125000000.00']]);
  const [back] = of(data, 'RETURN');
  // 205 of 365 days of 312,500.00 less commission and brokerage: 122,859.59.
  expect(back).toEqual([returned, '122859.59']);
});

test('totals are what all rows come to, part by part and on each day; the first rows are the beginning of all', async () => {
  const units = (amount: string) => BigInt(amount.replace('.', ''));
  const parts = new Set<string>();
  for (const asat of [
    '2026-03-01',
    '2026-03-02',
    '2026-06-30',
    '2026-08-07',
    '2026-08-08',
    '2027-01-31',
    '2027-12-31',
  ]) {
    const { data, totals } = await drill({ asat });
    const added = new Map<string, bigint>();
    for (const { part, currency, amount } of data) {
      parts.add(part);
      added.set(`${part} ${currency}`, (added.get(`${part} ${currency}`) ?? 0n) + units(amount));
    }
    expect(
      totals.map((total: { part: string; currency: string; amount: string }) => [
        `${total.part} ${total.currency}`,
        units(total.amount),
      ]),
    ).toEqual([...added]);
  }
  expect([...parts].toSorted()).toEqual(['CLAIM', 'LINE', 'RESERVE', 'RETURN', 'UNEARNED', 'UNRELEASED']);
  const ctx = {
    db: t.ownerDatabase,
    scope: [1],
    today: '2026-08-08',
    firm: { timeZone: 'Africa/Nairobi' },
  } as unknown as Ctx;
  const on = { party: book.a, day: '2026-06-30' };
  for (const read of [linesInForce, unearnedOf, awaitingNotes]) {
    const { rows, totals } = await read(ctx, on);
    expect(rows.length).toBeGreaterThan(0);
    // What all come to is the same beside the first of them, and beside none.
    expect(await read(ctx, on, 1)).toEqual({ rows: rows.slice(0, 1), totals });
    expect(await read(ctx, on, 0)).toEqual({ rows: [], totals });
  }
  const idsOf = (rows: readonly { policy: { id: number } }[]) => rows.map(({ policy }) => policy.id);
  const first = async (which: { among?: number[]; apart?: number[]; most?: number }) =>
    idsOf(await firstInForce(ctx, on, { covering: on.day, most: 100, ...which }));
  const all = idsOf((await linesInForce(ctx, on)).rows).toSorted((a, b) => a - b);
  expect(all.length).toBeGreaterThan(1);
  expect(await first({})).toEqual(all);
  expect(await first({ most: 1 })).toEqual(all.slice(0, 1));
  expect(await first({ apart: all.slice(0, 1) })).toEqual(all.slice(1));
  expect(await first({ among: all.slice(-1) })).toEqual(all.slice(-1));
  expect(await first({ among: [] })).toEqual([]);
  expect(await firstInForce(ctx, on, { covering: '2031-01-01', most: 1 })).toEqual([]);
});

test('is of one security of the register, of the caller’s branches, for who sees money; a file has its rows', async () => {
  expect((await t.call('underwriter.nbo', PATH, { query: { param: String(book.a) } })).status).toBe(403);
  expect((await t.call('accountant.nbo', PATH, { query: { param: String(book.reinsured) } })).status).toBe(404);
  expect((await t.call('accountant.nbo', PATH, { query: { param: 'ALL' } })).status).toBe(400);
  expect(await drill({}, 'accountant.lon')).toMatchObject({ data: [], totals: [] });
  const ask = (format: string) => t.call('accountant.nbo', PATH, { query: { param: String(book.a), format } });
  expect((await ask('csv')).bytes.toString()).toContain('Lines in force');
  expect((await ask('pdf')).bytes.subarray(0, 4).toString()).toBe('%PDF');
});
