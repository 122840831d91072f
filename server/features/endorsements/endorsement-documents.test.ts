import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const UW = '/api/sca/v1/underwriting';
const E = '/api/sca/v1/endorsement';
let t: TestApp;
let book: Book;
let policy: number;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  policy = await approvedPolicy(t, book);
});
afterAll(() => t.close());

async function approved(changes: Record<string, unknown>): Promise<number> {
  const body = { policy, effective_date: '2026-10-06', description: 'Boiler house', ...changes };
  const saved = await t.call('underwriter.nbo', `POST ${UW}/endorsement`, { body });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  await t.call('underwriter.nbo', `PUT ${E}/submit/${saved.body.id}`);
  expect((await t.call('manager.nbo', `PUT ${E}/approve/${saved.body.id}/APPROVED`)).status).toBe(200);
  return saved.body.id;
}
const make = (call: string, query: Record<string, string | number>) =>
  t.call('underwriter.nbo', `PUT ${call}` as 'PUT x', { query });

test('the papers of an endorsement are its own, by its id or by the policy’s and its type', async () => {
  const added = await approved({ endorsementtype: 'AP', sum_insured: '600000000' });
  const original = await make(`${UW}/debitnote`, { id: policy });
  const own = await make(`${UW}/debitnote`, { id: added });
  const named = await make(`${UW}/debitnote`, { id: policy, endorsementtype: 'AP' });
  expect([original.status, own.status, named.status]).toEqual([200, 200, 200]);
  expect(own.body.number).not.toBe(original.body.number);
  expect(named.body).toEqual(own.body);
  const credits = await make(`${UW}/creditnote`, { id: policy, endorsementtype: 'AP' });
  expect(credits.body).toHaveLength(3);
  expect((await make(`${UW}/creditnote`, { id: policy, endorsementtype: 'NEW' })).body).toHaveLength(3);
  const slip = await make(`${E}/slip`, { id: added });
  expect([slip.status, slip.body.number, slip.body.kind]).toEqual([
    200,
    expect.stringMatching(/\/E1$/),
    'endorsement-slip',
  ]);
  const { body: listed } = await t.call('underwriter.nbo', 'GET /api/sca/v1/document/items', {
    query: { record_kind: 'endorsement', record_id: added },
  });
  expect(listed.map((row: { kind: string }) => row.kind)).toEqual([
    'debit-note',
    'credit-note',
    'credit-note',
    'credit-note',
    'endorsement-slip',
  ]);
});

test('a return is a credit note to the reinsured and debit notes to the securities', async () => {
  const returned = await approved({ endorsementtype: 'RP', sum_insured: '500000000' });
  const reinsured = await make(`${UW}/debitnote`, { id: returned });
  expect([reinsured.body.kind, reinsured.body.number]).toEqual([
    'return-credit-note',
    expect.stringMatching(/^CN\/NBO/),
  ]);
  const securities = await make(`${UW}/creditnote`, { id: returned });
  expect(securities.body.map((one: { number: string }) => one.number.slice(0, 2))).toEqual(['DN', 'DN', 'DN']);
});

test('what has no note has no document, what is a draft has none yet, another branch’s is not there', async () => {
  const nil = await approved({ endorsementtype: 'NIL' });
  expect((await make(`${UW}/debitnote`, { id: nil })).status).toBe(409);
  expect((await make(`${E}/slip`, { id: nil })).status).toBe(200);
  expect((await make(`${UW}/debitnote`, { id: policy, endorsementtype: 'EXT' })).status).toBe(404);
  const draft = await t.call('underwriter.nbo', `POST ${UW}/endorsement`, {
    body: { policy, effective_date: '2026-10-06', description: 'Boiler house', endorsementtype: 'NIL' },
  });
  expect((await make(`${E}/slip`, { id: draft.body.id })).status).toBe(409);
  const foreign = await t.call('underwriter.lon', `PUT ${E}/slip`, { query: { id: nil } });
  expect(foreign.status).toBe(404);
});
