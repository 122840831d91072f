import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../../../domain/values/day.ts';
import { unsound } from '../../../proofs/sound.ts';
import { openDatabase } from '../../../platform/db/pool.ts';
import { inTransaction } from '../../../platform/http/transaction.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { approvedPolicy, makeBook } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';
import { accountsOf } from '../../firm/chart.ts';
import { PAYABLE, RECEIVABLE } from './aged.ts';
import { openAt } from './open-items.ts';
import { openNotesAt } from './open-notes.ts';
import { controlMonths, openByDueDay } from './open-sums.ts';

let t: TestApp;
let scope: number[];
const FOLDED = ['fold_open_changes', 'fold_owed'];
const FUNCTIONS = [...RECEIVABLE, ...PAYABLE];
const DAYS = [-400, -40, -11, -10, -9, -3, -2, -1, 0, 1, 2, 20, 45].map((days) => (today: Day) => addDays(today, days));

/** What is open at the end of a day: from the sums that are kept, and from every item. */
async function bothAt(day: Day) {
  return inTransaction(openDatabase(t.ownerPool), { readOnly: true, scope }, async (db) => {
    const ctx = { db, scope } as unknown as Ctx;
    const kept = await sql`with ${openByDueDay(ctx, { day, functions: FUNCTIONS })}
      select function, party_id, currency, due_on, debit, open, base_open from by_due_day order by 1, 2, 3, 4, 5`.execute(
      db,
    );
    const own = await sql`with ${openAt(ctx, { day, functions: FUNCTIONS })}
      select function, party_id, currency, due_on, amount >= 0 as debit, sum(open)::bigint as open, sum(base_open)::bigint as base_open
      from open_at group by 1, 2, 3, 4, 5 having bool_or(open <> 0 or base_open <> 0) order by 1, 2, 3, 4, 5`.execute(
      db,
    );
    return { kept: kept.rows, own: own.rows };
  });
}

/** How many notes reinsureds had open at the end of a day, and what those were of: from what is kept, and from every item. */
async function notesAt(day: Day) {
  return inTransaction(openDatabase(t.ownerPool), { readOnly: true, scope }, async (db) => {
    const ctx = { db, scope } as unknown as Ctx;
    const kept = await sql`with ${openNotesAt(ctx, day)}
      select party_id, currency, notes, amount from open_notes where notes <> 0 order by 1, 2`.execute(db);
    const own = await sql`with ${openAt(ctx, { day, functions: ['PREMIUM_RECEIVABLE'] })},
      owing as (select party_id, currency, note_id from open_at where note_id is not null group by 1, 2, 3 having sum(open) <> 0)
      select o.party_id, o.currency, count(*)::int as notes, sum(case when n.kind = 'DN' then n.amount else -n.amount end)::bigint as amount
      from owing o join notes n on n.id = o.note_id group by 1, 2 order by 1, 2`.execute(db);
    return { kept: kept.rows, own: own.rows };
  });
}

/** What accounts moved in base by month up to a day: from what is kept, and from the balances of each day. */
async function monthsTo(today: Day) {
  return inTransaction(openDatabase(t.ownerPool), { readOnly: true, scope }, async (db) => {
    const ctx = { db, scope, today } as unknown as Ctx;
    const kept = await sql`select month::text, sum(base)::bigint as base from (${controlMonths(ctx, FUNCTIONS)}) c
      where month <= ${today}::date group by 1 having sum(base) <> 0 order by 1`.execute(db);
    const own =
      await sql`select date_trunc('month', day)::date::text as month, sum(base_debit - base_credit)::bigint as base from daily_balances
      where branch_id = any(${scope}::int[]) and account = any(${accountsOf(...FUNCTIONS)}) and day <= ${today}
      group by 1 having sum(base_debit - base_credit) <> 0 order by 1`.execute(db);
    return { kept: kept.rows, own: own.rows };
  });
}

async function expectSameMonths(): Promise<void> {
  for (const day of ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-11', '2026-03-12', '2026-04-30']) {
    const { kept, own } = await monthsTo(day);
    expect(kept).toEqual(own);
  }
  expect((await monthsTo('2026-04-30')).own.length).toBeGreaterThan(0);
}

async function expectEqual(): Promise<number> {
  const { rows } = await t.ownerPool.query<{ day: Day }>('select max(opened_on)::text as day from open_items');
  let open = 0;
  for (const dayOf of DAYS) {
    const day = dayOf(rows[0]!.day);
    const [items, notes] = [await bothAt(day), await notesAt(day)];
    expect(items.kept).toEqual(items.own);
    expect(notes.kept).toEqual(notes.own);
    open += items.own.length;
  }
  return open;
}

afterAll(() => t.close());
beforeAll(async () => {
  t = await testApp();
  const book = await makeBook(t);
  for (const part of ['281250.00', '1000.00']) {
    const { id: note } = await debitNoteOf(t, await approvedPolicy(t, book));
    await approvedReceipt(t, exampleReceipt(book, { allocations: [{ note, amount: part }] }));
  }
  const { id: whole } = await debitNoteOf(t, await approvedPolicy(t, book));
  t.clock.set('2026-03-12T08:00:00Z');
  const allocations = [{ note: whole, amount: '562500.00' }];
  const later = { dateOfIssue: '2026-03-12', receiptAmount: '562500.00', allocations };
  await approvedReceipt(t, exampleReceipt(book, later));
  const { rows } = await t.ownerPool.query<{ ids: number[] }>('select array(select id from branches) as ids');
  scope = rows[0]!.ids;
}, 120_000);

describe('what is open, summed', () => {
  test('is what every item comes to at any day, folded or not', async () => {
    expect(await expectEqual()).toBeGreaterThan(0);
    await expectSameMonths();
    // Some of it is folded, some not; then all of it.
    for (const most of [3, 1_000]) {
      for (const fold of FOLDED) await t.ownerPool.query(`select ${fold}($1)`, [most]);
      expect(await expectEqual()).toBeGreaterThan(0);
      await expectSameMonths();
      expect(await unsound(t.ownerPool)).toEqual([]);
    }
    const turns = await t.ownerPool.query('select distinct notes from owed_notes order by 1');
    expect(turns.rows).toEqual([{ notes: -1 }, { notes: 1 }]);
    const { rows } = await t.ownerPool.query<{ left: bigint }>(
      'select (select count(*) from open_changes) + (select count(*) from owed_touched) as left',
    );
    expect(rows[0]?.left).toBe(0n);
  });

  test('goes with items that are put on another day, resized or of another party, and with what was settled of them', async () => {
    await t.ownerPool.query(`update open_items set due_on = due_on + 7, opened_on = opened_on + 1 where id % 2 = 0`);
    await t.ownerPool.query(
      `update open_items set party_id = (select min(id) from parties where id <> open_items.party_id) where id % 3 = 0`,
    );
    await t.ownerPool.query(
      `update open_items set amount = amount * 2, outstanding = outstanding * 2, base_amount = base_amount * 2, base_outstanding = base_outstanding * 2
       where not exists (select from settlements s where s.item_id = open_items.id)`,
    );
    await expectEqual();
    for (const fold of FOLDED) await t.ownerPool.query(`select ${fold}(1000)`);
    await expectEqual();
  });

  test('is of the branches that a session sees', async () => {
    const all = scope;
    scope = [];
    const { kept } = await bothAt('2099-12-31');
    scope = all;
    expect(kept).toEqual([]);
  });
});
