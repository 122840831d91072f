import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Decoded } from '../../../domain/endpoint.ts';
import type { payableAgeingSummary } from '../../../domain/reports/ageing.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { codeOf } from '../../testing/chart.ts';
import { ranAsRole, rowsReadAsRole } from '../../testing/plans.ts';
import type { TestApp } from '../../testing/testApp.ts';
import { vacuum } from '../../testing/vacuum.ts';
import { MOST } from './first-rows.ts';
import { payableAgeingByNote } from './money/payable-ageing.ts';
import { generatedApp } from './plans.factories.ts';

let t: TestApp;
let branch: number;
/** What the generator's credit notes are copied to, so that they are more than a screen shows. */
const NOTES = 8_000;
/** Debit notes of which something moved since the earlier day, those of which something is held back among them. */
const MOVED = 20;
const HELD = 4;
/** The parts of each debit note. */
const OF_EACH = NOTES / 200;
const EARLIER = '2026-02-28';
const GUARDED = ['journal_entries', 'notes', 'note_parts', 'settlements'];

/** Half of each debit note came in; of some, one of its securities was paid more than half, and another one by another system after the earlier day. */
async function releaseHalf(): Promise<void> {
  const owner = t.ownerPool;
  const ids = {
    entry: `(select min(id) from journal_entries where branch_id = ${branch})`,
    user: '(select min(id) from users)',
  };
  await owner.query(`insert into notes (branch_id, kind, purpose, origin, number, party_id, currency, amount, base_amount, posted_on, due_on, debit_note_id)
    select branch_id, kind, purpose, origin, number || '/' || g, party_id, currency, amount, base_amount, posted_on, due_on, debit_note_id
    from notes, generate_series(2, 4) g where kind = 'CN' and branch_id = ${branch}`);
  await owner.query(`insert into note_parts (branch_id, debit_note_id, kind, party_id, credit_note_id, currency, amount)
    select branch_id, debit_note_id, 'SECURITY', party_id, id, currency, amount from notes where branch_id = ${branch} and number like 'CQ%/_'`);
  await owner.query(`update notes set amount = 4000, settled = 2000 where kind = 'DN' and branch_id = ${branch}`);
  await owner.query(`update note_parts p set released = 50, paid = x.paid, committed = x.paid, paid_before = case when x.paid = 10 then 10 else 0 end
    from (select id, dense_rank() over (order by debit_note_id) as lead, row_number() over (partition by debit_note_id order by id) as place
        from note_parts where branch_id = ${branch}) o
      cross join lateral (select case when place = 1 and lead <= ${HELD} then 60 when place = 2 and lead <= ${MOVED} then 10 else 0 end as paid) x
    where o.id = p.id`);
  await owner.query(`insert into open_items (branch_id, account, party_id, currency, entry_id, note_id, opened_on, due_on, amount, base_amount, outstanding, base_outstanding)
    select n.branch_id, '${codeOf('PREMIUM_PAYABLE')}', n.party_id, n.currency, ${ids.entry}, n.id, n.posted_on,
      case when n.id % 20 = 0 then date '2026-01-20' else n.due_on end, -100, -100, p.paid - 100, p.paid - 100
    from notes n join note_parts p on p.credit_note_id = n.id where n.branch_id = ${branch}`);
  const { rows } = await owner.query<{
    id: number;
  }>(`insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
    select ${branch}, date '${EARLIER}' + 1, 'HISTORY', 'history', 1, 'Books of before', ${ids.user} returning id`);
  await owner.query(`insert into settlements (branch_id, item_id, entry_id, day, amount, base_amount)
    select i.branch_id, i.id, ${rows[0]?.id}, date '${EARLIER}' + 1, -10, -10
    from open_items i join note_parts p on p.credit_note_id = i.note_id where p.paid_before > 0`);
  // None of them waits to be added up anew.
  await owner.query('delete from released_touched');
}

beforeAll(async () => {
  t = await generatedApp();
  branch = (await t.ownerPool.query(`select id from branches where code = 'QC'`)).rows[0].id;
  for (const table of GUARDED) await t.ownerPool.query(`alter table ${table} disable trigger user`);
  await releaseHalf();
  for (const table of GUARDED) await t.ownerPool.query(`alter table ${table} enable trigger user`);
  await vacuum(t.ownerPool);
});
afterAll(() => t.close());

type Query = Decoded<typeof payableAgeingSummary>['query'];
const asked = (query: Query) => (ctx: Ctx) =>
  payableAgeingByNote.reply(ctx, { params: {} as never, body: undefined as never, query }, undefined);

const steps = (query: Query) => ranAsRole(t, branch, asked(query));

/** How many rows of parts a read fetches, and how many notes it shows. */
async function partsRead(query: Query): Promise<{ parts: number; shown: number }> {
  let shown = 0;
  const rows = await rowsReadAsRole(t, branch, async (ctx) => {
    const reply = await asked(query)(ctx);
    shown = 'data' in reply ? reply.data.length : 0;
  });
  return { parts: rows('note_parts'), shown };
}

/** Parties are read in steps, each of which works out what is held back of today. */
const STEPS = 6;
const HELD_PARTS = (STEPS + 2) * HELD * OF_EACH;

test('what was held back at the end of an earlier day is worked out once, not for each part', async () => {
  const ran = await steps({ param: 'ALL', asat: EARLIER, released: 'true' });
  expect(ran).toContain('CTE Scan on taken');
  // Of what another system paid, and what of a note others wait for: added up, and divided, in one run.
  expect(ran.match(/(WindowAgg|GroupAggregate|HashAggregate) [^\n]*loops=(?!1\))\d+/g)).toBeNull();
  // Parts of notes of which something is held back are told from a set of them, with which none is compared.
  expect(ran.match(/CTE Scan on taken [^\n]*loops=(?!1\))\d+/g)).toBeNull();
});

test('what is released is looked up for the notes that are shown alone', async () => {
  const { parts, shown } = await partsRead({ param: 'ALL' });
  expect(shown).toBe(MOST);
  expect(parts).toBeLessThanOrEqual(MOST + 1 + HELD_PARTS);
});

test('those with something of an age are found before what is released of them is looked up', async () => {
  const { parts, shown } = await partsRead({ param: 'ALL', figure: 'd31_60' });
  expect(shown).toBe(300);
  // For those that are shown, and again for what they come to.
  expect(parts).toBeLessThanOrEqual(2 * shown + HELD_PARTS);
});

test('what moved since an earlier day is looked up by keys: the items of its settlements, their notes, and the parts of these', async () => {
  const ran = await steps({ param: 'ALL', asat: EARLIER, released: 'true' });
  const moved = ran.split('\n\n').find((one) => one.includes('CTE notes_moved'));
  for (const read of [
    /Index Scan using open_items_pkey on open_items i [^\n]*\n +Index Cond: \(id = ANY/,
    /Index Scan using notes_pkey on notes n [^\n]*\n +Index Cond: \(id = ANY/,
    /Index Scan using note_parts_credit on note_parts p [^\n]*\n +Index Cond: \(credit_note_id = ANY/,
  ])
    expect(moved).toMatch(read);
  expect(moved).not.toMatch(/Seq Scan on (open_items|notes|note_parts|settlements|journal_entries)\b/);
});
