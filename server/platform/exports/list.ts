import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '../http/context.ts';
import { parseSort, searchKey, type ListDefinition, type ListInput } from '../http/lists.ts';
import { rowsOf } from './snapshot.ts';
import { exportTable, type Column, type ExportTable } from './table.ts';

/** The most rows that a `*_matching` function gives: an export has every match, where a page counts to 10,000. */
export const EVERY_MATCH = 2_147_483_647;

export type ListExport<Row> = {
  name: string;
  definition: ListDefinition;
  columns: readonly Column<Row>[];
  input: ListInput;
  where?: RawBuilder<unknown> | undefined;
  /** The list's search without its limit; absent: the definition's own. */
  search?: (text: string) => RawBuilder<unknown>;
};

/** Every row of a paged list under the same filters, search and order, for `serveExportable`. */
export function exportList<Row>(ctx: Ctx, list: ListExport<Row>): ExportTable {
  const { definition, input } = list;
  const order = parseSort(definition, input.sort).map(
    (part) => sql`${sql.ref(`t.${part.column}`)} ${sql.raw(part.descending ? 'desc' : 'asc')}`,
  );
  const wanted = searchKey(input.searchValue ?? '');
  const search = list.search ?? definition.search;
  const conditions = [
    sql`t.branch_id = any(${ctx.scope}::int[])`,
    definition.always,
    list.where,
    wanted === '' ? undefined : search?.(wanted),
  ].filter((part) => part !== undefined);
  const query = sql<Row>`select ${definition.columns} from ${sql.table(definition.table)} t ${definition.joins ?? sql``}
    where ${sql.join(conditions, sql` and `)} order by ${sql.join(order)}`;
  return exportTable({ name: list.name, columns: list.columns, rows: rowsOf(ctx.db, query) });
}
