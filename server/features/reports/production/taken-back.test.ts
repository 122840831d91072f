import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, type Book, makeBook } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { unsound } from '../../../proofs/sound.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
let policy: number;

// Approved in March, disabled in April; another stays.
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  policy = await approvedPolicy(t, book);
  await approvedPolicy(t, book);
  t.clock.set('2026-04-10T08:00:00Z');
});
afterAll(() => t?.close());

const get = async (path: string, query: Record<string, string> = {}) =>
  (await t.call('manager.nbo', `GET ${SCA}/${path}`, { query })).body;
const month = async (date: string) =>
  (await get('underwriting/monthlyreport', { date, by: 'reinsured' })).data.map((row: Record<string, unknown>) => [
    row['policies'],
    row['premium'],
    row['brokerage'],
    row['premium_year'],
  ]);
const march = async () => [
  await month('2026-03-15'),
  (await get('underwriting/cumulativemetricsuser')).months[2],
  (await get('underwriting/underwritinglondonslipproductionreportuser')).data[4],
  (await get('aggregate/dashboardpremiumoverview', { from: '2026-03-01', to: '2026-03-31' })).totals,
  (await get('underwriting/brokerage', { from: '2026-03-01', to: '2026-03-31' })).data,
];

test('what reports said of the month of a policy stays when it is disabled; it gives back in the month of that day', async () => {
  const before = await march();
  expect(before[0]).toEqual([[2, '1500000.00', '75000.00', '1500000.00']]);
  const body = { reason: 'Written twice' };
  expect((await t.call('manager.nbo', `DELETE ${SCA}/underwriting/${policy}`, { body })).status).toBe(200);
  expect(await march()).toEqual(before);
  expect(await month('2026-04-10')).toEqual([[-1, '-750000.00', '-37500.00', '750000.00']]);
  expect((await get('underwriting/cumulativemetrics')).year).toMatchObject({
    premium: '750000.00',
    brokerage: '37500.00',
    policies: 1,
  });
  // The ledger says the same of brokerage.
  const { data } = await get('underwriting/brokerage', { from: '2026-04-01', to: '2026-04-30' });
  expect(data.map((row: { noted: string }) => row.noted)).toEqual(['-37500.00']);
});

test('the overview of the year lists both, and adds up to what stayed', async () => {
  const overview = await get('aggregate/dashboardpremiumoverview');
  expect(
    overview.data.map((row: Record<string, unknown>) => [row['posted_on'], row['amount'], row['taken_back']]),
  ).toEqual([
    ['2026-04-10', '-750000.00', true],
    ['2026-03-02', '750000.00', false],
    ['2026-03-02', '750000.00', false],
  ]);
  expect([overview.recordsTotal, overview.base_total]).toEqual([3, '750000.00']);
});

test('the auditor finds the sums sound before they are folded and after, and once its class is another', async () => {
  const faults = async () => (await unsound(t.ownerPool)).filter(({ id }) => id === 'I3');
  expect(await faults()).toEqual([]);
  await t.ownerPool.query('select fold_production_changes(1000)');
  expect(await faults()).toEqual([]);
  const before = await march();
  await t.ownerPool.query(
    `update policies set cover_type_id = (select min(id) from cover_types where id <> cover_type_id) where id = $1`,
    [policy],
  );
  expect(await faults()).toEqual([]);
  expect((await march()).slice(0, 3)).toEqual(before.slice(0, 3));
});
