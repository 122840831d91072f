import { expect } from 'vitest';
import type { TestReply } from '../../testing/rig.ts';
import type { TestApp } from '../../testing/testApp.ts';
import { someoneWaits } from '../../testing/lock-wait.ts';
import { approvedPolicy, type Book } from '../../testing/factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';

const SCA = '/api/sca/v1';

/** What a call answers that is made while somebody posts into a month, as 202603, and that waits until they have. */
export async function askedMeanwhile(t: TestApp, month: number, call: () => Promise<TestReply>): Promise<TestReply> {
  const posting = await t.pool.connect();
  await posting.query('begin');
  await posting.query('select pg_advisory_xact_lock_shared(7214, $1)', [month]);
  let answered = false;
  const answer = call().then((reply) => {
    answered = true;
    return reply;
  });
  try {
    await someoneWaits(t);
    expect(answered).toBe(false);
  } finally {
    await posting.query('commit');
    posting.release();
  }
  return answer;
}

/** Rates of M7's days. */
const RATES = [
  ['2026-03-02', '1295000000000'],
  ['2026-03-31', '1299000000000'],
  ['2026-04-10', '1301000000000'],
  ['2026-04-20', '1304000000000'],
  ['2026-04-30', '1305000000000'],
];

/** A policy in dollars of which USD 10,000.00 is due to us and USD 8,500.00 to securities, booked at 129.50. M7. */
export async function dollarPolicy(t: TestApp, book: Book): Promise<number> {
  await t.ownerPool.query(`update currencies set active = true where code = 'USD'`);
  for (const rate of RATES)
    await t.ownerPool.query(`insert into exchange_rates (currency, day, rate) values ('USD', $1, $2)`, rate);
  return approvedPolicy(t, book, {
    currency: 'USD',
    sum_insured: '2000000.00',
    rate: '1',
    fac: '50',
    cedant_commission: '0',
    brokerage: '15',
    securities: [
      { security: book.a, share: '30' },
      { security: book.b, share: '20' },
    ],
  });
}

/** Its money comes in at 130.10 and goes out to the securities at 130.40. M7. */
export async function settleDollars(t: TestApp, book: Book, policy: number): Promise<void> {
  t.clock.set('2026-04-10T08:00:00.000Z');
  const { id: note } = await debitNoteOf(t, policy);
  const cash = { currency: 'USD', receiptAmount: '10000.00', dateOfIssue: '2026-04-10' };
  await approvedReceipt(t, exampleReceipt(book, { ...cash, allocations: [{ note, amount: '10000.00' }] }));
  t.clock.set('2026-04-20T08:00:00.000Z');
  const { savePremium, through, payable } = voucherCalls(() => t);
  for (const [security, amount] of [
    [book.a, '5100.00'],
    [book.b, '3400.00'],
  ] as const) {
    const [item] = await payable(security);
    const body = { currency: 'USD', bank_date: '2026-04-20', items: [{ item: item?.item, amount }] };
    const paid = await through(await savePremium(security, amount, body));
    if (paid.status !== 200) throw new Error(JSON.stringify(paid.body));
  }
}

/** The calls of a month's end. */
export const monthEndCalls = (t: () => TestApp) => ({
  preview: async (month: string, who = 'root') =>
    (await t().call(who, `GET ${SCA}/revaluation/preview`, { query: { month } })).body,
  revalue: (month: string, who = 'root') => t().call(who, `PUT ${SCA}/revaluation/book`, { body: { month } }),
  undo: (month: string, reason = 'The rate was wrong') =>
    t().call('root', `PUT ${SCA}/revaluation/undo`, { body: { month, reason } }),
  positionsAt: async (asat: string, who = 'root') =>
    (await t().call(who, `GET ${SCA}/position/items`, { query: { asat } })).body,
  close: (month: string) => t().call('root', `PUT ${SCA}/period/close`, { body: { month } }),
  reopen: (month: string, reason = 'A receipt was missed') =>
    t().call('root', `PUT ${SCA}/period/reopen`, { body: { month, reason } }),
});

/** The calls of a year's end. */
export const yearEndCalls = (t: () => TestApp) => ({
  yearOf: async (year: number, who = 'root') =>
    (await t().call(who, `GET ${SCA}/year/preview`, { query: { year } })).body,
  closeYear: (year: number, who = 'root') => t().call(who, `PUT ${SCA}/year/close`, { body: { year } }),
  /** What accounts close at in base, per code; those at nothing are left out. */
  trialAt: async (to: string, query: Record<string, string> = {}): Promise<Record<string, string>> => {
    const { body } = await t().call('root', `GET ${SCA}/trialbalance/items`, { query: { to, length: 500, ...query } });
    const rows: { account: string; currency: string; closing: string; base_closing: string }[] = body.data;
    return Object.fromEntries(
      rows
        .filter((row) => row.base_closing !== '0.00' || !/^-?0(\.0+)?$/.test(row.closing))
        .map((row) => [`${row.account} ${row.currency}`, `${row.closing} ${row.base_closing}`]),
    );
  },
});
