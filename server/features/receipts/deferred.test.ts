import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatAmount } from '../../../domain/values/money.ts';
import { expectSound } from '../../proofs/expect-sound.ts';
import { codeOf } from '../../testing/chart.ts';
import { approvedPolicy, confirmedAccounts, makeBook, type Book } from '../../testing/factories.ts';
import { testAppsOn, type TestApp } from '../../testing/testApp.ts';
import { adjustmentCalls } from '../adjustments/adjustments.factories.ts';
import { approvedClaim, approvedMovement, invoicesOf } from '../claims/claims.factories.ts';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt, RECEIVABLE } from './receipts.factories.ts';

let t: TestApp;
let book: Book;
let policy: number;
let note: number;

const open = testAppsOn(async (laid) => {
  book = await makeBook(laid);
  await confirmedAccounts(laid, [book.reinsured]);
  await laid.ownerPool.query(`update firm set brokerage_recognition = 'RECEIPT'`);
  policy = await approvedPolicy(laid, book);
  note = (await debitNoteOf(laid, policy)).id;
});
beforeEach(async () => {
  t = await open();
});
afterEach(async () => {
  await expectSound(t);
  await t.close();
});

const adjustments = adjustmentCalls(() => t);
const vouchers = voucherCalls(() => t);
const recognised = (on: 'RECEIPT' | 'DEBIT_NOTE') =>
  t.ownerPool.query('update firm set brokerage_recognition = $1', [on]);
const receive = (amount: string) =>
  approvedReceipt(t, exampleReceipt(book, { receiptAmount: amount, allocations: [{ note, amount }] }));

/** What waits, what is income, and what of the brokerage M0 says is released. */
async function brokerage() {
  const { rows } = await t.ownerPool.query<Record<'waits' | 'income' | 'released', bigint>>(
    `select coalesce(-sum(amount) filter (where account = $1), 0)::bigint as waits,
      coalesce(-sum(amount) filter (where account = $2), 0)::bigint as income,
      (select sum(r.released)::bigint from part_releases(array[$3::int]) r join note_parts p on p.id = r.part_id
        where p.kind = 'BROKERAGE') as released
     from journal_lines`,
    [codeOf('DEFERRED_BROKERAGE'), codeOf('BROKERAGE_INCOME'), note],
  );
  return Object.values(rows[0] ?? {}).map((amount) => formatAmount(amount, 'KES'));
}

/** B's brokerage is another one from 6 October: 250,000.00 of premium, of which 146 of 365 days are left. */
const brokerageOfB = (rate: string) =>
  approvedEndorsement(t, policy, {
    endorsementtype: 'SEC',
    sum_insured: null,
    securities: [
      { security: book.a, share: '25' },
      { security: book.b, share: '20', brokerage: rate },
      { security: book.c, share: '15' },
    ],
  });

/** The reinsured paid C's tax itself, and proves it. */
async function certified(): Promise<number> {
  const { rows } = await t.ownerPool.query<{ id: number }>(`select tax_id as id from note_parts where kind = 'TAX'`);
  const body = { kind: 'CERTIFICATE', note, tax: rows[0]?.id, certificate: 'WHT/1', amount: '9375.00' };
  const { id, status } = await adjustments.through(body);
  expect(status).toBe(200);
  return id;
}

/** The bank never had a receipt: what it released is not released any more. */
async function takenBack(receipt: number): Promise<void> {
  const body = { version: 3, reason: 'By mistake' };
  expect((await t.call('root', `PUT ${RECEIVABLE}/reverse/${receipt}`, { body })).status).toBe(200);
}

describe('brokerage recognised on receipt is income as M0 releases it', () => {
  test('a claim that is set off after a certificate releases what cash would', async () => {
    await certified();
    const claim = await approvedClaim(t, book, { policy });
    await approvedMovement(t, claim);
    const invoice = (await invoicesOf(t, claim)).get(book.a);
    await approvedReceipt(t, {
      ...exampleReceipt(book, { reinsured: book.a, receiptType: 'CLAIM', receiptAmount: '2500000.00' }),
      allocations: [{ note: invoice?.id, amount: '2500000.00' }],
    });
    // Half of what the certificate left: 276,562.50 of 553,125.00.
    await vouchers.through(await vouchers.saveOther({ kind: 'SET_OFF', claim, note, amount: '276562.50' }));
    expect(await brokerage()).toEqual(['18750.00', '18750.00', '18750.00']);
  });

  test('what a change of securities adds waits for the same cash, and comes to income with it', async () => {
    await brokerageOfB('10');
    expect(await brokerage()).toEqual(['42500.00', '0.00', '0.00']);
    await receive('281250.00');
    expect(await brokerage()).toEqual(['21250.00', '21250.00', '21250.00']);
    await receive('281250.00');
    expect(await brokerage()).toEqual(['0.00', '42500.00', '42500.00']);
  });

  test('what it adds to a note that is half paid, or paid, is as much income at once', async () => {
    await receive('281250.00');
    await brokerageOfB('10');
    expect(await brokerage()).toEqual(['21250.00', '21250.00', '21250.00']);
    await receive('281250.00');
    await brokerageOfB('15');
    expect(await brokerage()).toEqual(['0.00', '47500.00', '47500.00']);
  });

  test('what it takes off is no income that never was', async () => {
    await brokerageOfB('2');
    expect(await brokerage()).toEqual(['34500.00', '0.00', '0.00']);
    await receive('281250.00');
    expect(await brokerage()).toEqual(['17250.00', '17250.00', '17250.00']);
  });

  test('a receipt that is reversed leaves no income behind, whatever other securities made of it meanwhile', async () => {
    const paid = await receive('562500.00');
    await brokerageOfB('10');
    await takenBack(paid);
    expect(await brokerage()).toEqual(['42500.00', '0.00', '0.00']);
    const half = await receive('281250.00');
    await brokerageOfB('2');
    await takenBack(half);
    expect(await brokerage()).toEqual(['34500.00', '0.00', '0.00']);
  });

  test('a certificate that is reversed gives back what it let others release', async () => {
    const proven = await certified();
    await receive('281250.00');
    await adjustments.reverse(proven, 3);
    // 37,500.00 × 281,250.00 ÷ 562,500.00, where 19,067.79 was released beside the certificate.
    expect(await brokerage()).toEqual(['18750.00', '18750.00', '18750.00']);
  });

  test('a return lessens the parts, a certificate is no cash: of each what is not released waits', async () => {
    await certified();
    await approvedEndorsement(t, policy, { endorsementtype: 'RP', sum_insured: '400000000' });
    await receive('100000.00');
    // 34,500.00 × 100,000.00 ÷ (517,500.00 − 9,375.00).
    expect(await brokerage()).toEqual(['27710.34', '6789.66', '6789.66']);
    await receive('408125.00');
    expect(await brokerage()).toEqual(['0.00', '34500.00', '34500.00']);
  });

  test('what a certificate pays of our brokerage is collected with it, and released by nothing else', async () => {
    const { rows } = await t.ownerPool.query<{ id: number }>(
      `insert into taxes (code, name) values ('BRK', 'Tax on our brokerage') returning id`,
    );
    const body = { kind: 'CERTIFICATE', note, tax: rows[0]?.id, certificate: 'BRK/1', amount: '1875.00' };
    expect((await adjustments.through(body)).status).toBe(200);
    expect(await brokerage()).toEqual(['35625.00', '1875.00', '0.00']);
    // Half of 560,625.00 releases half of the 35,625.00 that are left.
    await receive('280312.50');
    expect(await brokerage()).toEqual(['17812.50', '19687.50', '17812.50']);
  });

  test('over additions, returns, other securities and certificates in turn what waits is what is not released', async () => {
    const waits = async () => {
      const { rows } = await t.ownerPool.query<{ left: bigint }>(
        `select sum(p.effective - p.certified - r.released)::bigint as left
         from part_releases(array(select id from notes where policy_id = $1 and kind = 'DN' and debit_note_id is null)) r
         join note_parts p on p.id = r.part_id where p.kind = 'BROKERAGE'`,
        [policy],
      );
      return formatAmount(rows[0]?.left ?? 0n, 'KES');
    };
    const endorsed = (changes: Record<string, unknown>) => approvedEndorsement(t, policy, changes);
    let first = 0;
    let proven = 0;
    const steps = [
      async () => (first = await receive('100000.01')),
      () => endorsed({ endorsementtype: 'AP', sum_insured: '610000000' }),
      async () => (proven = await certified()),
      () => brokerageOfB('9'),
      () => endorsed({ endorsementtype: 'RP', sum_insured: '430000000' }),
      () => receive('77777.77'),
      () => takenBack(first),
      () => adjustments.reverse(proven, 3),
      () => brokerageOfB('1'),
      () => endorsed({ endorsementtype: 'CANCEL_PRORATA', effective_date: '2026-12-01', sum_insured: null }),
    ];
    for (const step of steps) {
      await step();
      const [waiting] = await brokerage();
      expect(waiting).toBe(await waits());
    }
  });

  test('what returns take off it and off taxes goes at the rate that it was booked at: what is cancelled in full, unpaid, costs nothing', async () => {
    await t.ownerPool.query(`update currencies set active = true where code = 'USD'`);
    await t.ownerPool.query(`insert into exchange_rates (currency, day, rate) values
      ('USD', '2026-03-02', 1295000000000), ('USD', '2026-04-10', 1301000000000), ('USD', '2026-04-20', 1310000000000)`);
    const dollars = await approvedPolicy(t, book, { currency: 'USD' });
    t.clock.set('2026-04-10T08:00:00.000Z');
    await approvedEndorsement(t, dollars, { endorsementtype: 'RP', sum_insured: '400000000' });
    t.clock.set('2026-04-20T08:00:00.000Z');
    await approvedEndorsement(t, dollars, {
      endorsementtype: 'CANCEL_FLAT',
      effective_date: '2026-03-01',
      sum_insured: null,
    });
    const { rows } = await t.ownerPool.query(
      `select account, sum(amount)::text as amount, sum(base_amount)::text as base from (
         select case when account = any($1) then 'exchange' else account end as account, amount, base_amount
         from journal_lines where currency = 'USD') l group by 1 having sum(amount) <> 0 or sum(base_amount) <> 0`,
      [[codeOf('EXCHANGE_GAIN'), codeOf('EXCHANGE_LOSS')]],
    );
    expect(rows).toEqual([]);
  });

  test('a note whose brokerage was income when it was issued gives it back from income', async () => {
    await recognised('DEBIT_NOTE');
    policy = await approvedPolicy(t, book);
    note = (await debitNoteOf(t, policy)).id;
    await recognised('RECEIPT');
    const before = await brokerage();
    await approvedEndorsement(t, policy, { endorsementtype: 'RP', sum_insured: '400000000' });
    expect([before, await brokerage()]).toEqual([
      ['37500.00', '37500.00', '0.00'],
      ['37500.00', '34500.00', '0.00'],
    ]);
  });
});
