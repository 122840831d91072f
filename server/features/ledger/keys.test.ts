import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const NOBODY = 999_999_999;
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  await approvedPolicy(t, await makeBook(t));
});
afterAll(() => t?.close());

/** The constraint that a statement of the application breaks in its branches; null where it does not. */
async function brokenBy(statement: string): Promise<string | null> {
  const client = await t.pool.connect();
  try {
    await client.query(`begin; select set_config('slipway.branches', '{1,2}', true)`);
    return await client.query(statement).then(
      () => null,
      (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const lines = (change: Record<string, string>) => {
  const column = (name: string) => change[name] ?? name;
  return `insert into journal_lines (entry_id, branch_id, day, account, party_id, tax_id, currency, amount, base_amount, note_id)
    select ${column('entry_id')}, ${column('branch_id')}, day, account, party_id, tax_id, currency, amount, base_amount, ${column('note_id')}
    from journal_lines where entry_id = (select max(entry_id) from journal_lines)`;
};
const items = (change: Record<string, string>) => {
  const column = (name: string) => change[name] ?? name;
  return `insert into open_items (branch_id, account, party_id, currency, entry_id, note_id, opened_on, due_on, amount, base_amount, outstanding, base_outstanding)
    select ${column('branch_id')}, account, party_id, currency, ${column('entry_id')}, ${column('note_id')}, opened_on, due_on, amount, base_amount, amount, base_amount
    from open_items`;
};
const parts = (change: Record<string, string>) => {
  const column = (name: string) => change[name] ?? name;
  return `insert into note_parts (branch_id, debit_note_id, kind, party_id, credit_note_id, currency, amount)
    select ${column('branch_id')}, ${column('debit_note_id')}, kind, party_id, ${column('credit_note_id')}, currency, amount
    from note_parts where kind = 'SECURITY'`;
};

test('a line names an entry of its branch and a note that are there', async () => {
  expect(await brokenBy(lines({}))).toBeNull();
  expect(await brokenBy(lines({ entry_id: String(NOBODY) }))).toBe('line_of_entry');
  expect(await brokenBy(lines({ branch_id: '2' }))).toBe('line_of_entry');
  expect(await brokenBy(lines({ note_id: String(NOBODY) }))).toBe('line_note');
});

test('an open item names an entry of its branch and a note that are there', async () => {
  expect(await brokenBy(items({}))).toBeNull();
  expect(await brokenBy(items({ entry_id: String(NOBODY) }))).toBe('item_of_entry');
  expect(await brokenBy(items({ branch_id: '2' }))).toBe('item_of_entry');
  expect(await brokenBy(items({ note_id: String(NOBODY) }))).toBe('item_of_entry');
});

test('a part names a debit note of its branch and a credit note that are there', async () => {
  expect(await brokenBy(parts({}))).toBeNull();
  expect(await brokenBy(parts({ debit_note_id: String(NOBODY) }))).toBe('part_of_note');
  expect(await brokenBy(parts({ branch_id: '2' }))).toBe('part_of_note');
  expect(await brokenBy(parts({ credit_note_id: String(NOBODY) }))).toBe('part_of_note');
});

test('what a row was written for stays, and none of it is deleted', async () => {
  for (const statement of [
    'update open_items set note_id = note_id',
    'update open_items set entry_id = entry_id',
    'update note_parts set debit_note_id = debit_note_id',
    'delete from notes',
    'delete from journal_entries',
    'delete from branches',
    'update notes set id = 1',
  ])
    expect(await brokenBy(statement), statement).not.toBeNull();
});
