import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, type Book, makeBook } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedClaim, CLAIM } from '../../claims/claims.factories.ts';

let t: TestApp;
let book: Book;
let large: number;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  const policy = await approvedPolicy(t, book, { claim_terms: { notification_days: 14 } });
  t.clock.set('2026-04-01T08:00:00Z');
  large = await approvedClaim(t, book, { policy, claimreserve: '2000000.00', notified_on: '2026-03-30' });
  await approvedClaim(t, book, {
    policy,
    claimreserve: '999999.99',
    data_loss_date: '2026-03-20',
    notified_on: '2026-03-20',
  });
});
afterAll(() => t?.close());

const read = async (who = 'manager.nbo', query: Record<string, string> = {}) =>
  t.call(who, `GET ${CLAIM}/largelosses`, { query });
const from = (amount: number | null) =>
  t.ownerPool.query(`update cover_types set large_loss_from = $1 where id = $2`, [amount, book.coverType]);

test('of a class without an amount no loss is large', async () => {
  expect((await read()).body.data).toEqual([]);
});

test('from the class’s amount on, with how soon it was notified, until the securities are advised', async () => {
  await from(1_000_000_00);
  expect((await read()).body.data).toMatchObject([
    {
      id: large,
      notice_days: 28,
      notice_allowed: 14,
      incurred: '2000000.00',
      base_incurred: '2000000.00',
      base_threshold: '1000000.00',
      base_advised: null,
      advice_due: true,
    },
  ]);
  await t.call('claims.nbo', `PUT ${CLAIM}/lossadvice`, { query: { id: large } });
  expect((await read()).body.data).toMatchObject([{ base_advised: '2000000.00', advice_due: false }]);
  await from(2_000_000_01);
  expect((await read()).body.data).toEqual([]);
});

test('within one’s branches and rights, and as a file', async () => {
  await from(1_000_000_00);
  expect((await read('manager.lon')).body.data).toEqual([]);
  expect((await read('cashier.nbo')).status).toBe(403);
  const csv = await read('manager.nbo', { format: 'csv' });
  expect(csv.bytes.toString('utf8')).toContain('2000000.00');
});

test('in another currency a loss is compared at today’s rate, and at its own where there is none', async () => {
  await from(1_000_000_00);
  const policy = await approvedPolicy(t, book);
  const terms = { policy, currency: 'USD', exchange_rate: '130.10', notified_on: '2026-03-30' };
  const over = await approvedClaim(t, book, { ...terms, claimreserve: '10000.00' });
  const under = await approvedClaim(t, book, { ...terms, claimreserve: '9999.99' });
  const small = await approvedClaim(t, book, { ...terms, claimreserve: '7686.39' });
  const dollars = async () => {
    const { body } = await read();
    return body.data.filter(({ currency }: { currency: string }) => currency === 'USD');
  };
  await t.ownerPool.query(`delete from exchange_rates where currency = 'USD'`);
  // 130.10 × 7,686.39 = 999,999.34, and the policy is in base.
  expect(await dollars()).toMatchObject([
    { id: over, base_incurred: '1301000.00' },
    { id: under, base_incurred: '1300998.70' },
  ]);
  const isLarge = async (id: number) => (await t.call('manager.nbo', `GET ${CLAIM}/${id}`)).body.large_loss;
  expect([await isLarge(under), await isLarge(small)]).toEqual([true, false]);
  await t.ownerPool.query(
    `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-31', 1000000000000)`,
  );
  expect(await dollars()).toMatchObject([{ id: over, incurred: '10000.00', base_incurred: '1000000.00' }]);
});
