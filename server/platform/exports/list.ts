import { sql, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import { replyRow, type Columns, type Table, type Values } from '../../../domain/tables/table.ts';
import type { Ctx } from '../http/context.ts';
import { listPage, parseSort, searchKey, type ListDefinition, type ListInput, type Page } from '../http/lists.ts';
import { rowsOf } from './snapshot.ts';
import { fileOf, mapped, type ExportTable } from './table.ts';

/** The most rows that a `*_matching` function gives: an export has every match, where a page counts to 10,000. */
export const EVERY_MATCH = 2_147_483_647;

type ListRequest = {
  definition: ListDefinition;
  input: ListInput;
  where?: RawBuilder<unknown> | undefined;
  /** The list's search without its limit; absent: the definition's own. */
  search?: ((text: string) => RawBuilder<unknown>) | undefined;
};

/** Every row of a paged list under the same filters, search and order, for its files. */
export function listRows<Row>(ctx: Ctx, { definition, input, where, search }: ListRequest): AsyncGenerator<Row> {
  const order = parseSort(definition, input.sort).map(
    (part) => sql`${sql.ref(`t.${part.column}`)} ${sql.raw(part.descending ? 'desc' : 'asc')}`,
  );
  const text = searchKey(input.searchValue ?? '');
  const conditions = [
    sql`t.branch_id = any(${ctx.scope}::int[])`,
    definition.always,
    where,
    text === '' ? undefined : (search ?? definition.search)?.(text),
  ].filter((part) => part !== undefined);
  const query = sql<Row>`select ${definition.columns} from ${sql.table(definition.table)} t ${definition.joins ?? sql``}
    where ${sql.join(conditions, sql` and `)} order by ${sql.join(order)}`;
  return rowsOf(ctx.db, query);
}

/** A list of records as data: its table and the SQL of it. */
type List<Query extends ListInput, C extends Columns, Stored> = {
  table: Table<C>;
  /** Of its files: "policies". */
  name: string;
  definition: (ctx: Ctx, query: Query) => ListDefinition;
  where: (ctx: Ctx, query: Query) => RawBuilder<unknown> | undefined;
  search?: (text: string) => RawBuilder<unknown>;
  /** All of its rows, where that is known without counting them. */
  total?: (ctx: Ctx) => Promise<number>;
  rowOf: (row: Stored, ctx: Ctx) => Values<Table<C>>;
};

/** What answers for a list: a page of it, and all of it as a file. §6 Paged lists. */
export function list<Query extends ListInput, C extends Columns, Stored>(of: List<Query, C, Stored>) {
  return {
    page: async (ctx: Ctx, { query }: { query: Query }): Promise<Page<z.output<Table<C>['row']>>> => {
      const { total } = of;
      const page = await listPage<Stored>(ctx, of.definition(ctx, query), {
        input: query,
        where: of.where(ctx, query),
        ...(total && { total: () => total(ctx) }),
      });
      return { ...page, data: page.data.map((row) => replyRow(of.table, of.rowOf(row, ctx), ctx.firm.baseCurrency)) };
    },
    file: (ctx: Ctx, { query }: { query: Query }): ExportTable => {
      const request = { definition: of.definition(ctx, query), input: query, where: of.where(ctx, query) };
      const rows = listRows<Stored>(ctx, { ...request, search: of.search });
      const values = mapped(rows, (row) => of.rowOf(row, ctx));
      return fileOf(of.table, { name: of.name, rows: values, base: ctx.firm.baseCurrency });
    },
  };
}
