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
import { COUNTED } from '../../../../domain/tables/counted.ts';
import { fact, periodOf } from '../../../platform/exports/facts.ts';
import { listing } from '../../../platform/exports/list.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { every, parseSort, when } from '../../../platform/http/lists.ts';
import { accountsOf } from '../../firm/chart.ts';
import { assertPeriod } from '../period.ts';
import { reportPage, type ReportQuery, reportRows } from '../paging.ts';
import { ageIs } from './aged.ts';
import { noteIsOf, noteWithIdIsOf } from './class-of-note.ts';
import { sourceMaker, sourceNumber } from './ledger.ts';
import { fewNamed, isNamed, isSought, onlyParty, type Sought, soughtBy, soughtOfClass } from './named-items.ts';
import type { Named } from '../../ledger/named-papers.ts';
import { openAt, settledLater } from './open-items.ts';
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

const DEFAULT_SORT = 'day,asc';

const dayOf = (ctx: Ctx, { asat = ctx.today }: Query): Day => asat;

/** The note of an item `i`: its own, or the debit note whose part it is of. Worked out before notes are joined to it: behind row-level security they would all be read. */
const NOTE_OF_ITEM = sql`coalesce(i.note_id, (select x.debit_note_id from note_parts x where x.id = i.part_id))`;

/** Which items are looked at: of a paper all, those of its parts with them, between two days those that moved, of one kind of movement all, else the open ones. */
function itemsOf(ctx: Ctx, query: Query, sought: Sought | null): RawBuilder<unknown> {
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
  const which = sought ? { open: isSought(sought), settled: isNamed(sought.named) } : undefined;
  return sql`${openAt(ctx, { day, functions: OPEN_SIDES[side].accounts, party: party ?? null, which, also })},
    items as (select * from open_at where open <> 0 or base_open <> 0)`;
}

/** What narrows items `i`, with the function of their account and the note that they are of; undefined where nothing does. */
const narrowing = (ctx: Ctx, query: Query): RawBuilder<unknown> | undefined =>
  every([
    when(query.party, (id) => sql`i.party_id = ${id}`),
    when(query.currency, (code) => sql`i.currency = ${code}`),
    when(query.due_to, (last) => sql`i.due_on <= ${last}`),
    when(query.of, () => sql`i.note_id is not null`),
    when(query.age, (age) => ageIs(age, { day: dayOf(ctx, query), item: sql`i` })),
  ]);

/** The class of an item's note, in the same way. */
const ofClass = (query: Query) =>
  when(query.class, (name) => sql`exists (select 1 from notes n where n.id = i.note_of and ${noteIsOf(name)})`);

/** Columns of an item `i` that its movements and rows are made of. */
const ITEM = sql`i.id, i.entry_id, i.branch_id, i.account, i.party_id, i.currency, i.note_id, i.receipt_id, i.part_id, i.opened_on, i.due_on, i.amount, i.base_amount`;

const OF_ITEM = sql`i.branch_id, i.party_id, i.note_of, i.note_id, i.part_id, i.receipt_id, i.due_on, i.currency`;

/** Settlements `s` of chosen items `i`: joined, since the items may be all there are; or looked up for each of those of a page, which are few. */
const JOINED = sql`join settlements s on s.item_id = i.id`;
const LOOKED_UP = sql`cross join lateral (select * from settlements where item_id = i.id offset 0) s`;

/** From the items `chosen` on: their steps, those of them that count, and the rows. */
const rowsOfChosen = (
  ctx: Ctx,
  query: Query,
  { sought = null, settlementsOf = JOINED }: { sought?: Sought | null; settlementsOf?: RawBuilder<unknown> } = {},
) => {
  const moved = every([
    sql`m.day <= ${dayOf(ctx, query)}`,
    when(query.from, (first) => sql`m.day >= ${first}`),
    when(query.move, (move) => sql`m.move = ${move}`),
  ]);
  // A step has what is shown of its item: joined to it again, thousands were compared with each other, since the planner thinks them few.
  return sql`
    steps as (
      select i.id, 0 as step, i.entry_id, i.opened_on as day, 'OPENED' as move, i.amount, i.base_amount, ${OF_ITEM} from chosen i
      union all
      select i.id, s.id, s.entry_id, s.day, case when s.entry_id = any(${writtenBackBy(ctx)}) then 'WRITTEN_BACK' else 'SETTLED' end,
        -s.amount, -s.base_amount, ${OF_ITEM}
      from chosen i ${settlementsOf}),
    moved as (select m.* from steps m where ${moved}),
    found as (
      select i.id || '/' || i.step as row, i.id, i.step, i.entry_id as entry, i.day, i.move, i.branch_id, i.party_id, i.note_of, i.receipt_id, i.due_on, i.currency,
        i.amount, i.base_amount
      from moved i ${sought ? sql`where ${isNamed(sought.named)}` : sql``})`;
};

type Near = { named: Named | null; descending: boolean };

/**
 * The first or the last movements of all that is open at a day. No row comes before the first one of its item, so the first items by that day have the first rows; the last rows are
 * those of the items that were opened last and of the settlements since. Each branch and account gives its own off an index. Items that were settled after the day are few, and looked
 * up by their settlements.
 */
function nearest(ctx: Ctx, query: Query, { named, descending }: Near): NonNullable<ReportQuery['near']> {
  const day = dayOf(ctx, query);
  const narrowed = every([
    narrowing(ctx, query),
    when(query.class, (name) => noteWithIdIsOf(name, sql`i.note_of`)),
    named ? isNamed(named) : undefined,
  ]);
  const accounts = accountsOf(...OPEN_SIDES[query.side].accounts);
  const scope = sql`${[...ctx.scope]}::int[]`;
  const isOpen = sql`i.opened_on <= ${day}::date
    and (i.outstanding + coalesce(l.amount, 0) <> 0 or i.base_outstanding + coalesce(l.base_amount, 0) <> 0) ${narrowed ? sql`and ${narrowed}` : sql``}`;
  const items = (which: RawBuilder<unknown>) =>
    sql`(select i.*, a.function, ${NOTE_OF_ITEM} as note_of from open_items i join ledger_accounts a on a.code = i.account where ${which}) i`;
  const ofSide = sql`i.branch_id = any(${scope}) and i.account = any(${accounts})`;
  const reopened = sql`later l join ${items(sql`i.outstanding = 0 and ${ofSide}`)} on i.id = l.item_id where ${isOpen}`;
  const openItems = (which = sql`true`) =>
    sql`${items(sql`i.outstanding <> 0 and ${ofSide} and ${which}`)} left join later l on l.item_id = i.id where ${isOpen}`;
  const way = sql.raw(descending ? 'desc' : 'asc');
  const first = (reach: RawBuilder<unknown>) => sql`
    select f.* from unnest(${scope}) as branch (id) cross join unnest(${accounts}) as own (code) cross join lateral (
      select ${ITEM}, i.note_of, least(i.opened_on, i.settled_from) as first from ${items(sql`i.outstanding <> 0 and i.branch_id = branch.id and i.account = own.code`)}
      left join later l on l.item_id = i.id where ${isOpen} order by least(i.opened_on, i.settled_from) ${way}, i.id ${way} limit ${reach}) f`;
  const chosen = sql`select ${ITEM}, i.note_of from`;
  return {
    // Planned without values, an account is taken to be worth reading whole.
    comesAgain: false,
    ctes: (reach) => sql`${settledLater(ctx, day)},
      nearest as materialized (${first(reach)}),
      ${descending ? sql`edge as materialized (select coalesce((select first from nearest order by first desc offset ${reach} - 1 limit 1), '-infinity') as day),` : sql``}
      chosen as (
        ${chosen} nearest i
        ${
          descending
            ? sql`union ${chosen} ${openItems(sql`i.settled_from is not null`)}
              union ${chosen} ${openItems(sql`i.id in (select s.item_id from settlements s where s.branch_id = any(${scope}) and s.day between (select day from edge) and ${day}::date)`)}`
            : sql``
        }
        union ${chosen} ${reopened}),
      ${rowsOfChosen(ctx, query, { settlementsOf: LOOKED_UP })}`,
    // Each item has a row at least; how many more is looked up only where the items themselves are not more than are counted.
    count: sql`(select case when few.count > ${COUNTED} then few.count else (
        select count(*) from (
          select i.id from ${openItems()} union all select i.id from ${reopened}) i
        cross join lateral (select union all select from settlements s where s.item_id = i.id and s.day <= ${day}::date) m) end
      from (select count(*) as count from (select from ${openItems()} limit ${sql.lit(COUNTED + 1)}) x) few)`,
  };
}

async function reportOf(ctx: Ctx, query: Query): Promise<ReportQuery> {
  assertPeriod({ from: query.from, last: dayOf(ctx, query) });
  const { accounts } = OPEN_SIDES[query.side];
  const searched = await soughtBy(ctx, query.searchValue, accounts);
  const party = searched === null && query.party !== undefined ? onlyParty(query.party) : null;
  const ofOne = party === null ? null : { named: party, few: await fewNamed(ctx, party, accounts) };
  const ofItsOwn = searched ?? ofOne;
  const sought = ofItsOwn ?? (query.class === undefined ? null : await soughtOfClass(ctx, query.class, accounts));
  const named = searched?.named ?? null;
  const [first, then] = parseSort({ sorts: SORTS, defaultSort: DEFAULT_SORT }, query.sort);
  const inOrder = first?.column === 'day' && then?.column === 'id' && first.descending === then.descending;
  // Of a paper, two days or one kind of movement there are few items, or another index has them.
  const narrow = [query.note, query.receipt, query.from, query.move].some((one) => one !== undefined);
  const candidates = every([sql`i.account = any(${accountsOf(...accounts)})`, narrowing(ctx, query)]);
  const ofItsClass = ofClass(query);
  const ctes = sql`${itemsOf(ctx, query, sought)},
    candidates as materialized (
      select i.*, ${NOTE_OF_ITEM} as note_of from (select ${ITEM}, a.function from items i join ledger_accounts a on a.code = i.account) i
      where ${candidates}),
    chosen as (select i.* from candidates i ${ofItsClass ? sql`where ${ofItsClass}` : sql``}),
    ${rowsOfChosen(ctx, query, { sought })}`;
  const near = (of: Named | null) => nearest(ctx, query, { named: of, descending: first?.descending === true });
  const allOf = narrow ? sql`select count(*) from moved` : sql`select ${near(null).count}`;
  return {
    ctes,
    sorts: SORTS,
    defaultSort: DEFAULT_SORT,
    key: ['id', 'step'],
    total: named ? sql`(${allOf})` : undefined,
    near: inOrder && !narrow && (sought === null || sought.few === null) ? near(named) : undefined,
    // Papers and names are read for the rows shown alone: what an entry is of is looked up in a table for each kind of record.
    shownBy: 'row',
    shown: (rows) => sql`
      select i.row as shown_of, b.code as branch, e.event, ${sourceNumber} as record, e.source_kind, e.source_id, p.name as party, n.id as note_id, n.number as note,
        c.number as receipt, coalesce(${sourceMaker}, u.name) as made_by, u.name as approved_by
      from ${rows} i join journal_entries e on e.id = i.entry join users u on u.id = e.made_by join branches b on b.id = i.branch_id
      join parties p on p.id = i.party_id left join notes n on n.id = i.note_of left join receipts c on c.id = i.receipt_id`,
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
  page: async (ctx, query) => (await reportPage<Stored>(ctx, await reportOf(ctx, query), query)).page,
  all: async (ctx, query) => reportRows<Stored>(ctx, await reportOf(ctx, query), query),
  rowOf,
});
