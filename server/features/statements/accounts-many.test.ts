import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOST_ACCOUNTS } from '../../../domain/statements/tables.ts';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const CALL = 'GET /api/sca/v1/statements/accounts';
const MORE = 3;

let t: TestApp;

// One reinsured owes 562,500.00 and has an address; more than are shown owe 1.00 each, and have none. Nothing else is in these books.
beforeAll(async () => {
  t = await testApp();
  const book = await makeBook(t);
  await approvedPolicy(t, book);
  await t.ownerPool.query(`update parties set email = 'accounts@savannah.test' where id = $1`, [book.reinsured]);
  await t.ownerPool.query(
    `with made as (
       insert into parties (kind, name, name_key, search_text)
       select 'REINSURED', 'Cedant ' || g, 'cedant ' || lpad(g::text, 4, '0'), 'cedant ' || g from generate_series(1, $1::int) g returning id)
     insert into open_items (branch_id, account, party_id, currency, entry_id, opened_on, due_on, amount, base_amount, outstanding, base_outstanding)
     select i.branch_id, i.account, made.id, i.currency, i.entry_id, i.opened_on, i.due_on, 100, 100, 100, 100
     from made cross join (select * from open_items where party_id = $2 limit 1) i`,
    [MOST_ACCOUNTS + MORE, book.reinsured],
  );
});
afterAll(() => t.close());

const read = async (query: Record<string, string> = {}) =>
  t.call('accountant.nbo', CALL, { query: { side: 'REINSURED', ...query } });

test('the first accounts are shown; totals, counts and files have all of them', async () => {
  const { body } = await read();
  expect(body.data).toHaveLength(MOST_ACCOUNTS);
  expect(body.more).toBe(true);
  expect(body.parties).toBe(MOST_ACCOUNTS + MORE + 1);
  expect(body.totals).toMatchObject([{ currency: 'KES', balance: `${562_500 + MOST_ACCOUNTS + MORE}.00` }]);
  expect(body.unaddressed.count).toBe(MOST_ACCOUNTS + MORE);
  expect(body.unaddressed.names.slice(0, 2)).toEqual(['Cedant 1', 'Cedant 2']);
  const { bytes } = await read({ format: 'csv' });
  const lines = bytes.toString('utf8').split('\n');
  expect(lines.filter((line) => line.startsWith('Cedant '))).toHaveLength(MOST_ACCOUNTS + MORE);
  expect(lines.some((line) => line.startsWith('Savannah Insurance'))).toBe(true);
});

test('a search narrows rows, totals and counts to those of the name', async () => {
  const { body } = await read({ searchValue: 'savannah' });
  expect(body.data).toMatchObject([{ party: { name: 'Savannah Insurance' }, balance: '562500.00', addressed: true }]);
  expect(body).toMatchObject({ parties: 1, unaddressed: { count: 0, names: [] }, totals: [{ balance: '562500.00' }] });
  expect(body.more).toBeUndefined();
  expect((await read({ searchValue: 'nobody of this name' })).body).toMatchObject({ data: [], totals: [], parties: 0 });
});
