import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { itemsAgain, linesAgain, NOBODY, NOTHING, notesAgain, partsAgain } from '../../testing/written-rows.ts';

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

test('a line names an entry of its branch and a note that are there', async () => {
  expect(await brokenBy(linesAgain({}))).toBeNull();
  expect(await brokenBy(linesAgain({ entry_id: NOBODY }))).toBe('line_of_entry');
  expect(await brokenBy(linesAgain({ branch_id: '2' }))).toBe('line_of_entry');
  expect(await brokenBy(linesAgain({ note_id: NOBODY }))).toBe('line_note');
});

test('a line names an account, a currency and a tax that are there', async () => {
  expect(await brokenBy(linesAgain({ account: NOTHING }))).toBe('line_of_account');
  expect(await brokenBy(linesAgain({ currency: NOTHING }))).toBe('line_of_account');
  expect(await brokenBy(linesAgain({ tax_id: NOBODY }))).toBe('line_of_account');
});

test('an open item names an entry of its branch, a note, an account and a currency that are there', async () => {
  expect(await brokenBy(itemsAgain({}))).toBeNull();
  expect(await brokenBy(itemsAgain({ entry_id: NOBODY }))).toBe('item_of_entry');
  expect(await brokenBy(itemsAgain({ branch_id: '2' }))).toBe('item_of_entry');
  expect(await brokenBy(itemsAgain({ note_id: NOBODY }))).toBe('item_of_entry');
  expect(await brokenBy(itemsAgain({ account: NOTHING }))).toBe('item_of_entry');
  expect(await brokenBy(itemsAgain({ currency: NOTHING }))).toBe('item_of_entry');
});

test('a part names a debit note of its branch, a credit note and a tax that are there', async () => {
  expect(await brokenBy(partsAgain({}))).toBeNull();
  expect(await brokenBy(partsAgain({ debit_note_id: NOBODY }))).toBe('part_of_note');
  expect(await brokenBy(partsAgain({ branch_id: '2' }))).toBe('part_of_note');
  expect(await brokenBy(partsAgain({ credit_note_id: NOBODY }))).toBe('part_of_note');
  expect(await brokenBy(partsAgain({ tax_id: NOBODY }))).toBe('part_of_note');
});

test('a note names a currency, a policy and a debit note of its branch that are there', async () => {
  expect(await brokenBy(notesAgain({}))).toBeNull();
  expect(await brokenBy(notesAgain({ branch_id: '2' }))).toBe('note_of_policy');
  expect(await brokenBy(notesAgain({ currency: NOTHING }))).toBe('note_of_policy');
  expect(await brokenBy(notesAgain({ policy_id: NOBODY }))).toBe('note_of_policy');
  expect(await brokenBy(notesAgain({ debit_note_id: NOBODY }))).toBe('note_of_policy');
});

test('what a row was written for stays, and none of it is deleted', async () => {
  for (const statement of [
    'update open_items set note_id = note_id',
    'update open_items set entry_id = entry_id',
    'update note_parts set debit_note_id = debit_note_id',
    'update notes set policy_id = policy_id',
    'update currencies set code = code',
    'update ledger_accounts set code = code',
    'delete from notes',
    'delete from journal_entries',
    'delete from branches',
    'delete from currencies',
    'delete from ledger_accounts',
    'delete from taxes',
    'delete from policies',
    'update notes set id = 1',
  ])
    expect(await brokenBy(statement), statement).not.toBeNull();
});
