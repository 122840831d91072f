import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, type Book, makeBook } from '../../../testing/factories.ts';
import { codeOf } from '../../../testing/chart.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedClaim, approvedMovement, invoicesOf } from '../../claims/claims.factories.ts';
import { approvedReceipt, exampleReceipt } from '../../receipts/receipts.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
let claim: number;

// The example's debit note is 562,500.00; its first call of a claim is 2,500,000 / 2,000,000 / 1,500,000, of which A pays half.
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  const policy = await approvedPolicy(t, book);
  claim = await approvedClaim(t, book, { policy });
  t.clock.set('2026-04-10T08:00:00Z');
  await approvedMovement(t, claim);
  const note = (await invoicesOf(t, claim)).get(book.a)?.id;
  await approvedReceipt(
    t,
    exampleReceipt(book, {
      dateOfIssue: '2026-04-10',
      reinsured: book.a,
      receiptType: 'CLAIM',
      receiptAmount: '1250000.00',
      allocations: [{ note, amount: '1250000.00' }],
    }),
  );
});
afterAll(() => t?.close());

const get = async (path: string, query: Record<string, string> = {}, who = 'manager.nbo') =>
  (await t.call(who, `GET ${SCA}/${path}`, { query })).body;

test('the metrics have what was called in the month of its invoices', async () => {
  const { months } = await get('underwriting/cumulativemetricsuser');
  expect(months.slice(2, 5).map((one: { claims: string }) => one.claims)).toEqual(['0.00', '6000000.00', '0.00']);
  const { months: london } = await get('underwriting/cumulativemetricsuser', {}, 'manager.lon');
  expect(london[3].claims).toBe('0.00');
});

test('due to us has the open claim invoices with the policy of their claim', async () => {
  const due = await get('aggregate/dashboardamoundduetouusoverview', { length: '100' });
  expect(due.base_total).toBe('5312500.00');
  expect(due.totals).toEqual([{ currency: 'KES', amount: '5312500.00', base: '5312500.00' }]);
  expect(
    due.data.map((row: { party: string; outstanding: string }) => [row.party, row.outstanding]).toSorted(),
  ).toEqual([
    ['Savannah Insurance', '562500.00'],
    ['Security A', '1250000.00'],
    ['Security B', '2000000.00'],
    ['Security C', '1500000.00'],
  ]);
  expect(new Set(due.data.map((row: { policy: { id: number } }) => row.policy.id)).size).toBe(1);
  const { base_total: reinsurers } = await get('aggregate/dashboardamoundduetoreinsurersoverview');
  expect(reinsurers).toBe('515625.00');
});

test('the form of a payment shows what a security still owes on claims', async () => {
  const { data } = await get('underwriting/securitiesandinvoices', {}, 'accountant.nbo');
  const owed = data.map((row: { security: { name: string }; invoices: { outstanding: string; due_on: string }[] }) => [
    row.security.name,
    row.invoices.map((one) => [one.outstanding, one.due_on]),
  ]);
  expect(owed).toEqual([
    ['Security A', [['1250000.00', '2026-05-10']]],
    ['Security B', [['2000000.00', '2026-05-10']]],
    ['Security C', [['1500000.00', '2026-05-10']]],
  ]);
  const dollars = await get('underwriting/securitiesandinvoices', { currency: 'USD' }, 'accountant.nbo');
  expect(dollars.data).toEqual([]);
});

test('the schedule of securities has what the policy’s claims called of each', async () => {
  const { rows } = await t.ownerPool.query(`select policy_id from claims where id = $1`, [claim]);
  const { claims } = await get('underwriting/ss', { param: String(rows[0].policy_id) });
  expect(
    claims.map((one: { security: { name: string }; called: string; collected: string; open: string }) => [
      one.security.name,
      one.called,
      one.collected,
      one.open,
    ]),
  ).toEqual([
    ['Security A', '2500000.00', '1250000.00', '1250000.00'],
    ['Security B', '2000000.00', '0.00', '2000000.00'],
    ['Security C', '1500000.00', '0.00', '1500000.00'],
  ]);
  // Who sees policies and no claims is told nothing of them.
  const asked = { param: String(rows[0].policy_id) };
  expect((await t.call('cashier.nbo', `GET ${SCA}/claim/${claim}`)).status).toBe(403);
  expect(await get('underwriting/ss', asked, 'cashier.nbo')).toMatchObject({
    total: { netpayable: '515625.00' },
    claims: null,
  });
});

test('the summary of securities has what was called of each beside its premium; the statement of all has premium alone', async () => {
  const { data, totals } = await get('underwriting/s3');
  expect(
    data.map((row: Record<string, string> & { security: { name: string } }) => [
      row.security.name,
      row['netpayable'],
      row['claims'],
      row['claims_open'],
    ]),
  ).toEqual([
    ['Security A', '218750.00', '2500000.00', '1250000.00'],
    ['Security B', '175000.00', '2000000.00', '2000000.00'],
    ['Security C', '121875.00', '1500000.00', '1500000.00'],
  ]);
  const { data: accounts } = await get('trialbalance/items', { account: codeOf('CLAIMS_RECOVERABLE') });
  expect([totals[0].claims_open]).toEqual([accounts[0].closing]);
  const { data: before } = await get('underwriting/s3', { asat: '2026-04-09' });
  expect(before.map((row: { claims: string }) => row.claims)).toEqual(['0.00', '0.00', '0.00']);
  // Claim invoices are of securities: no note of a reinsured's statement is one; what was collected of them lies beside (M12).
  expect((await get('facultativereportall')).totals).toEqual([
    {
      currency: 'KES',
      amount: '562500.00',
      paid: '0.00',
      uncollectable: '0.00',
      balance: '562500.00',
      base_balance: '562500.00',
      base_closing: null,
      beside: null,
      change: null,
      unallocated: '0.00',
      claims: '1250000.00',
      to_come: '4750000.00',
    },
  ]);
});

test('what is due to us has a row for what each security is owed of salvage: rows come to the total, and each opens to its own', async () => {
  const own = await approvedClaim(t, book);
  const called = new Map([
    [book.a, '2500000.00'],
    [book.b, '2000000.00'],
    [book.c, '1500000.00'],
  ]);
  await approvedMovement(t, own);
  for (const [security, { id }] of await invoicesOf(t, own)) {
    const amount = called.get(security) ?? '';
    const allocations = [{ note: id, amount }];
    const receipt = {
      dateOfIssue: '2026-04-10',
      reinsured: security,
      receiptType: 'CLAIM',
      receiptAmount: amount,
      allocations,
    };
    await approvedReceipt(t, exampleReceipt(book, receipt));
  }
  await approvedMovement(t, own, { type: 'SALVAGE', amount: '5000000.00' });
  type Due = { id: number; number: string; party: string; party_id: number; amount: string; outstanding: string };
  for (const query of [{}, { sort: 'outstanding,asc' }, { sort: 'party,asc' }, { searchValue: 'security' }] as Record<
    string,
    string
  >[]) {
    const due = await get('aggregate/dashboardamoundduetouusoverview', { length: '500', ...query });
    const rows: Due[] = due.data;
    expect(due.recordsFiltered).toBe(rows.length);
    const minor = (amount: string) => BigInt(amount.replace('.', ''));
    const sum = rows.reduce((total, row) => total + minor(row.outstanding), 0n);
    expect(sum, JSON.stringify(query)).toBe(minor(due.totals[0].amount));
    const owed = rows.filter((row) => row.outstanding.startsWith('-'));
    expect(new Set(owed.map((row) => row.number)).size).toBe(1);
    expect(owed.map((row) => [row.party, row.amount, row.outstanding]).toSorted()).toEqual([
      ['Security A', '-1250000.00', '-1250000.00'],
      ['Security B', '-1000000.00', '-1000000.00'],
      ['Security C', '-750000.00', '-750000.00'],
    ]);
    const [row] = owed;
    const behind = { side: 'DUE_TO_US', currency: 'KES', note: String(row?.id), party: String(row?.party_id) };
    const opened = await get('ledger/openitems', behind);
    expect(opened.data.map((one: { amount: string }) => one.amount)).toEqual([row?.outstanding]);
  }
});
