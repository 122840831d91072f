import { afterEach, expect, test } from 'vitest';
import { type Side, SIDES, summariesOf } from '../../../domain/statements/account.ts';
import { LONG_FORM } from '../../../domain/testing/runs.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { daysOfMoney } from '../../testing/days-of-money.ts';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';
import { accountItems, accountsOf, awaitingOf } from './account.ts';

let t: TestApp;
afterEach(() => t.close());

/** What waits for the reinsured of what a security is owed, as at a day, as it is said on another. */
async function waits(party: number, { day, today }: { day: Day; today: Day }): Promise<Record<string, bigint>> {
  const ctx = { db: t.ownerDatabase, scope: [1], today, firm: { timeZone: 'Africa/Nairobi' } } as unknown as Ctx;
  const found = await awaitingOf(ctx, { party, day });
  return Object.fromEntries([...found].filter(([, amount]) => amount !== 0n));
}

/** The same of today by what is released now. */
async function waitsByRelease(party: number): Promise<Record<string, bigint>> {
  const { rows } = await t.ownerPool.query<{ currency: string; amount: bigint }>(
    `select currency, sum(least(waits, open))::bigint as amount from (
       select p.currency, p.credit_note_id, sum(p.effective - p.certified - r.released) as waits,
         (select -sum(i.outstanding) from open_items i where i.note_id = p.credit_note_id) as open
       from note_parts p join part_releases(array(select id from notes where kind = 'DN')) r on r.part_id = p.id
       where p.party_id = $1 and p.kind = 'SECURITY' group by 1, 2) n where open <> 0 group by 1`,
    [party],
  );
  return Object.fromEntries(rows.filter(({ amount }) => amount !== 0n).map((row) => [row.currency, row.amount]));
}

/** The accounts of a side on a day as they are read of all at once, and as the items of each come to. */
async function accountsBothWays(side: Side, { day, today }: { day: Day; today: Day }) {
  const ctx = { db: t.ownerDatabase, scope: [1], today, firm: { timeZone: 'Africa/Nairobi' } } as unknown as Ctx;
  const { rows } = await t.ownerPool.query<{ id: number; name: string }>(
    'select id, name from parties where kind = $1 order by name_key, id',
    [side],
  );
  const ofItems: Awaited<ReturnType<typeof accountsOf>> = [];
  for (const { id, name } of rows) {
    const items = await accountItems(ctx, { party: id, day });
    ofItems.push(...summariesOf(items).map((summary) => ({ party_id: id, name, ...summary })));
  }
  return { atOnce: await accountsOf(ctx, { side, day }), ofItems };
}

async function onDay(day: Day): Promise<void> {
  t.clock.set(`${day}T08:00:00.000Z`);
}

test('what waits on a past day: nothing paid, half, all, and a return since', async () => {
  t = await testApp();
  const book = await makeBook(t);
  const policy = await approvedPolicy(t, book);
  const { id: note } = await debitNoteOf(t, policy);
  const receive = (day: Day) =>
    approvedReceipt(t, exampleReceipt(book, { dateOfIssue: day, allocations: [{ note, amount: '281250.00' }] }));
  await onDay('2026-03-05');
  await receive('2026-03-05');
  await onDay('2026-03-08');
  const { savePremium, through } = voucherCalls(() => t);
  const saved = await savePremium(book.a, '109375.00', { bank_date: '2026-03-08' });
  await through(saved);
  await onDay('2026-03-10');
  await receive('2026-03-10');
  await onDay('2026-03-20');
  await approvedEndorsement(t, policy, { endorsementtype: 'CANCEL_PRORATA', sum_insured: null });
  const days: [Day, bigint][] = [
    ['2026-03-01', 0n],
    ['2026-03-04', 21_875_000n],
    ['2026-03-06', 10_937_500n],
    ['2026-03-09', 10_937_500n],
    ['2026-03-11', 0n],
  ];
  for (const [day, amount] of days)
    expect([day, await waits(book.a, { day, today: '2026-03-20' })]).toEqual([
      day,
      amount === 0n ? {} : { KES: amount },
    ]);
});

test('what was paid ahead of its release waits for nobody: no more waits than is owed, as in the ageing', async () => {
  t = await testApp();
  const book = await makeBook(t);
  await approvedPolicy(t, book);
  const { savePremium, submit, decide, pay } = voucherCalls(() => t);
  await onDay('2026-03-08');
  const { body } = await savePremium(book.a, '200000.00', { override: true, bank_date: '2026-03-08' });
  await submit(body.id);
  expect((await decide(body.id, 'manager.nbo', { reason: 'The payee insists' })).status).toBe(200);
  expect((await pay(body.id)).status).toBe(200);
  const on = (day: Day) => waits(book.a, { day, today: '2026-06-01' });
  // Nothing came in: of 218,750.00 there are 18,750.00 left to wait for.
  expect([await on('2026-03-07'), await on('2026-03-08')]).toEqual([{ KES: 21_875_000n }, { KES: 1_875_000n }]);
  await onDay('2026-06-01');
  const query = { param: String(book.a) };
  const of = async (path: string) => (await t.call('accountant.nbo', `GET /api/sca/v1/${path}`, { query })).body;
  expect((await of('paymentvoucher/ageingsummaryreport')).data).toMatchObject([
    { total: '18750.00', due_released: '0.00', due_awaiting: '18750.00' },
  ]);
  const { data, totals } = await of('securities/insolvency');
  for (const rows of [data, totals])
    expect(rows).toContainEqual(expect.objectContaining({ part: 'UNRELEASED', amount: '18750.00' }));
});

test.each(LONG_FORM ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] : [1])(
  'what waited on each day of walk %d is the same when it is worked out later',
  async (seed) => {
    t = await testApp();
    const days = await daysOfMoney(t, seed);
    const { book, others } = days;
    const securities = [book.a, book.b, book.c, others.a];
    const known: { day: Day; party: number; amounts: Record<string, bigint> }[] = [];
    for (let day = 0; day < 8; day += 1) {
      await days.live(5);
      const today = days.today();
      for (const party of securities) {
        const amounts = await waits(party, { day: today, today });
        expect({ party, amounts }).toEqual({ party, amounts: await waitsByRelease(party) });
        known.push({ day: today, party, amounts });
      }
      days.go(1);
    }
    const today = days.today();
    for (const { day, party, amounts } of known)
      expect({ day, party, amounts: await waits(party, { day, today }) }).toEqual({ day, party, amounts });
    for (const day of new Set(known.map((one) => one.day)))
      for (const side of SIDES) {
        const { atOnce, ofItems } = await accountsBothWays(side, { day, today });
        expect({ day, side, accounts: atOnce }).toEqual({ day, side, accounts: ofItems });
      }
    expect(known.some(({ amounts }) => (amounts['KES'] ?? 0n) > 0n)).toBe(true);
  },
);
