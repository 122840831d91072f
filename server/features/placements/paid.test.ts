import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { adjustmentCalls } from '../adjustments/adjustments.factories.ts';
import { approvedEndorsement, dividedAmong } from '../endorsements/endorsements.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';

const UW = '/api/sca/v1/underwriting';
let t: TestApp;
let book: Book;
const { through: adjust } = adjustmentCalls(() => t);

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const rowIn = async (path: string, id: number) => {
  const days: Record<string, string> = path === 'renewals' ? { startdate: '2027-01-01', enddate: '2027-12-31' } : {};
  const { body } = await t.call('underwriter.nbo', `GET ${UW}/${path}`, { query: { ...days, length: '500' } });
  return body.data.find((row: { id: number }) => row.id === id);
};
/** What a policy's page, the list of policies and the renewals say of its payment. */
const paymentOf = async (id: number) => [
  (await t.call('underwriter.nbo', `GET ${UW}/${id}`)).body.payment,
  (await rowIn('items', id)).payment,
  (await rowIn('renewals', id))?.payment,
];
const receive = async (policy: number, amount: string) => {
  const { id: note } = await debitNoteOf(t, policy);
  await approvedReceipt(t, exampleReceipt(book, { receiptAmount: amount, allocations: [{ note, amount }] }));
};

test('is of money: a return that is set off is not asked for and paid by nobody', async () => {
  const policy = await approvedPolicy(t, book);
  expect(await paymentOf(policy)).toEqual(['UNPAID', 'UNPAID', 'UNPAID']);
  await approvedEndorsement(t, policy, { endorsementtype: 'RP', sum_insured: null, premium: '50000' });
  expect(await paymentOf(policy)).toEqual(['UNPAID', 'UNPAID', 'UNPAID']);
  await receive(policy, '540000.00');
  // 22,500.00 of 562,500.00 was given back: what is left is paid.
  expect(await paymentOf(policy)).toEqual(['PAID', 'PAID', 'PAID']);
});

test('what cannot be collected was paid by nobody', async () => {
  const policy = await approvedPolicy(t, book);
  const { id: note } = await debitNoteOf(t, policy);
  await receive(policy, '281250.00');
  await adjust({ note, kind: 'UNCOLLECTABLE', amount: '281250.00', day: '2026-03-02', reason: 'Wound up' });
  expect(await paymentOf(policy)).toEqual(['PART', 'PART', 'PART']);
});

test('a policy of which returns left nothing to pay is neither paid nor unpaid', async () => {
  const policy = await approvedPolicy(t, book);
  const flat = { endorsementtype: 'CANCEL_FLAT', effective_date: '2026-03-01', sum_insured: null };
  await approvedEndorsement(t, policy, flat);
  expect(await paymentOf(policy)).toEqual([null, null, undefined]);
});

test('the order is that of the last change of securities, as premium and sum insured are of all endorsements', async () => {
  const policy = await approvedPolicy(t, book);
  await approvedEndorsement(t, policy, { ...dividedAmong([book.a, '40'], [book.b, '40']), fac: '80' });
  expect([(await rowIn('items', policy)).fac, (await rowIn('renewals', policy)).fac]).toEqual(['80', '80']);
});
