import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const BUDGET = '/api/sca/v1/budget';
let t: TestApp;
let book: Book;
let other: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  other = await makeBook(t, ' two');
});
afterAll(() => t?.close());

const save = (changes: Record<string, unknown> = {}, who = 'manager.nbo') =>
  t.call(who, `POST ${BUDGET}/save`, {
    body: { year: 2026, class: book.coverType, premium: '1000000.01', ...changes },
  });
const one = (id: number, who = 'manager.nbo') => t.call(who, `GET ${BUDGET}/${id}`);
const months = (premium: string) => Array.from({ length: 12 }, () => ({ premium, brokerage: '1' }));

test('a whole year is divided to the cent, once per branch, class and year', async () => {
  const { status, body } = await save({ brokerage: '50000' });
  expect([status, body.version]).toEqual([200, 1]);
  const { body: read } = await one(body.id);
  expect(read).toMatchObject({
    year: 2026,
    class: { id: book.coverType, name: 'Test class' },
    branch: { code: 'NBO' },
    currency: 'KES',
    premium: '1000000.01',
    brokerage: '50000.00',
    edited_by: { name: 'manager.nbo' },
  });
  expect(read.months.map((month: { premium: string }) => month.premium)).toEqual([
    ...Array(5).fill('83333.34'),
    ...Array(7).fill('83333.33'),
  ]);
  const again = await save();
  expect([again.status, again.body.errors]).toEqual([
    409,
    [{ field: 'class', message: 'A budget of this class for this year already exists.' }],
  ]);
  expect((await save({}, 'manager.lon')).status).toBe(200);
  expect((await save({ year: 2027 })).status).toBe(200);
});

test('an edit counts from the version that was read, and the trail has both years', async () => {
  const { body: made } = await save({ year: 2028, premium: null, months: months('10') });
  const edit = (version: number, body: Record<string, unknown>, who = 'accountant.nbo') =>
    t.call(who, `PUT ${BUDGET}/edit`, { body: { id: made.id, version, ...body } });
  expect((await edit(1, { months: months('20.5') })).body).toMatchObject({ version: 2 });
  expect((await edit(1, { months: months('30') })).status).toBe(409);
  expect((await edit(2, { months: months('30') }, 'accountant.lon')).status).toBe(404);
  expect((await one(made.id)).body).toMatchObject({ premium: '246.00', edited_by: { name: 'accountant.nbo' } });
  const history = await t.call('underwriter.nbo', 'GET /api/sca/v1/audit/history', {
    query: { entity: 'budget', id: String(made.id) },
  });
  expect(history.body.map((row: { action: string; facts: object }) => [row.action, row.facts])).toEqual([
    [
      'edited',
      expect.objectContaining({
        before: expect.objectContaining({ premium: '120.00' }),
        after: expect.objectContaining({ premium: '246.00' }),
      }),
    ],
    ['added', expect.anything()],
  ]);
  const foreign = await t.call('manager.lon', 'GET /api/sca/v1/audit/history', {
    query: { entity: 'budget', id: String(made.id) },
  });
  expect(foreign.status).toBe(404);
});

test.each([
  [{ year: 1999 }, 'year'],
  [{ class: 999_999 }, 'class'],
  [{ premium: '-1' }, 'premium'],
  [{ premium: '1.001' }, 'premium'],
  [{ premium: null }, 'premium'],
  [{ months: months('1') }, 'months'],
  [{ premium: null, months: months('1').slice(1) }, 'months'],
])('%j is refused', async (changes, field) => {
  const { status, body } = await save({ year: 2040, ...changes });
  expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
});

test('a subclass is no class to budget, and only finance and managers enter one', async () => {
  const { rows } = await t.ownerPool.query(
    `insert into cover_types (name, name_key, class_id) values ('Sub', 'sub', $1) returning id`,
    [book.coverType],
  );
  expect((await save({ year: 2041, class: rows[0].id })).body.errors).toEqual([
    { field: 'class', message: 'Choose a class.' },
  ]);
  for (const who of ['underwriter.nbo', 'cashier.nbo', 'auditor'])
    expect((await save({ year: 2041 }, who)).status).toBe(403);
  expect((await t.call('cashier.nbo', `GET ${BUDGET}/items`)).status).toBe(403);
});

test('the list is of one’s branches, by year and class; one that is taken away stays in the trail', async () => {
  const { body: made } = await save({ year: 2030, class: other.coverType, premium: '120' });
  const items = (who: string, query: Record<string, string> = {}) =>
    t.call(who, `GET ${BUDGET}/items`, { query: { year: '2030', ...query } });
  expect((await items('underwriter.nbo')).body.data).toMatchObject([
    { id: made.id, year: 2030, class: { name: 'Test class two' }, premium: '120.00', brokerage: '0.00' },
  ]);
  expect((await items('underwriter.nbo', { searchValue: 'CLASS TWO' })).body.recordsFiltered).toBe(1);
  expect((await items('underwriter.nbo', { cover_type: String(book.coverType) })).body.recordsFiltered).toBe(0);
  expect((await items('underwriter.lon')).body.data).toEqual([]);
  expect((await items('root', { branch: 'ALL', format: 'csv' })).bytes.toString()).toContain('2030,Test class two,NBO');
  const drop = (who: string, version = '1') => t.call(who, `DELETE ${BUDGET}/${made.id}`, { query: { version } });
  expect((await drop('manager.lon')).status).toBe(404);
  expect((await drop('manager.nbo', '2')).status).toBe(409);
  expect((await drop('manager.nbo')).status).toBe(200);
  expect((await one(made.id)).status).toBe(404);
  const { rows } = await t.ownerPool.query(
    `select facts -> 'before' ->> 'premium' as premium from audit_trail where entity = 'budget' and entity_id = $1 and action = 'deleted'`,
    [made.id],
  );
  expect(rows).toEqual([{ premium: '120.00' }]);
});
