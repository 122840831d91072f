import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

type Owed = { security: { id: number; name: string }; credit_notes: { item: number }[]; invoices: unknown[] };
const owed = async (who = 'accountant.nbo', query: Record<string, string | number> = {}) =>
  (await t.call(who, `GET ${SCA}/underwriting/securitiesandinvoices`, { query })).body as {
    recordsTotal: number;
    data: (Owed & { more_notes?: boolean })[];
  };

test('nobody is owed anything before the first approval; then each security with its open credit notes, by name', async () => {
  expect(await owed()).toEqual({ recordsTotal: 0, recordsFiltered: 0, data: [] });
  await approvedPolicy(t, book);
  const { recordsTotal, data } = await owed();
  expect(recordsTotal).toBe(3);
  expect(data.map((row) => [row.security.name, row.credit_notes.length, row.invoices])).toEqual([
    ['Security A', 1, []],
    ['Security B', 1, []],
    ['Security C', 1, []],
  ]);
  // The same notes, word for word, as the lookup of one security gives.
  const { body } = await t.call('accountant.nbo', `GET ${SCA}/paymentvoucher/findPoliciesBySecurity`, {
    query: { security: book.a },
  });
  expect(data[0]?.credit_notes).toEqual(body);
});

test('search, currency and pages narrow it', async () => {
  expect((await owed('accountant.nbo', { searchValue: 'rity b' })).data.map((row) => row.security.id)).toEqual([
    book.b,
  ]);
  expect((await owed('accountant.nbo', { currency: 'USD' })).data).toEqual([]);
  const second = await owed('accountant.nbo', { start: 1, length: 1 });
  expect([second.recordsTotal, second.data.map((row) => row.security.id)]).toEqual([3, [book.b]]);
  const far = await t.call('accountant.nbo', `GET ${SCA}/underwriting/securitiesandinvoices`, {
    query: { start: 10_001 },
  });
  expect(far.status).toBe(400);
});

test('another branch sees only its own; who holds no right to payables sees none', async () => {
  expect((await owed('accountant.lon')).data).toEqual([]);
  const refused = await t.call('underwriter.nbo', `GET ${SCA}/underwriting/securitiesandinvoices`);
  expect(refused.status).toBe(403);
});

test('twenty notes of one security and that there are more', async () => {
  for (let round = 0; round < 20; round += 1) await approvedPolicy(t, book);
  const [first] = (await owed()).data;
  expect([first?.credit_notes.length, first?.more_notes]).toEqual([20, true]);
  const items = first?.credit_notes.map((note) => note.item) ?? [];
  expect(items).toEqual(items.toSorted((a, b) => a - b));
});

test('what is void is owed to nobody', async () => {
  const { body: page } = await t.call('manager.nbo', `GET ${SCA}/underwriting/items`, { query: { length: 50 } });
  for (const { id } of page.data)
    expect(
      (await t.call('manager.nbo', `DELETE ${SCA}/underwriting/${id}`, { body: { reason: 'Keyed twice' } })).status,
    ).toBe(200);
  expect((await owed()).data).toEqual([]);
});
