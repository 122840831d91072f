import { type RawBuilder, sql } from 'kysely';
import type { AccountFunction } from '../../../../domain/ledger/accounts.ts';
import type { Permission } from '../../../../domain/permissions.ts';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { type dueToUsOverview, SEES_OVERVIEW } from '../../../../domain/reports/contract.ts';
import { firstOf } from '../../../../domain/errors.ts';
import { divideRounded } from '../../../../domain/values/decimal.ts';
import { formatAmount, sum } from '../../../../domain/values/money.ts';
import { listing, type Titles } from '../../../platform/exports/list.ts';
import { plannedOnce } from '../../../platform/db/pool.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type Condition, every, parseSort } from '../../../platform/http/lists.ts';
import { accountsOf } from '../../firm/chart.ts';
import { refOf } from '../../records.ts';
import { lastTwelve, monthOf } from '../production/months.ts';
import { reportPage, type ReportQuery, reportRows } from '../paging.ts';
import { isNamed, isNamedByPaperAlone, isOfNamedParty, isSought, type Sought, soughtBy } from './named-items.ts';
import type { Named } from '../../ledger/named-papers.ts';
import { controlMonths, openBase, openNow, openNowOf } from './open-sums.ts';
import { type DashboardFigures, overview } from '../production/overview.ts';
import { releasedByDueDay, unpaidOf } from './released.ts';
import { branchesWith, narrowedTo } from '../../permitted.ts';
import { dueToReinsurersTable, dueToUsTable, type overviewTotals } from '../../../../domain/reports/tables.ts';
import type { Sortable, Values } from '../../../../domain/tables/table.ts';
import { COUNTED } from '../../../../domain/tables/counted.ts';

type Query = Decoded<typeof dueToUsOverview>['query'];
type Row = Values<typeof dueToReinsurersTable>;
type Stored = Omit<Row, 'policy'> & { policy_id: number | null; policy: string | null };
type Side = { accounts: readonly AccountFunction[]; sign: 1 | -1; released: boolean };

const TO_US: Side = {
  accounts: ['PREMIUM_RECEIVABLE', 'CLAIMS_RECOVERABLE', 'INVOICES_RECEIVABLE'],
  sign: 1,
  released: false,
};
/** Of what is still outstanding to a security, the part for which the reinsured's money has come in. */
const TO_REINSURERS: Side = {
  accounts: ['PREMIUM_PAYABLE'],
  sign: -1,
  released: true,
};

/** Amounts of several currencies are ordered by what they come to in base. */
const SORTS = {
  due_on: 'due_on',
  number: 'number',
  party: 'party',
  outstanding: 'base',
  id: 'id',
} satisfies Record<Sortable<typeof dueToReinsurersTable>, string>;

const DEFAULT_SORT = 'due_on,asc';

/** Open items `i` of a side. */
const isOpen = (ctx: Ctx, { accounts }: Side) =>
  sql`i.branch_id = any(${[...ctx.scope]}::int[]) and i.account = any(${accountsOf(...accounts)}) and i.outstanding <> 0`;

const signOf = ({ sign }: Side) => sql.raw(String(sign));

/**
 * Open items of today gathered by note, and those of parts by theirs: what securities are owed of a salvage note lessens what they owe on the same
 * account. Bounded by what is open, not by what was ever booked; of a search by what it names.
 */
function openNotes(ctx: Ctx, side: Side, which: Condition): RawBuilder<unknown> {
  const open = every([isOpen(ctx, side), which]);
  const figures = sql`min(i.due_on) as due_on, ${signOf(side)} * sum(i.outstanding)::bigint as outstanding, ${signOf(side)} * sum(i.base_outstanding)::bigint as base`;
  return sql`
    open_notes as (
      select i.note_id, null::int as part, ${figures} from open_items i where ${open} and i.note_id is not null group by i.note_id
      union all
      select x.debit_note_id, o.* from (
        select i.part_id as part, ${figures} from open_items i where ${open} and i.part_id is not null group by i.part_id) o
      join note_parts x on x.id = o.part)`;
}

/** Whose a row is: of a part `x` its payee, else the party of the note `n`. */
const PARTY = sql`case when x.id is null then n.party_id else x.party_id end`;
/** What tells rows apart: the note, and the part of it. */
const ROW = sql`note_id || '/' || coalesce(part, 0) as row, note_id as id, part`;

/** Of a row `of`: what the note or the part came to, less than nothing where it lessens what is due, as what is open of it does. */
const AMOUNT = sql`sign(of.outstanding)::int * coalesce(x.amount, n.amount)`;

/** What a row shows of its note besides what it is found and sorted by. */
const shownOf = (ctx: Ctx, { released }: Side, rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select of.row as shown_of, n.number, n.invoice_id as invoice, p.id as policy_id, p.broker_reference as policy, party.name as party, party.id as party_id,
    n.currency, ${AMOUNT} as amount, ${released ? sql`coalesce(r.unpaid, 0)::bigint` : sql`null::bigint`} as released
  from ${rows} of join notes n on n.id = of.id ${released ? sql`left join (${unpaidOf(ctx, sql`select id from ${rows} listed`)}) r on r.note_id = n.id` : sql``} left join note_parts x on x.id = of.part left join claims c on c.id = n.claim_id
  left join policies p on p.id = case when n.policy_id is null then c.policy_id else n.policy_id end
  join parties party on party.id = ${PARTY}`;

/** So many items are looked at for the count before all are. */
const LOOKED_AT = 2 * COUNTED;

/** How many notes and parts have open items, up to what is counted. */
function openCount(ctx: Ctx, side: Side, which?: Condition): RawBuilder<unknown> {
  const open = (what: string) => every([isOpen(ctx, side), sql`${sql.ref(`i.${what}`)} is not null`, which]);
  return sql`(select case when few.count > ${COUNTED} then few.count
        else (select count(distinct i.note_id) from open_items i where ${open('note_id')}) + (select count(distinct i.part_id) from open_items i where ${open('part_id')}) end
      from (select count(distinct note_id) as count from (select i.note_id from open_items i where ${open('note_id')} limit ${LOOKED_AT}) x) few)`;
}

/**
 * Notes by the day on which the first of what is open falls due: that item stands for its note, so that their index has the order; items of parts have their own. Of many that are
 * named the first are met along it.
 */
function nearest(
  ctx: Ctx,
  side: Side,
  { descending, named }: { descending: boolean; named: Named | null },
): NonNullable<ReportQuery['near']> {
  const accounts = accountsOf(...side.accounts);
  const scope = sql`${[...ctx.scope]}::int[]`;
  const way = sql.raw(descending ? 'desc' : 'asc');
  const order = sql`due_on ${way}, note_id ${way}`;
  const which = named ? sql`and ${isNamed(named)}` : sql``;
  const sumOf = (
    what: string,
    one: string,
  ) => sql`(select ${signOf(side)} * sum(i.outstanding)::bigint from open_items i
    where i.${sql.ref(what)} = f.${sql.ref(one)} and ${isOpen(ctx, side)})`;
  return {
    comesAgain: named === null,
    ctes: (reach) => sql`
      first as (
        select f.* from unnest(${scope}) as branch (id) cross join unnest(${accounts}) as own (code) cross join lateral (
          (select i.note_id, null::int as part, i.due_on from open_items i
          where i.branch_id = branch.id and i.account = own.code and i.outstanding <> 0 and i.note_id is not null ${which}
            and not exists (select from open_items e where e.note_id = i.note_id and e.branch_id = any(${scope}) and e.account = any(${accounts})
              and e.outstanding <> 0 and (e.due_on, e.id) < (i.due_on, i.id))
          order by ${order} limit ${reach})
          union all
          (select x.debit_note_id, p.part_id, p.due_on from (
            select i.part_id, i.due_on from open_items i
            where i.branch_id = branch.id and i.account = own.code and i.outstanding <> 0 and i.part_id is not null ${which}
            order by due_on ${way} fetch first ${reach} rows with ties) p
          join note_parts x on x.id = p.part_id)) f
        order by ${order}, part limit ${reach}),
      found as (
        select ${ROW}, f.due_on, case when part is null then ${sumOf('note_id', 'note_id')} else ${sumOf('part_id', 'part')} end as outstanding from first f)`,
    count: openCount(ctx, side, named ? isNamed(named) : undefined),
  };
}

async function reportOf(ctx: Ctx, query: Query, side: Side): Promise<ReportQuery> {
  const sought = await soughtBy(ctx, query.searchValue, side.accounts);
  const named = sought?.named ?? null;
  const order = parseSort({ sorts: SORTS, defaultSort: DEFAULT_SORT }, query.sort);
  const byName = order.some(({ column }) => ['number', 'party'].includes(column));
  const [first, then] = order;
  const byDay = first?.column === 'due_on' && then?.column === 'id' && then.descending === first.descending;
  return {
    // Names are looked up for all that is open only where they decide what is shown.
    ctes: sql`${openNotes(ctx, side, sought ? isSought(sought) : undefined)},
      found as (${
        byName
          ? sql`select ${ROW}, o.due_on, o.outstanding, o.base, n.number, party.name as party
              from open_notes o join notes n on n.id = o.note_id left join note_parts x on x.id = o.part join parties party on party.id = ${PARTY}`
          : sql`select ${ROW}, due_on, outstanding, base from open_notes`
      })`,
    sorts: SORTS,
    defaultSort: DEFAULT_SORT,
    key: ['id', 'part'],
    total: named ? openCount(ctx, side) : undefined,
    shown: (rows) => shownOf(ctx, side, rows),
    shownBy: 'row',
    near:
      byDay && (sought === null || sought.few === null)
        ? nearest(ctx, side, { descending: first.descending, named })
        : undefined,
  };
}

type Total = Values<typeof overviewTotals>;

/** What a search names comes to: of many parties from the sums that are kept of them, beside what papers alone name. */
async function totalsOfSought(ctx: Ctx, side: Side, sought: Sought): Promise<Total[]> {
  const { named } = sought;
  const isSummed = sought.few === null;
  const which = isSummed ? isNamedByPaperAlone(named) : isSought(sought);
  const { rows } = await sql<Total>`
    select currency, ${signOf(side)} * sum(amount)::bigint as amount, ${signOf(side)} * sum(base)::bigint as base from (
      select i.currency, i.outstanding as amount, i.base_outstanding as base from open_items i where ${isOpen(ctx, side)} and ${which}
      ${isSummed ? sql`union all select currency, amount, base from (${openNowOf(ctx, side.accounts, isOfNamedParty(named))}) o where is_open` : sql``}) o
    group by 1 order by 1`.execute(ctx.db);
  return rows;
}

/** What all that is open comes to, from the sums that are kept; of a search, what it found. */
async function totalsOf(ctx: Ctx, side: Side, query: Query): Promise<Total[]> {
  const sought = await soughtBy(ctx, query.searchValue, side.accounts);
  if (sought) return totalsOfSought(ctx, side, sought);
  const { rows } = await sql<Total>`
    select currency, ${signOf(side)} * amount as amount, ${signOf(side)} * base as base from (${openNow(ctx, side.accounts)}) o where is_open order by currency`.execute(
    ctx.db,
  );
  return rows;
}

/**
 * What was open in base, as it was booked, at the end of each of the last twelve months, from the sums that are kept; less what is booked ahead of today. A
 * revaluation is in none of them: the one of a month's end is gone the next day, when what is due is what it was.
 */
async function trendOf(ctx: Ctx, side: Side): Promise<Reply<typeof dueToUsOverview>['trend']> {
  // Its words are the same whatever is searched for: planning takes longer than reading.
  const rows = await plannedOnce(
    ctx.db,
    sql<{ month: string; base: bigint }>`
    select to_char(month, 'YYYY-MM') as month, ${signOf(side)} * sum(base)::bigint as base from (${controlMonths(ctx, side.accounts)}) c
    where month <= ${ctx.today}::date group by c.month`,
  );
  return lastTwelve(ctx.today).map((first) => {
    const month = monthOf(first);
    const until = rows.filter((row) => row.month <= month);
    return { month, base: formatAmount(sum(until.map((row) => row.base)), ctx.firm.baseCurrency) };
  });
}

const rowOf = ({ policy_id, ...row }: Stored): Row => ({ ...row, policy: refOf(policy_id, row.policy) });

const notesOf = ({
  side,
  ...titles
}: Pick<Titles<Query>, 'name' | 'title'> & { side: Side; table: typeof dueToUsTable }) =>
  listing({
    ...titles,
    page: async (ctx, query: Query) => (await reportPage<Stored>(ctx, await reportOf(ctx, query, side), query)).page,
    all: async (ctx, query) => reportRows<Stored>(ctx, await reportOf(ctx, query, side), query),
    rowOf,
  });

const figuresOf =
  (side: Side) =>
  async (ctx: Ctx, { query }: { query: Query }) => {
    const [totals, trend] = await Promise.all([totalsOf(ctx, side, query), trendOf(ctx, side)]);
    return { totals, trend };
  };

/** What is due to us: open debit notes, claim invoices and invoices of the firm, the earliest due first. §6. */
export const dueToUs = overview(notesOf({ side: TO_US, table: dueToUsTable, name: 'due-to-us', title: 'Due to us' }), {
  narrow: (ctx) => narrowedTo(ctx, ...SEES_OVERVIEW.toUs),
  figures: figuresOf(TO_US),
});

/** What is due to reinsurers: open credit notes, with the released part of what is outstanding. */
export const dueToReinsurers = overview(
  notesOf({
    side: TO_REINSURERS,
    table: dueToReinsurersTable,
    name: 'due-to-reinsurers',
    title: 'Due to reinsurers',
  }),
  { narrow: (ctx) => narrowedTo(ctx, ...SEES_OVERVIEW.toReinsurers), figures: figuresOf(TO_REINSURERS) },
);

type Figure = NonNullable<DashboardFigures['due_to_us']>;

async function figureToUs(ctx: Ctx): Promise<Figure> {
  const [{ rows }, trend] = await Promise.all([
    sql<{ base: bigint }>`${openBase(ctx, TO_US.accounts)}`.execute(ctx.db),
    trendOf(ctx, TO_US),
  ]);
  return { base_total: formatAmount(firstOf(rows).base, ctx.firm.baseCurrency), trend };
}

/**
 * What is due to reinsurers, and what of it is released and not paid: brought to base in the proportion in which what they are owed stands in base,
 * currency by currency. What they have to give back is no part of that.
 */
async function figureToReinsurers(ctx: Ctx): Promise<NonNullable<DashboardFigures['due_to_reinsurers']>> {
  const [{ rows }, trend] = await Promise.all([
    sql<{ base: bigint; owed: bigint; base_owed: bigint; released: bigint }>`
      with ${releasedByDueDay(ctx)}
      select -o.base as base, -o.credits as owed, -o.base_credits as base_owed, coalesce(u.released, 0)::bigint as released
      from (${openNow(ctx, TO_REINSURERS.accounts)}) o
      left join (select currency, sum(amount) as released from released_days group by 1) u on u.currency = o.currency`.execute(
      ctx.db,
    ),
    trendOf(ctx, TO_REINSURERS),
  ]);
  const released = rows.map((row) => (row.owed === 0n ? 0n : divideRounded(row.base_owed * row.released, row.owed)));
  const written = (amounts: readonly bigint[]) => formatAmount(sum(amounts), ctx.firm.baseCurrency);
  return { base_total: written(rows.map(({ base }) => base)), released: written(released), trend };
}

/** What both come to, each within the branches in which the caller sees it: null where that is none. */
export async function dueFigures(ctx: Ctx): Promise<Pick<DashboardFigures, 'due_to_us' | 'due_to_reinsurers'>> {
  const within = <F>(rights: readonly Permission[], figureOf: (own: Ctx) => Promise<F>): Promise<F> | null => {
    const scope = branchesWith(ctx, ...rights);
    return scope.length === 0 ? null : figureOf({ ...ctx, scope });
  };
  const [toUs, toReinsurers] = await Promise.all([
    within(SEES_OVERVIEW.toUs, figureToUs),
    within(SEES_OVERVIEW.toReinsurers, figureToReinsurers),
  ]);
  return { due_to_us: toUs, due_to_reinsurers: toReinsurers };
}
