import { sql, type RawBuilder } from 'kysely';
import { firstOf, invalid } from '../../../domain/errors.ts';
import { COUNTED } from '../../../domain/tables/counted.ts';
import { type Database, plannedOnce } from '../db/pool.ts';
import type { Ctx } from './context.ts';
import { notSorted, readSort } from './sorting.ts';

/** A condition of a query; undefined is none. */
export type Condition = RawBuilder<unknown> | undefined;

/** All of the conditions that there are as one; undefined where there is none. */
export function every(conditions: readonly Condition[]): Condition {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? undefined : sql.join(present, sql` and `);
}

/** The condition of a filter that is set. */
export const when = <V>(value: V | undefined, condition: (value: V) => RawBuilder<unknown>): Condition =>
  value === undefined || value === '' ? undefined : condition(value);

/** Filters by equality, as far as they are set: columns with their values. */
export const same = (values: Readonly<Record<string, string | number | undefined>>): Condition =>
  every(Object.entries(values).map(([name, value]) => when(value, (one) => sql`${sql.ref(`t.${name}`)} = ${one}`)));

/** A count of rows, which the driver gives as bigint, as the number that travels. */
export const countOf = (count: bigint): number => Number(count);

const DEFAULT_LENGTH = 25;

/** Columns by the names by which rows can be ordered; several where the first of them alone says too little. */
export type Sorts<Name extends string = string> = Readonly<Record<Name, string | readonly string[]>>;

/** Amounts of several currencies have no order among them: those of each stand together. */
export const ofCurrency = (amount: string) => ['currency', amount] as const;

/** Where a text is: a table, that of policies by its markets, each of which has an index. */
type TextIn = { table: string; markets?: readonly string[] };
/** Rows by such a text: a column has the ids of what has it. What cannot have a text at all is not asked for it. */
type KeyedText = TextIn & { key: string; mayHave?: (text: string) => boolean };

/**
 * A paged list over one branch-scoped table, called `t`. `sorts` name its own columns, each with an index that starts
 * with the branch; `columns` and `joins` shape the rows of the page alone.
 */
export type ListDefinition = {
  table: string;
  columns: RawBuilder<unknown>;
  joins?: RawBuilder<unknown>;
  sorts: Sorts;
  defaultSort: string;
  /** What makes a row belong to this list at all; it does not count as a filter. */
  always?: RawBuilder<unknown>;
  /** Where its rows are counted faster than in the order that the table has. */
  countedIn?: string;
  /** A search as a condition on `t`. */
  search?: (text: string) => RawBuilder<unknown>;
  /** Instead, the faster way: its `search_text` has an index, that of policies in a table apart; of policies, those of a market. */
  matches?: { market?: string };
  /** Beside it, the faster way to few rows: the text is another table's, or one of several, and has an index there, and a column of this one has its ids. */
  textIn?: readonly KeyedText[];
  /** Whether a row has it, where more have it than are counted and the first of them are met along their order; the search itself unless said. */
  met?: (text: string) => RawBuilder<unknown>;
};

export type ListInput = {
  start?: number | undefined;
  length?: number | undefined;
  searchValue?: string | undefined;
  sort?: string | undefined;
  /** The rows that are selected. */
  ids?: readonly number[] | undefined;
};

export type Page<Row> = { recordsTotal: number; recordsFiltered: number; more?: boolean; data: Row[] };

type SortPart = { column: string; descending: boolean };

/** Reads `field,asc|desc;…` against the list's own columns and ends in the id, so that the order is total. */
export function parseSort(
  definition: Pick<ListDefinition, 'sorts' | 'defaultSort'>,
  sort: string | undefined,
): SortPart[] {
  const names = Object.keys(definition.sorts);
  const read = readSort(sort === undefined || sort === '' ? definition.defaultSort : sort, names);
  if (read === null) throw invalid(notSorted(names));
  const parts = read.flatMap(({ name, descending }): SortPart[] =>
    [definition.sorts[name] ?? []].flat().map((column) => ({ column, descending })),
  );
  const last = parts.at(-1);
  return parts.some((part) => part.column === 'id')
    ? parts
    : [...parts, { column: 'id', descending: last?.descending ?? false }];
}

function orderBy(parts: readonly SortPart[], alias: string): RawBuilder<unknown> {
  return sql.join(
    parts.map((part) => sql`${sql.ref(`${alias}.${part.column}`)} ${sql.raw(part.descending ? 'desc' : 'asc')}`),
  );
}

/** Folds case and accents, as search columns are folded when they are written. */
export function searchKey(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Which rows a page has. Refuses one that begins beyond what is counted, unless the list is `whole`. §6 Paged lists. */
export function windowOf({ start = 0, length = DEFAULT_LENGTH }: ListInput, whole = false) {
  if (start > COUNTED && !whole)
    throw invalid({ field: 'start', message: 'Filter or search to go beyond the first 10,000 rows.' });
  return { start, length };
}

/** The rows of a page with their counts; what is beyond 10,000 is not counted out. §6 Paged lists. */
export function pageOf<Row>(data: Row[], filtered: number, total = filtered): Page<Row> {
  const more = filtered > COUNTED;
  return { recordsTotal: total, recordsFiltered: more ? COUNTED + 1 : filtered, ...(more && { more }), data };
}

/** How many rows a query has, to 10,001. */
export async function countUpTo(db: Database, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (${query} limit ${COUNTED + 1}) as found`.execute(db);
  return countOf(rows[0]?.count ?? 0n);
}

const counted = (ctx: Ctx, definition: ListDefinition, conditions: RawBuilder<unknown>): Promise<number> =>
  countUpTo(
    ctx.db,
    sql`select 1 from ${sql.table(definition.countedIn ?? definition.table)} t where t.branch_id = any(${ctx.scope}::int[]) and ${conditions}`,
  );

/**
 * What a search leaves of a list: as a condition, with how many there are where that is known, and whether it names the few rows; or the very rows of the page,
 * in their order.
 */
type Matches = {
  condition: RawBuilder<unknown>;
  /** The same where all of them are counted, if it is another one. */
  counted?: RawBuilder<unknown>;
  count?: number;
  isPage: boolean;
  few: boolean;
};
type Sought = { search: string; order: readonly SortPart[]; start: number; length: number; alone: boolean };

/** By the indexes of other tables' texts, as long as few have it; else by a condition. */
async function searchedIn(ctx: Ctx, definition: ListDefinition, search: string): Promise<Matches | undefined> {
  const { search: conditionOf, textIn, met } = definition;
  const named = textIn && (await isNamedIn(ctx, textIn, search));
  if (named) return { condition: named, isPage: false, few: true };
  if (!conditionOf) return undefined;
  const counted = conditionOf(search);
  return { condition: met?.(search) ?? counted, counted, isPage: false, few: false };
}

const isAmong = (key: string, ids: string) => sql`${sql.ref(key)} = any(${ids}::int[])`;

/** Whether one of several tables has the text of a row, by the ids of what has it there; null where more have it than are counted. */
async function isNamedIn(ctx: Ctx, textIn: readonly KeyedText[], search: string): Promise<RawBuilder<unknown> | null> {
  const asked = textIn.filter(({ mayHave }) => mayHave?.(search) ?? true);
  const found = await Promise.all(asked.map(async (one) => ({ key: one.key, ids: await idsWith(ctx, one, search) })));
  const few = found.flatMap(({ key, ids }) => (ids === null ? [] : [isAmong(key, ids)]));
  return few.length < found.length ? null : sql`(${sql.join(few, sql` or `)})`;
}

/** The ids of what has a text, as an array in words; null where they are more than are counted. */
export async function idsWith(ctx: Ctx, { table, markets }: TextIn, search: string): Promise<string | null> {
  const { rows } = await sql<{ ids: string | null }>`
    with matches as (
      select f.ids from unnest(${markets ?? [null]}::text[]) as of (market) cross join lateral
        matches_in_order(${table}, ${search}, of.market, '{id}', '{t}', ${COUNTED + 1}, ${COUNTED}) f)
    select case when (select bool_and(ids is not null) from matches) then array(select unnest(ids) from matches)::text end as ids`.execute(
    ctx.db,
  );
  return firstOf(rows).ids;
}

/** The ids of a query, called `id`, as an array in words; null where they are more than are counted. */
export async function fewIds({ db }: Pick<Ctx, 'db'>, query: RawBuilder<unknown>): Promise<string | null> {
  const { rows } = await sql<{ ids: string | null }>`
    with few as materialized (${query} limit ${COUNTED + 1})
    select case when (select count(*) from few) <= ${COUNTED} then array(select id from few)::text end as ids`.execute(
    db,
  );
  return firstOf(rows).ids;
}

/** Rows by a text of other tables; a condition finds them where more have it than are counted. */
type WithText = { textIn: readonly KeyedText[]; otherwise: (search: string) => RawBuilder<unknown> };

/** What a search finds by the index of a text, as a condition of a statement that reads all of it. */
export async function hasText(ctx: Ctx, of: WithText, searchValue: string | undefined): Promise<Condition> {
  const search = searchKey(searchValue ?? '');
  if (search === '') return undefined;
  return (await isNamedIn(ctx, of.textIn, search)) ?? of.otherwise(search);
}

/** Finds, counts and sorts the matches in one pass; beyond what is counted the first of them alone are found. A search that is not alone has filters beside it. */
async function matchesOf(ctx: Ctx, definition: ListDefinition, sought: Sought): Promise<Matches | undefined> {
  const { search, order, start, length, alone } = sought;
  if (search === '') return undefined;
  const { matches } = definition;
  if (!matches) return searchedIn(ctx, definition, search);
  const columns = order.map((part) => part.column);
  const of = sql`${definition.table}, ${search}, ${matches.market ?? null}, ${columns}::text[], ${order.map((part) => part.descending)}::boolean[]`;
  const [from, to] = alone ? [start + 1, start + length] : [1, COUNTED];
  const found = await sql<{ found: number; ids: string | null }>`
    select m.found, m.ids[${from}::int:]::text as ids from matches_in_order(${of}, ${COUNTED + 1}, ${to}) m`.execute(
    ctx.db,
  );
  const { found: count, ids } = firstOf(found.rows);
  if (ids !== null) return { condition: sql`t.id = any(${ids}::int[])`, count, isPage: alone, few: true };
  // Row-level security hides the column's statistics from `like`, which then looks too rare to walk an index for.
  if (!alone) return { condition: sql`strpos(t.search_text, ${search}) > 0`, count, isPage: false, few: false };
  const first = await sql<{ ids: string }>`
    select coalesce((first_matches(${of}, ${to}))[${from}::int:], '{}')::text as ids`.execute(ctx.db);
  return { condition: sql`t.id = any(${firstOf(first.rows).ids}::int[])`, count, isPage: true, few: true };
}

type Reached = {
  table: string;
  conditions: RawBuilder<unknown>;
  order: readonly SortPart[];
  start: number;
  length: number;
  /** Rows known by their ids are taken as they are. */
  few: boolean;
  keysAlone: boolean;
};

/**
 * A query of the page's rows, or of their keys. Each branch gives its own first rows by its own index; the page is merged from them, so that a list over many
 * branches costs what one does. How many rows it has is written out: a plan that has no values is made for so many.
 */
function nearest(ctx: Ctx, { table, conditions, order, start, length, few, keysAlone }: Reached): RawBuilder<unknown> {
  const taken = keysAlone
    ? sql.join([...new Set(order.map(({ column }) => column))].map((one) => sql.ref(`t.${one}`)))
    : sql`t.*`;
  const rows = sql`select ${taken} from ${sql.table(table)} t where ${conditions}`;
  const near = few
    ? sql`(${rows} and t.branch_id = any(${ctx.scope}::int[])) as near`
    : sql`unnest(${ctx.scope}::int[]) as branch (id) cross join lateral (
        ${rows} and t.branch_id = branch.id order by ${orderBy(order, 't')} limit ${sql.lit(start + length)}) as near`;
  return sql`select near.* from ${near} order by ${orderBy(order, 'near')} limit ${sql.lit(length)} offset ${sql.lit(start)}`;
}

/** The rows of a table by their ids. */
const rowsWith = (table: string, ids: RawBuilder<unknown>) =>
  sql`select t.* from ${sql.table(table)} t where t.id = any(${ids}::int[])`;

/** One page with its counts, exact to 10,000. */
export async function listPage<Row>(
  ctx: Ctx,
  definition: ListDefinition,
  request: { input: ListInput; where?: RawBuilder<unknown> | undefined; total?: () => Promise<number> },
): Promise<Page<Row>> {
  const { input } = request;
  const { start, length } = windowOf(input);
  const order = parseSort(definition, input.sort);
  const search = searchKey(input.searchValue ?? '');
  const matched = await matchesOf(ctx, definition, { search, order, start, length, alone: !request.where });
  const filters = [request.where, matched?.condition].filter((part) => part !== undefined);
  const always = definition.always ?? sql`true`;
  const conditions = sql.join([always, ...filters], sql` and `);
  const whole = every([always, request.where, matched?.counted ?? matched?.condition]) ?? always;
  const isPage = matched?.isPage ?? false;
  const few = matched?.few ?? false;
  const { table, countedIn } = definition;
  // Planning is most of a first page, and of rows that are known by their ids.
  const comesAgain = isPage || (filters.length === 0 && start === 0);
  // What filters leave may be rare, and a page may lie far back: an index that has the keys finds them, where whole rows would be met along the order.
  // Their rows are then read as those of any page. A view has no index of its ids.
  const keysAlone = !comesAgain && countedIn === undefined;
  const near = nearest(ctx, { table, conditions, order, start: isPage ? 0 : start, length, few, keysAlone });
  const shown = (page: RawBuilder<unknown>) => sql<Row>`
    with page as (${page})
    select ${definition.columns} from page t ${definition.joins ?? sql``} order by ${orderBy(order, 't')}`;
  const read = async (): Promise<readonly Row[]> => {
    if (comesAgain) return plannedOnce(ctx.db, shown(near));
    if (!keysAlone) return (await shown(near).execute(ctx.db)).rows;
    const { rows: keys } = await sql<{ id: number }>`${near}`.execute(ctx.db);
    return plannedOnce(ctx.db, shown(rowsWith(table, sql`${keys.map(({ id }) => id)}`)));
  };
  const matches = request.where ? undefined : matched?.count;
  // None waits for the answer to the one before it.
  const [rows, total, filtered] = await Promise.all([
    read(),
    (request.total ?? (() => counted(ctx, definition, always)))(),
    filters.length === 0 ? undefined : (matches ?? counted(ctx, definition, whole)),
  ]);
  return pageOf([...rows], filtered ?? total, total);
}
