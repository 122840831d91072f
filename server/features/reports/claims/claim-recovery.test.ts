import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedClaim, approvedMovement } from '../../claims/claims.factories.ts';

let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

test('who owes most in base comes first, whatever the decimals of a currency', async () => {
  const policy = await approvedPolicy(t, book);
  const kes = await approvedClaim(t, book, { policy, claimreserve: '1500000.00' });
  await approvedMovement(t, kes, { amount: '400000.00' });
  const rate = { currency: 'USD', day: '2026-03-02', rate: '129.5' };
  await t.call('accountant.nbo', 'PUT /api/sca/v1/currency/rate', { body: rate });
  const dollars = await approvedClaim(t, book, {
    policy,
    claimreserve: '15000.00',
    currency: 'USD',
    exchange_rate: '129.5',
  });
  await approvedMovement(t, dollars, { amount: '10000.00' });
  const { body } = await t.call('claims.nbo', 'GET /api/sca/v1/claim/recovery');
  const order = body.map(({ security, currency }: { security: { id: number }; currency: string }) => [
    currency,
    security.id,
  ]);
  // 25, 20 and 15 of 60 parts: the least in dollars is KES 194,250, the most in shillings 100,000.
  expect(order).toEqual(['USD', 'KES'].flatMap((currency) => [book.a, book.b, book.c].map((id) => [currency, id])));
});
