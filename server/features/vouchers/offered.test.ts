import { afterAll, beforeAll, expect, test } from 'vitest';
import { OFFERED_NOTES } from '../../../domain/receipts/contract.ts';
import { OFFERED_ITEMS } from '../../../domain/vouchers/payables-contract.ts';
import { codeOf } from '../../testing/chart.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { PV } from './vouchers.factories.ts';

let t: TestApp;
let book: Book;
let paid: { policy: number; note: number };
let open: { policy: number; note: number };

/** More notes than are offered, all due before those of two policies of which one is paid: each of one security and its reinsured. */
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  const placed = async () => {
    const policy = await approvedPolicy(t, book);
    return { policy, note: (await debitNoteOf(t, policy)).id };
  };
  [paid, open] = [await placed(), await placed()];
  await approvedReceipt(t, exampleReceipt(book, { allocations: [{ note: paid.note, amount: '281250.00' }] }));
  const owner = await t.ownerPool.connect();
  await owner.query('alter table journal_entries disable trigger user');
  await owner.query(
    `with place as (select branch_id as branch from policies where id = $1),
    entry as (insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
      select branch, '2026-01-01', 'POLICY_APPROVED', 'policy', 1000000, '', (select min(id) from users) from place returning id, branch_id),
    debit as (insert into notes (branch_id, kind, purpose, origin, number, party_id, currency, amount, base_amount, posted_on, due_on)
      select branch, 'DN', 'PREMIUM', 'HISTORY', 'OLD/' || g, $2, 'KES', 100, 100, '2026-01-01', date '2026-01-02' + g % 20 from place, generate_series(1, $4::int) g returning *),
    credit as (insert into notes (branch_id, kind, purpose, origin, number, party_id, currency, amount, base_amount, posted_on, due_on, debit_note_id)
      select branch_id, 'CN', 'PREMIUM', 'HISTORY', number || '/1', $3, currency, amount, base_amount, posted_on, due_on, id from debit returning *),
    parts as (insert into note_parts (branch_id, debit_note_id, kind, party_id, credit_note_id, currency, amount)
      select branch_id, debit_note_id, 'SECURITY', party_id, id, currency, amount from credit)
    insert into open_items (branch_id, account, party_id, currency, entry_id, note_id, sequence, opened_on, due_on, amount, base_amount, outstanding, base_outstanding)
    select n.branch_id, n.account, n.party_id, n.currency, e.id, n.id, 1, n.posted_on, n.due_on, n.sign * n.amount, n.sign * n.amount, n.sign * n.amount, n.sign * n.amount
    from (select *, $5 as account, 1 as sign from debit union all select *, $6, -1 from credit) n cross join entry e`,
    [paid.policy, book.reinsured, book.a, OFFERED_NOTES + 1, codeOf('PREMIUM_RECEIVABLE'), codeOf('PREMIUM_PAYABLE')],
  );
  await owner.query('alter table journal_entries enable trigger user');
  owner.release();
});
afterAll(() => t.close());

type Item = { item: number; policy: { id: number } | null; due_on: string; available: string };
const payable = async (query: Record<string, string | number> = {}, who = 'accountant.nbo'): Promise<Item[]> =>
  (await t.call(who, `GET ${PV}/findPoliciesBySecurity`, { query: { security: book.a, ...query } })).body;
const partOf = async ({ policy }: { policy: number }): Promise<number> =>
  (await payable({ policies: policy }))[0]?.item ?? 0;
const policiesOf = (items: readonly Item[]) => items.flatMap(({ policy }) => policy?.id ?? []);
const inOrder = <T extends { due_on: string }>(rows: readonly T[]) =>
  rows.toSorted((a, b) => a.due_on.localeCompare(b.due_on));

test('of very much that a security is owed first what can be paid is offered, then what is due first', async () => {
  const items = await payable();
  expect(items).toHaveLength(OFFERED_ITEMS);
  expect(policiesOf(items)).toEqual([paid.policy]);
  expect(items).toEqual(inOrder(items));
});

test('the rest is found by its number, its policy or its insured, or named by its id', async () => {
  const [item] = await payable({ policies: open.policy });
  const { rows } = await t.ownerPool.query<{ number: string; reference: string }>(
    `select n.number, p.broker_reference as reference from notes n join policies p on p.id = n.policy_id where n.policy_id = $1 and n.kind = 'CN' and n.party_id = $2`,
    [open.policy, book.a],
  );
  expect(rows).toHaveLength(1);
  for (const searchValue of rows.flatMap((row) => [row.number, row.reference]))
    expect(await payable({ searchValue })).toEqual([item]);
  expect(policiesOf(await payable({ searchValue: 'kisumu' }))).toEqual([paid.policy, open.policy]);
  expect(await payable({ searchValue: 'nobody' })).toEqual([]);
  const named = await payable({ items: await partOf(open) });
  expect([named.length, policiesOf(named)]).toEqual([OFFERED_ITEMS + 1, [paid.policy, open.policy]]);
});

test('what is another security’s, or another branch’s, is not offered by its id', async () => {
  const item = await partOf(open);
  expect(policiesOf(await payable({ security: book.b, items: item }))).toEqual([paid.policy, open.policy]);
  expect((await payable({ security: book.b })).map((one) => one.item)).not.toContain(item);
  expect(await payable({ items: item }, 'accountant.lon')).toEqual([]);
});

type Note = { id: number; due_on: string };
const notes = async (query: Record<string, string | number> = {}, who = 'cashier.nbo'): Promise<Note[]> => {
  const of = { reinsured: book.reinsured, currency: 'KES', ...query };
  return (await t.call(who, 'GET /api/sca/v1/receivable/opennotes', { query: of })).body;
};

test('of very many notes of a payer those that fall due first are offered, and others are found or named', async () => {
  const first = await notes();
  expect(first).toHaveLength(OFFERED_NOTES);
  expect(first).toEqual(inOrder(first));
  expect(first.map(({ id }) => id)).not.toContain(open.note);
  const named = await notes({ notes: open.note });
  expect([named.length, named.at(-1)?.id]).toEqual([OFFERED_NOTES + 1, open.note]);
  // What is paid half is open, too.
  expect((await notes({ searchValue: 'kisumu' })).map(({ id }) => id)).toEqual([paid.note, open.note]);
  expect(await notes({ notes: open.note }, 'cashier.lon')).toEqual([]);
});
