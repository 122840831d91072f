import { type RawBuilder, sql } from 'kysely';
import type { Decoded } from '../../../../domain/endpoint.ts';
import {
  AGE_LABELS,
  type itemMovements as itemMovementsCall,
  itemMovementsTable,
  OPEN_SIDES,
} from '../../../../domain/reports/item-movements.ts';
import type { Sortable, Values } from '../../../../domain/tables/table.ts';
import { type Day, writtenDay } from '../../../../domain/values/day.ts';
import { fact, periodOf } from '../../../platform/exports/facts.ts';
import { listing } from '../../../platform/exports/list.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { every, when } from '../../../platform/http/lists.ts';
import { accountsOf } from '../../firm/chart.ts';
import { anyContains } from '../folded.ts';
import { assertPeriod } from '../period.ts';
import { reportPage, type ReportQuery, reportRows } from '../paging.ts';
import { ageIs } from './aged.ts';
import { noteIsOf } from './class-of-note.ts';
import { sourceMaker, sourceNumber } from './ledger.ts';
import { openAt } from './open-items.ts';
import { numberedOf } from './party.ts';
import { writtenBackBy } from './written-back.ts';

type Query = Decoded<typeof itemMovementsCall>['query'];
type Row = Values<typeof itemMovementsTable>;
type Stored = Omit<Row, 'party' | 'note' | 'receipt' | 'record'> & {
  record: string | null;
  party_id: number;
  party: string;
  note_id: number | null;
  note: string | null;
  receipt_id: number | null;
  receipt: string | null;
};

const SORTS = { day: 'day', id: 'id' } satisfies Record<Sortable<typeof itemMovementsTable>, string>;

const dayOf = (ctx: Ctx, { asat = ctx.today }: Query): Day => asat;

/** The note of an item `i`: its own, or the debit note whose part it is of. Worked out before notes are joined to it: behind row-level security they would all be read. */
const NOTE_OF_ITEM = sql`coalesce(i.note_id, (select x.debit_note_id from note_parts x where x.id = i.part_id))`;

/** Which items are looked at: of a paper all, those of its parts with them, between two days those that moved, of one kind of movement all, else the open ones. */
function itemsOf(ctx: Ctx, query: Query): RawBuilder<unknown> {
  const { note, receipt, from, move, side, party } = query;
  const day = dayOf(ctx, query);
  const scope = sql`branch_id = any(${[...ctx.scope]}::int[])`;
  if (note !== undefined)
    return sql`items as (select * from open_items where note_id = ${note} and ${scope}
      union all select * from open_items where part_id in (select id from note_parts where debit_note_id = ${note} and ${scope}) and ${scope})`;
  if (receipt !== undefined) return sql`items as (select * from open_items where receipt_id = ${receipt} and ${scope})`;
  if (from !== undefined)
    return sql`items as (select * from open_items where id in (
      select id from open_items where ${scope} and opened_on between ${from} and ${day}
      union select item_id from settlements where ${scope} and day between ${from} and ${day}))`;
  if (move !== undefined) return sql`items as (select * from open_items where ${scope} and opened_on <= ${day})`;
  const also = sql`i.entry_id, i.branch_id, i.account`;
  return sql`${openAt(ctx, { day, functions: OPEN_SIDES[side].accounts, party: party ?? null, also })},
    items as (select * from open_at where open <> 0 or base_open <> 0)`;
}

function reportOf(ctx: Ctx, query: Query): ReportQuery {
  const day = dayOf(ctx, query);
  assertPeriod({ from: query.from, last: day });
  const search = anyContains(['p.name', 'n.number', 'c.number'], query.searchValue);
  const conditions = every([
    sql`i.account = any(${accountsOf(...OPEN_SIDES[query.side].accounts)})`,
    when(query.party, (id) => sql`i.party_id = ${id}`),
    when(query.currency, (code) => sql`i.currency = ${code}`),
    when(query.due_to, (last) => sql`i.due_on <= ${last}`),
    when(query.of, () => sql`i.note_id is not null`),
    when(query.age, (age) => ageIs(age, { day, item: sql`i` })),
  ]);
  const ofClass = when(
    query.class,
    (name) => sql`exists (select 1 from notes n where n.id = i.note_of and ${noteIsOf(name)})`,
  );
  const moved = every([
    sql`m.day <= ${day}`,
    when(query.from, (first) => sql`m.day >= ${first}`),
    when(query.move, (move) => sql`m.move = ${move}`),
  ]);
  const steps = sql`${itemsOf(ctx, query)},
    candidates as materialized (
      select i.*, ${NOTE_OF_ITEM} as note_of from (
        select i.id, i.entry_id, i.branch_id, i.account, a.function, i.party_id, i.currency, i.note_id, i.receipt_id, i.part_id, i.opened_on, i.due_on, i.amount, i.base_amount
        from items i join ledger_accounts a on a.code = i.account) i
      where ${conditions}),
    chosen as (select i.* from candidates i ${ofClass ? sql`where ${ofClass}` : sql``}),
    steps as (
      select i.id, 0 as step, i.entry_id, i.opened_on as day, 'OPENED' as move, i.amount, i.base_amount from chosen i
      union all
      select i.id, s.id, s.entry_id, s.day, case when s.entry_id = any(${writtenBackBy(ctx)}) then 'WRITTEN_BACK' else 'SETTLED' end,
        -s.amount, -s.base_amount
      from chosen i join settlements s on s.item_id = i.id),
    moved as (select m.* from steps m where ${moved})`;
  const papers = sql`join parties p on p.id = i.party_id left join notes n on n.id = i.note_of left join receipts c on c.id = i.receipt_id`;
  return {
    ctes: sql`${steps},
      found as (
        select m.id || '/' || m.step as row, m.id, m.step, m.entry_id as entry, m.day, m.move, i.branch_id, i.party_id, i.note_of, i.receipt_id, i.due_on, i.currency,
          m.amount, m.base_amount
        from moved m join chosen i on i.id = m.id ${search ? sql`${papers} where ${search}` : sql``})`,
    sorts: SORTS,
    defaultSort: 'day,asc',
    key: ['id', 'step'],
    total: search ? sql`(select count(*) from moved)` : undefined,
    // Papers and names are read for the rows shown alone: what an entry is of is looked up in a table for each kind of record.
    shownBy: 'row',
    shown: (rows) => sql`
      select i.row as shown_of, b.code as branch, e.event, ${sourceNumber} as record, e.source_kind, e.source_id, p.name as party, n.id as note_id, n.number as note,
        c.number as receipt, coalesce(${sourceMaker}, u.name) as made_by, u.name as approved_by
      from ${rows} i join journal_entries e on e.id = i.entry join users u on u.id = e.made_by join branches b on b.id = i.branch_id ${papers}`,
  };
}

const rowOf = ({ party_id, note_id, receipt_id, record, ...row }: Stored): Row => ({
  ...row,
  record: record ?? '',
  party: { id: party_id, name: row.party },
  note: numberedOf(note_id, row.note),
  receipt: numberedOf(receipt_id, row.receipt),
});

/** What opened and settled open items, the earliest first: its sum is what was open. §7. */
export const itemMovements = listing({
  table: itemMovementsTable,
  name: 'open-item-movements',
  title: 'Movements of open items',
  period: (ctx, query: Query) =>
    query.from === undefined ? `As at ${writtenDay(dayOf(ctx, query))}` : periodOf(query.from, dayOf(ctx, query)),
  facts: (_ctx, { side, class: name, of, age, due_to: due }) => [
    fact('Of', OPEN_SIDES[side].label),
    fact('Class', name),
    fact('Items', of && 'Of notes alone'),
    fact('Age', age && AGE_LABELS[age]),
    fact('Due by', due && writtenDay(due)),
  ],
  page: async (ctx, query) => (await reportPage<Stored>(ctx, reportOf(ctx, query), query)).page,
  all: (ctx, query) => reportRows<Stored>(ctx, reportOf(ctx, query), query),
  rowOf,
});
