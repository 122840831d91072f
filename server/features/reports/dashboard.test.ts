import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { firstOf } from '../../../domain/errors.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';
import { makeReportBook } from './test-book.ts';

const SCA = '/api/sca/v1';
let t: TestApp;

beforeAll(async () => {
  t = await testApp();
  await makeReportBook(t);
});
afterAll(() => t.close());

const get = async (who: string, path: string, query: Record<string, string | number> = {}) =>
  t.call(who, `GET ${SCA}/${path}`, { query });

type Named = Record<string, unknown>;
const pick = (rows: Named[], ...names: string[]) => rows.map((row) => names.map((name) => row[name]));

const overview = (who: string, name: string, query: Record<string, string | number> = {}) =>
  get(who, `aggregate/dashboard${name}overview`, query);

test('premium and brokerage of the year', async () => {
  const { body } = await overview('root', 'premium');
  expect(body).toMatchObject({
    recordsTotal: 2,
    totals: [
      { currency: 'KES', amount: '750000.00', base: '750000.00' },
      { currency: 'USD', amount: '750000.00', base: '97500000.00' },
    ],
    base_total: '98250000.00',
  });
  expect(body.trend).toHaveLength(12);
  expect(body.trend.at(-3)).toEqual({ month: '2026-03', base: '98250000.00' });
  const { body: nairobi } = await overview('accountant.nbo', 'brokerage', { searchValue: 'savannah' });
  expect(nairobi).toMatchObject({ recordsFiltered: 1, base_total: '37500.00', data: [{ amount: '37500.00' }] });
  expect((await overview('root', 'premium', { sort: 'amount,desc' })).status).toBe(400);
});

test('what is due to us and to reinsurers, with what is released', async () => {
  const { body: toUs } = await overview('cashier.nbo', 'amoundduetouus');
  expect(toUs).toMatchObject({
    recordsTotal: 1,
    data: [{ party: 'Savannah Insurance', amount: '562500.00', outstanding: '281250.00', released: null }],
    totals: [{ currency: 'KES', amount: '281250.00', base: '281250.00' }],
  });
  expect(toUs.trend.slice(-3)).toEqual([
    { month: '2026-03', base: '562500.00' },
    { month: '2026-04', base: '281250.00' },
    { month: '2026-05', base: '281250.00' },
  ]);
  const { body: toThem } = await overview('accountant.nbo', 'amoundduetoreinsurers', { sort: 'outstanding,desc' });
  expect(pick(toThem.data, 'party', 'outstanding', 'released')).toEqual([
    ['Security A', '218750.00', '109375.00'],
    ['Security B', '175000.00', '87500.00'],
    ['Security C', '121875.00', '60937.50'],
  ]);
  expect(toThem.base_total).toBe('515625.00');
  expect(toThem.trend.at(-1).base).toBe('515625.00');
});

test('a role sees its own sections only', async () => {
  const names = ['premium', 'brokerage', 'amoundduetouus', 'amoundduetoreinsurers'];
  const seen = async (who: string) => Promise.all(names.map(async (name) => (await overview(who, name)).status));
  expect(await seen('underwriter.nbo')).toEqual([200, 403, 403, 403]);
  expect(await seen('cashier.nbo')).toEqual([403, 403, 200, 403]);
  expect(await seen('manager.nbo')).toEqual([200, 200, 200, 200]);
  expect((await overview('underwriter.nbo', 'brokerage', { format: 'csv' })).status).toBe(403);
  expect((await overview('manager.nbo', 'premium', { branch: 'LON' })).status).toBe(403);
});

test('the figures of all four in one answer are those of the lists, each for who sees it', async () => {
  const lists = ['premium', 'brokerage', 'amoundduetouus', 'amoundduetoreinsurers'];
  const listed = async (who: string) => {
    const replies = await Promise.all(lists.map((name) => overview(who, name)));
    return replies.map(({ status, body }) =>
      status === 403 ? null : { base_total: body.base_total, trend: body.trend },
    );
  };
  for (const who of ['root', 'manager.nbo', 'accountant.lon', 'underwriter.nbo', 'cashier.nbo']) {
    const { body } = await get(who, 'aggregate/dashboardfigures');
    const figures = [body.premium, body.brokerage, body.due_to_us, body.due_to_reinsurers];
    expect(figures, who).toMatchObject(await listed(who));
  }
  expect((await get('manager.nbo', 'aggregate/dashboardfigures', { branch: 'LON' })).status).toBe(403);
});

test('beside brokerage what of it is earned, beside what is due to reinsurers what is released', async () => {
  const { body } = await get('manager.nbo', 'aggregate/dashboardfigures');
  const { body: brokerage } = await get('manager.nbo', 'underwriting/brokerage');
  expect(body.brokerage.earned).toBe(brokerage.base_earned ?? brokerage.totals[0].base_earned);
  const { rows } = await t.ownerPool.query<{ released: string }>(
    `select (sum(x.released - x.paid) / 100.0)::numeric(20, 2)::text as released from note_parts x join branches b on b.id = x.branch_id
     where b.code = 'NBO' and x.kind = 'SECURITY' and x.currency = 'KES'`,
  );
  expect(body.due_to_reinsurers.released).toBe(rows[0]?.released);
  expect(body.due_to_reinsurers.released).not.toBe('0.00');
});

test('cumulative metrics per month', async () => {
  const { body } = await get('root', 'underwriting/cumulativemetricsadmin');
  expect(body.months[2]).toEqual({
    month: '2026-03',
    premium: '98250000.00',
    brokerage: '4912500.00',
    claims: '0.00',
    receipts: '0.00',
    payments: '0.00',
    policies: 2,
  });
  expect(body.months[3].receipts).toBe('300000.00');
  expect(body.last_year).toHaveLength(12);
  const { body: nairobi } = await get('underwriter.nbo', 'underwriting/cumulativemetricsuser', { year: 2027 });
  // What came in and went out is for those who see money.
  expect(nairobi.last_year[2]).toMatchObject({ month: '2026-03', premium: '750000.00', policies: 1, receipts: null });
  expect(nairobi.months[3].payments).toBeNull();
  expect((await get('manager.nbo', 'underwriting/cumulativemetricsadmin')).status).toBe(403);
});

test('what is released to reinsurers is not lessened by returns that others of them owe', async () => {
  const own = await testApp();
  onTestFinished(() => own.close());
  const book = await makeBook(own);
  const { payable, savePremium, through } = voucherCalls(() => own);
  const received = async () => {
    const policy = await approvedPolicy(own, book);
    const { id: note } = await debitNoteOf(own, policy);
    const allocations = [{ note, amount: '562500.00' }];
    await approvedReceipt(own, exampleReceipt(book, { receiptAmount: '562500.00', allocations }));
    return policy;
  };
  const cancelled = await received();
  for (const security of [book.a, book.b, book.c]) {
    const { available } = firstOf(await payable(security));
    expect((await through(await savePremium(security, available))).status).toBe(200);
  }
  await approvedEndorsement(own, cancelled, {
    endorsementtype: 'CANCEL_FLAT',
    sum_insured: null,
    effective_date: '2026-03-01',
  });
  await received();
  // 515,625.00 are released of the one policy, and as much is to be given back of the other.
  const figures = (await own.call('manager.nbo', `GET ${SCA}/aggregate/dashboardfigures`)).body;
  expect(figures.due_to_reinsurers).toMatchObject({ base_total: '0.00', released: '515625.00' });
  const { totals } = (await own.call('manager.nbo', `GET ${SCA}/paymentvoucher/ageingoverviewreport`)).body;
  expect(totals).toMatchObject([{ released: '515625.00', returns: '-515625.00', total: '0.00' }]);
});
