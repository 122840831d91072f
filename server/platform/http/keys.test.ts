import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const UW = '/api/sca/v1/underwriting';
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t?.close());

test('a key answers as it did, though what is made ready before it would be refused by now', async () => {
  const id = await approvedPolicy(t, await makeBook(t));
  const make = (key: string) =>
    t.call('underwriter.nbo', `PUT ${UW}/debitnote`, { query: { id }, headers: { 'idempotency-key': key } });
  const first = await make('note-of-the-policy');
  expect(first.status).toBe(200);
  const disabled = await t.call('manager.nbo', `DELETE ${UW}/${id}`, { body: { reason: 'Written twice' } });
  expect(disabled.status).toBe(200);
  const again = await make('note-of-the-policy');
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect((await make('another-key')).status).toBe(409);
});
