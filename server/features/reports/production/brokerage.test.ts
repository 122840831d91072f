import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '../../../testing/chart.ts';
import { approvedPolicy, makeBook, userId, type Book } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedEndorsement } from '../../endorsements/endorsements.factories.ts';
import { exampleInvoice, invoiceCalls, taxOnInvoices } from '../../invoices/invoices.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';

const PATH = 'GET /api/sca/v1/underwriting/brokerage';
const YEAR = { from: '2026-01-01', to: '2026-12-31' };
let t: TestApp;
let book: Book;
let other: Book;

// One policy deferred until its cash, one taken to income with its note; a return; a fee invoice; each by its own hand.
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  other = await makeBook(t, ' two');
  const producer = await userId(t, 'claims.nbo');
  await t.ownerDatabase.updateTable('firm').set({ brokerage_recognition: 'RECEIPT' }).execute();
  const deferred = await approvedPolicy(t, book, { producer });
  await t.ownerDatabase.updateTable('firm').set({ brokerage_recognition: 'DEBIT_NOTE' }).execute();
  const note = await debitNoteOf(t, deferred);
  await approvedReceipt(
    t,
    exampleReceipt(book, { receiptAmount: '281250.00', allocations: [{ note: note.id, amount: '281250.00' }] }),
  );
  t.clock.set('2026-04-10T08:00:00Z');
  const atOnce = await approvedPolicy(t, other);
  await approvedEndorsement(t, atOnce, { endorsementtype: 'RP', sum_insured: null, premium: '50000' });
  const tax = await taxOnInvoices(t);
  const lines = [{ description: 'Introduction', account: codeOf('BROKERAGE_INCOME'), quantity: '1', price: '777.77' }];
  const { status } = await invoiceCalls(() => t).through(exampleInvoice(book, tax, { kind: 'BROKERAGE', lines }));
  expect(status).toBe(200);
});
afterAll(() => t?.close());

const brokerage = async (query: Record<string, string> = YEAR, who = 'accountant.nbo') =>
  (await t.call(who, PATH, { query })).body;

/** What an account came to, in its own sign, without the report. */
async function account(name: 'BROKERAGE_INCOME' | 'DEFERRED_BROKERAGE', to: string, from = '1990-01-01') {
  const { rows } = await t.ownerPool.query<{ sum: bigint }>(
    `select coalesce(-sum(l.amount), 0)::bigint as sum from journal_lines l where l.account = $1 and l.day between $2 and $3`,
    [codeOf(name), from, to],
  );
  const cents = rows[0]?.sum ?? 0n;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

test('noted by debit notes less returns, earned with cash, still to earn, by producer and what is of no policy', async () => {
  const { data } = await brokerage();
  // Brokerage is 37,500.00 of each policy. Half of the first one's cash came; 1,500.00 of the second was returned.
  expect(data).toMatchObject([
    {
      name: 'claims.nbo',
      debited: '37500.00',
      returned: '0.00',
      noted: '37500.00',
      earned: '18750.00',
      closing: '18750.00',
    },
    {
      name: 'underwriter.nbo',
      debited: '37500.00',
      returned: '-1500.00',
      noted: '36000.00',
      earned: '36000.00',
      closing: '0.00',
    },
    { name: 'Of no policy', noted: '777.77', earned: '777.77', closing: '0.00' },
  ]);
  const { data: classes } = await brokerage({ ...YEAR, by: 'class' });
  expect(data[0].noted_last_year).toBeNull();
  expect(classes.slice(0, 2)).toMatchObject([
    { name: 'Test class', noted: '37500.00' },
    { name: 'Test class two', noted: '36000.00' },
  ]);
});

test.each([
  ['2026-01-01', '2026-12-31'],
  ['2026-04-01', '2026-04-30'],
  ['2026-01-01', '2026-03-31'],
])('from %s to %s it is what the accounts moved', async (from, to) => {
  for (const by of ['producer', 'class']) {
    const { totals } = await brokerage({ from, to, by });
    expect(totals).toHaveLength(1);
    const [total] = totals;
    expect([total.earned, total.closing]).toEqual([
      await account('BROKERAGE_INCOME', to, from),
      await account('DEFERRED_BROKERAGE', to),
    ]);
    const cents = (text: string) => BigInt(text.replace('.', ''));
    expect(cents(total.opening) + cents(total.noted) + cents(total.uncollectable) - cents(total.earned)).toBe(
      cents(total.closing),
    );
    expect(cents(total.debited) + cents(total.returned)).toBe(cents(total.noted));
    expect(total.base_earned).toBe(total.earned);
  }
});

test('what was deferred before the period is its opening', async () => {
  const { data } = await brokerage({ from: '2026-04-01', to: '2026-04-30' });
  expect(data[0]).toMatchObject({
    name: 'claims.nbo',
    opening: '18750.00',
    noted: '0.00',
    earned: '0.00',
    closing: '18750.00',
  });
});

test('is for who sees money, of their branches, and comes as a file', async () => {
  expect((await t.call('underwriter.nbo', PATH, { query: YEAR })).status).toBe(403);
  expect((await brokerage(YEAR, 'accountant.lon')).data).toEqual([]);
  const file = await t.call('accountant.nbo', PATH, { query: { ...YEAR, format: 'csv' } });
  expect(file.bytes.toString()).toContain('Returned,Noted,Uncollectable,Earned');
  expect(
    (await t.call('accountant.nbo', PATH, { query: { ...YEAR, format: 'pdf' } })).bytes.subarray(0, 4).toString(),
  ).toBe('%PDF');
});

test('beside the same days of last year, with who earned then and not now', async () => {
  const next = { from: '2027-03-01', to: '2027-12-31', beside: 'last_year' };
  t.clock.set('2027-06-01T08:00:00Z');
  const { data, totals } = await brokerage(next);
  expect(data).toMatchObject([
    {
      name: 'claims.nbo',
      noted: '0.00',
      noted_last_year: '37500.00',
      change_noted: '-37500.00',
      earned_last_year: '18750.00',
    },
    { name: 'underwriter.nbo', noted: '0.00', noted_last_year: '36000.00', change_earned: '-36000.00' },
    { name: 'Of no policy', noted_last_year: '777.77' },
  ]);
  expect(totals).toMatchObject([{ noted: '0.00', noted_last_year: '74277.77', change_noted: '-74277.77' }]);
  const reply = await t.call('accountant.nbo', PATH, { query: { ...next, beside: 'budget' } });
  expect([reply.status, reply.body.errors[0].field]).toEqual([400, 'beside']);
});
