import { sql, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import { replyRow, type Columns, type Table, type Values } from '../../../domain/tables/table.ts';
import type { Ctx } from '../http/context.ts';
import {
  every,
  listPage,
  parseSort,
  searchKey,
  type Condition,
  type ListDefinition,
  type ListInput,
  type Page,
} from '../http/lists.ts';
import type { Fact } from './facts.ts';
import { rowsOf } from './snapshot.ts';
import { mapped, type Rows } from './table.ts';

/** The most rows that a `*_matching` function gives: an export has every match, where a page counts to 10,000. */
export const EVERY_MATCH = 2_147_483_647;

type Awaitable<T> = T | Promise<T>;

/** What a table is called where it is printed or saved. */
export type Titles<Query> = {
  /** Of its files: "policies". */
  name: string | ((query: Query) => string);
  /** On paper. */
  title: string;
  /** On paper: between which days; as at today unless it says so. */
  period?: (ctx: Ctx, query: Query) => string;
  /** On paper: filters that do not say themselves what they are. */
  facts?: (ctx: Ctx, query: Query) => Promise<Fact[]> | Fact[];
};

type Source<Query, C extends Columns, Stored> = Titles<Query> & {
  table: Table<C>;
  page: (ctx: Ctx, query: Query) => Promise<Page<Stored>>;
  all: (ctx: Ctx, query: Query) => Awaitable<AsyncIterable<Stored>>;
  rowOf: (row: Stored, ctx: Ctx) => Values<Table<C>>;
};

/** What answers for a table: a page of it as it travels, and all of its rows for its files. §6 Paged lists. */
export function listing<Query, C extends Columns, Stored>(source: Source<Query, C, Stored>) {
  const { table, name, title, period, facts, page, all, rowOf } = source;
  type Input = { query: Query };
  return {
    table,
    name,
    title,
    ...(period && { period: (ctx: Ctx, { query }: Input) => period(ctx, query) }),
    ...(facts && { facts: (ctx: Ctx, { query }: Input) => facts(ctx, query) }),
    reply: async (ctx: Ctx, { query }: Input): Promise<Page<z.output<Table<C>['row']>>> => {
      const found = await page(ctx, query);
      return { ...found, data: found.data.map((row) => replyRow(table, rowOf(row, ctx), ctx.firm.baseCurrency)) };
    },
    rows: async (ctx: Ctx, { query }: Input): Promise<Rows<C>> =>
      mapped(await all(ctx, query), (row) => rowOf(row, ctx)),
  };
}

type ListRequest = {
  definition: ListDefinition;
  input: ListInput;
  where?: Condition;
  /** The list's search without its limit; absent: the definition's own. */
  search?: ((text: string) => RawBuilder<unknown>) | undefined;
};

/** Every row of a paged list under the same filters, search and order, for its files. */
function listRows<Row>(ctx: Ctx, { definition, input, where, search }: ListRequest): AsyncGenerator<Row> {
  const order = parseSort(definition, input.sort).map(
    (part) => sql`${sql.ref(`t.${part.column}`)} ${sql.raw(part.descending ? 'desc' : 'asc')}`,
  );
  const text = searchKey(input.searchValue ?? '');
  const conditions = every([
    sql`t.branch_id = any(${ctx.scope}::int[])`,
    definition.always,
    where,
    text === '' ? undefined : (search ?? definition.search)?.(text),
  ]);
  const query = sql<Row>`select ${definition.columns} from ${sql.table(definition.table)} t ${definition.joins ?? sql``}
    where ${conditions} order by ${sql.join(order)}`;
  return rowsOf(ctx.db, query);
}

type List<Query extends ListInput, C extends Columns, Stored> = Titles<Query> & {
  table: Table<C>;
  definition: (ctx: Ctx, query: Query) => ListDefinition;
  /** Its filters, as far as they are set. */
  where?: (ctx: Ctx, query: Query) => Awaitable<readonly Condition[]>;
  search?: (text: string) => RawBuilder<unknown>;
  /** All of its rows, where that is known without counting them. */
  total?: (ctx: Ctx) => Promise<number>;
  rowOf: (row: Stored, ctx: Ctx) => Values<Table<C>>;
};

/** The rows that are selected, of the lists that take them. */
const selected = ({ ids }: ListInput) => (ids === undefined ? undefined : sql`t.id = any(${[...ids]}::int[])`);

/** A list of records of branches as data: its table and the SQL of it. */
export function list<Query extends ListInput, C extends Columns, Stored>(of: List<Query, C, Stored>) {
  const { definition, search, total } = of;
  const where = async (ctx: Ctx, query: Query) => every([...((await of.where?.(ctx, query)) ?? []), selected(query)]);
  return listing<Query, C, Stored>({
    ...of,
    page: async (ctx, query) =>
      listPage<Stored>(ctx, definition(ctx, query), {
        input: query,
        where: await where(ctx, query),
        ...(total && { total: () => total(ctx) }),
      }),
    all: async (ctx, query) =>
      listRows<Stored>(ctx, {
        definition: definition(ctx, query),
        input: query,
        where: await where(ctx, query),
        search,
      }),
  });
}
