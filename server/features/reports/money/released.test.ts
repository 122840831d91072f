import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../../testing/factories.ts';
import { expectSound } from '../../../proofs/expect-sound.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedEndorsement } from '../../endorsements/endorsements.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';
import { voucherCalls } from '../../vouchers/vouchers.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
let d: number;
const { savePremium, submit, decide, pay } = voucherCalls(() => t);

const get = async (path: string, query: Record<string, string> = {}) => {
  const { status, body } = await t.call('accountant.nbo', `GET ${SCA}/${path}`, { query });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
type Row = Record<string, string | null>;
const minor = (amount: string | null | undefined) => BigInt((amount ?? '0').replace('.', ''));
const sumOf = (rows: Row[], field: string) => rows.reduce((total, row) => total + minor(row[field]), 0n);

/** What is said to be released to D, wherever it is: in the ages by security and by note, and in the list of what is due. */
async function releasedToD(): Promise<unknown[]> {
  const ages: (Row & { party: { id: number } })[] = (await get('paymentvoucher/ageingoverviewreport')).data;
  const notes: Row[] = (await get('paymentvoucher/ageingsummaryreport', { param: String(d) })).data;
  const due: (Row & { party_id: number })[] = (
    await get('aggregate/dashboardamoundduetoreinsurersoverview', { length: '500' })
  ).data;
  const own = ages.filter(({ party }) => party.id === d);
  return [
    own.map((row) => [row['released'], row['due_released']]),
    notes.map((row) => [row['released'], row['due_released']]),
    due.filter((row) => row.party_id === d).map((row) => row['released']),
  ];
}

/** What the desk says can be paid, and the queue that it leads to. */
async function toPay(): Promise<[bigint, bigint]> {
  const desk: Row[] = (await get('aggregate/moneydesk')).released;
  const queue: Row[] = (await get('paymentvoucher/releases')).filter((row: Row) => row['kind'] === 'SECURITY');
  return [sumOf(desk, 'total'), sumOf(queue, 'available')];
}

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  d = (await makeBook(t, ' D')).a;
});
afterAll(async () => {
  await expectSound(t);
  await t.close();
});

describe('all is received and C is paid, then its line goes to D', () => {
  beforeAll(async () => {
    const policy = await approvedPolicy(t, book);
    const { id: note } = await debitNoteOf(t, policy);
    const allocations = [{ note, amount: '562500.00' }];
    await approvedReceipt(t, exampleReceipt(book, { receiptAmount: '562500.00', allocations }));
    const saved = await savePremium(book.c, '121875.00');
    for (const step of [submit, decide, pay]) expect((await step(saved.body.id)).status).toBe(200);
    const lines = [
      [book.a, '25'],
      [book.b, '20'],
      [d, '15'],
    ] as const;
    await approvedEndorsement(t, policy, {
      endorsementtype: 'SEC',
      sum_insured: null,
      securities: lines.map(([security, share]) => ({ security, share })),
    });
  });

  test('what is released to D is what is not held back for what C gives back: before the sums are folded and after', async () => {
    t.clock.set('2027-01-05T08:00:00Z');
    const after = [[['3750.00', '3750.00']], [['3750.00', '3750.00']], ['3750.00']];
    expect(await releasedToD()).toEqual(after);
    await t.ownerPool.query('select fold_released(1000)');
    expect(await releasedToD()).toEqual(after);
  });

  test('the dashboard’s figure is the sum of the ages; the desk is what the queue makes available', async () => {
    const ages: Row[] = (await get('paymentvoucher/ageingoverviewreport')).data;
    const { due_to_reinsurers: due } = await get('aggregate/dashboardfigures');
    expect(minor(due.released)).toBe(sumOf(ages, 'released'));
    expect(minor(due.released)).toBe(21_875_000n + 17_500_000n + 375_000n);
    const [desk, queue] = await toPay();
    expect([desk, queue]).toEqual([39_750_000n, 39_750_000n]);
  });

  test('what is on a voucher is released and unpaid, and on the desk no more', async () => {
    const before = await get('paymentvoucher/ageingoverviewreport');
    const saved = await savePremium(book.a, '218750.00', { bank_date: '2027-01-05' });
    for (const step of [submit, decide]) {
      expect((await step(saved.body.id)).status).toBe(200);
      expect(await toPay()).toEqual([17_875_000n, 17_875_000n]);
      expect((await get('paymentvoucher/ageingoverviewreport')).data).toEqual(before.data);
    }
    expect((await pay(saved.body.id)).status).toBe(200);
    expect(await toPay()).toEqual([17_875_000n, 17_875_000n]);
  });
});

test('a voucher on the instalments of a note takes those that are due first off the desk', async () => {
  t.clock.set('2026-03-02T08:00:00Z');
  const policy = await approvedPolicy(t, book, { payment_terms: 'INSTALMENTS_4' });
  const { id: note } = await debitNoteOf(t, policy);
  const allocations = [{ note, amount: '562500.00' }];
  await approvedReceipt(t, exampleReceipt(book, { receiptAmount: '562500.00', allocations }));
  // Credit notes of KES 54,687.50 to A fall due on 31 March, 1 July, 1 October and 31 December.
  t.clock.set('2026-08-15T08:00:00Z');
  const ages = async (): Promise<bigint[]> => {
    const [row] = (await get('aggregate/moneydesk')).released;
    return ['d91_180', 'd31_60', 'not_due'].map((age) => minor(row[age]));
  };
  const before = await ages();
  const saved = await savePremium(book.a, '100000.00', { bank_date: '2026-08-15' });
  expect((await submit(saved.body.id)).status).toBe(200);
  expect((await ages()).map((age, index) => (before[index] ?? 0n) - age)).toEqual([5_468_750n, 4_531_250n, 0n]);
  const [desk, queue] = await toPay();
  expect(desk).toBe(queue);
});
