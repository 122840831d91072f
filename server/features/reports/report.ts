import { type RawBuilder, sql } from 'kysely';
import type { Endpoint } from '../../../domain/endpoint.ts';
import type { Columns, Table, Values } from '../../../domain/tables/table.ts';
import { serveListing, type Exporting, type Listing } from '../../platform/exports/serve.ts';
import { rowsOf } from '../../platform/exports/snapshot.ts';
import { mapped } from '../../platform/exports/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Route } from '../../platform/http/mount.ts';
import { firstShown, MOST } from './first-rows.ts';

type Report<E extends Endpoint, C extends Columns> = Listing<E, C> & { endpoint: E };

/** A report that is shown whole: the call that shows it, and all of its rows. */
export const report = <E extends Endpoint, C extends Columns>(definition: Report<E, C>): Report<E, C> => definition;

/** Serves a report: on a screen, and as CSV, XLSX and PDF. §6, §7. */
export const serveReport = <E extends Endpoint, C extends Columns>(of: Report<E, C>, exporting: Exporting): Route =>
  serveListing(of.endpoint, of, exporting);

/**
 * How a report that is one query is read: the first of its rows on a screen, which says where there are more, all of them in a file. The query may end
 * earlier with as many as are asked for, before it looks up what rows show.
 */
export const firstOfQuery = <C extends Columns, Input, Stored>({
  table,
  query,
  row,
}: {
  table: Table<C>;
  query: (ctx: Ctx, input: Input, most?: number) => RawBuilder<Stored> | Promise<RawBuilder<Stored>>;
  row: (stored: Stored) => Values<Table<C>>;
}) => ({
  reply: async (ctx: Ctx, input: Input) => {
    const { rows } = await sql<Stored>`${await query(ctx, input, MOST + 1)} limit ${MOST + 1}`.execute(ctx.db);
    return firstShown(ctx, rows, { table, rowOf: row });
  },
  rows: async (ctx: Ctx, input: Input) => mapped(rowsOf(ctx.db, await query(ctx, input)), row),
});

/** The same of a report whose rows are worked out one after the other. */
export const firstOfRows = <C extends Columns, Input>({
  table,
  rows,
}: {
  table: Table<C>;
  rows: (ctx: Ctx, input: Input) => AsyncIterable<Values<Table<C>>>;
}) => ({
  reply: async (ctx: Ctx, input: Input) => {
    const found = [];
    for await (const row of rows(ctx, input)) {
      found.push(row);
      if (found.length > MOST) break;
    }
    return firstShown(ctx, found, { table, rowOf: (row) => row });
  },
  rows,
});
