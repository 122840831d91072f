import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../platform/http/context.ts';
import { codeOf } from '../../testing/chart.ts';
import { makeBook } from '../../testing/factories.ts';
import { rowsReadAsRole } from '../../testing/plans.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { openNotes } from '../receipts/lists.ts';
import { vacuum } from '../../testing/vacuum.ts';

const NOTES = 20_000;
const MOST = 500;
let t: TestApp;
let payer: number;
let branches: number[];

/** Debit notes in turn of two branches and due on thirty days, each in two instalments of which every third note has paid the first; every tenth is in dollars. */
beforeAll(async () => {
  t = await testApp();
  const book = await makeBook(t);
  payer = book.reinsured;
  const owner = await t.ownerPool.connect();
  branches = (await owner.query<{ id: number }>('select id from branches order by id limit 2')).rows.map(
    (row) => row.id,
  );
  await owner.query('alter table journal_entries disable trigger user');
  await owner.query(
    `with entry as (insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
      select b, '2026-01-01', 'POLICY_APPROVED', 'policy', 1000000 + b, '', (select min(id) from users) from unnest($2::int[]) b returning id, branch_id),
    issued as (insert into notes (branch_id, kind, purpose, origin, number, party_id, currency, amount, base_amount, settled, posted_on, due_on)
      select ($2::int[])[1 + g % 2], 'DN', 'PREMIUM', 'HISTORY', 'DN/' || g, $1, case when g % 10 = 0 then 'USD' else 'KES' end, 100, 100,
        case when g % 3 = 0 then 40 else 0 end, '2026-01-01', date '2026-02-01' + g * 7 % 30
      from generate_series(1, $3::int) g returning *)
    insert into open_items (branch_id, account, party_id, currency, entry_id, note_id, sequence, opened_on, due_on, amount, base_amount, outstanding, base_outstanding)
    select n.branch_id, $4, n.party_id, n.currency, e.id, n.id, i.nth, n.posted_on, n.due_on + (i.nth - 1) * 20, i.amount, i.amount,
      case when i.nth = 1 then i.amount - n.settled else i.amount end, case when i.nth = 1 then i.amount - n.settled else i.amount end
    from issued n join entry e on e.branch_id = n.branch_id cross join (values (1, 40), (2, 60)) i (nth, amount)`,
    [payer, branches, NOTES, codeOf('PREMIUM_RECEIVABLE')],
  );
  await owner.query('alter table journal_entries enable trigger user');
  await vacuum(owner);
  owner.release();
});
afterAll(() => t.close());

/** All open notes by the first day on which something of them is due, added up without an order to begin with. */
async function inOrder(currency: string): Promise<[number, string][]> {
  const { rows } = await t.ownerPool.query<{ id: number; due: string }>(
    `select n.id, min(i.due_on)::text as due from notes n join open_items i on i.note_id = n.id
    where n.party_id = $1 and n.branch_id = any($3) and n.settled < n.amount and i.outstanding <> 0 and n.currency ${currency} group by 1 order by min(i.due_on), n.id limit $2`,
    [payer, MOST, branches],
  );
  return rows.map(({ id, due }) => [id, due]);
}

type Note = { id: number; due_on: string };
const keys = (notes: readonly Note[]) => notes.map(({ id, due_on: due }): [number, string] => [id, due]);

test('the first open notes of a payer are those that all of them begin with, each once, at its first open instalment', async () => {
  const get = async (path: string) =>
    (await t.call('root', `GET /api/sca/v1/receivable/${path}`, { query: { reinsured: payer, currency: 'KES' } })).body;
  expect(keys(await get('opennotes'))).toEqual(await inOrder(`= 'KES'`));
  expect(keys((await get('foreignnotes')).notes)).toEqual(await inOrder(`<> 'KES'`));
});

test('notes that are due later are not read', async () => {
  const [branch = 0] = branches;
  const read = (ctx: Ctx) =>
    openNotes(ctx, { params: {}, query: { reinsured: payer, currency: 'KES' }, body: undefined });
  const rows = await rowsReadAsRole(t, branch, read);
  // Each is looked at once, and read once more for what it shows: of 9,000 that are open. Of its items those are read that may be due earlier.
  expect(rows('notes')).toBeGreaterThanOrEqual(MOST);
  expect(rows('notes')).toBeLessThanOrEqual(2 * MOST);
  expect(rows('open_items')).toBeLessThanOrEqual(4 * MOST);
});
