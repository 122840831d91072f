import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { type Database, planning } from '../platform/db/pool.ts';
import type { DB } from '../platform/db/types.ts';
import type { Ctx } from '../platform/http/context.ts';
import type { TestApp } from './testApp.ts';

type Statement = { sql: string; parameters: readonly unknown[] };

/** Does something as the application's role within one branch, and tells which statements it sent. */
async function asRole<T>(
  t: Pick<TestApp, 'pool'>,
  branch: number,
  work: (ctx: Ctx, statements: readonly Statement[]) => Promise<T>,
): Promise<T> {
  const statements: Statement[] = [];
  const db: Database = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: t.pool }),
    log: (event) => {
      statements.push({ sql: event.query.sql, parameters: event.query.parameters });
    },
  });
  return db.connection().execute(async (connection) => {
    await sql`begin read only`.execute(connection);
    await sql`select set_config('slipway.branches', ${`{${branch}}`}, true)`.execute(connection);
    const ctx = {
      db: connection,
      scope: [branch],
      branch: { id: branch },
      user: { id: 0, isRoot: true },
      today: '2026-03-02',
      firm: { baseCurrency: 'KES' },
      can: () => true,
    } as unknown as Ctx;
    statements.length = 0;
    const result = await work(ctx, statements);
    await sql`commit`.execute(connection);
    return result;
  });
}

/** Above the plan of a statement that is planned once, for no values. */
export const PLANNED_ONCE = 'Planned once';

type Explained = { 'QUERY PLAN': string };

/** The plan that a statement has for no values. */
async function explainedOnce(ctx: Ctx, { sql: text, parameters }: Statement) {
  const none = parameters.length === 0 ? '' : `(${parameters.map(() => 'null').join(', ')})`;
  await planning('force_generic_plan').execute(ctx.db);
  await sql.raw(`prepare planned as ${text}`).execute(ctx.db);
  const explained = await sql.raw<Explained>(`explain execute planned${none}`).execute(ctx.db);
  await sql.raw('deallocate planned').execute(ctx.db);
  await planning('force_custom_plan').execute(ctx.db);
  return explained;
}

const plansWith =
  (options: string) =>
  (t: Pick<TestApp, 'pool'>, branch: number, read: (ctx: Ctx) => Promise<unknown>): Promise<string> =>
    asRole(t, branch, async (ctx, statements) => {
      await read(ctx);
      const plans: string[] = [];
      let once = false;
      for (const statement of statements.slice()) {
        // What is planned once is planned for no values.
        if (statement.sql.includes('plan_cache_mode')) {
          once = statement.sql.includes('force_generic_plan');
          continue;
        }
        const { rows } = await (once
          ? explainedOnce(ctx, statement)
          : ctx.db.executeQuery<Explained>(
              CompiledQuery.raw(`explain ${options} ${statement.sql}`, [
                ...statement.parameters,
              ]) as CompiledQuery<Explained>,
            ));
        plans.push([...(once ? [PLANNED_ONCE] : []), ...rows.map((row) => row['QUERY PLAN'])].join('\n'));
      }
      return plans.join('\n\n');
    });

/** Runs a read as the application's role within one branch, then asks for the plans of the statements that did the work. */
export const planAsRole = plansWith('');

/** The same plans with how often each step of them ran (`loops`). */
export const ranAsRole = plansWith('(analyze, costs off, timing off)');

/** What this connection fetched of each table and has not reported yet, of transactions before as well. */
async function fetchedOf(ctx: Ctx): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; rows: bigint }>`
    select relname as name, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables`.execute(
    ctx.db,
  );
  return new Map(rows.map((row) => [row.name, Number(row.rows)]));
}

/** How many rows of a table a read fetches, as the application's role within one branch; those that an index alone answers for are not counted. */
export const rowsReadAsRole = (
  t: Pick<TestApp, 'pool'>,
  branch: number,
  read: (ctx: Ctx) => Promise<unknown>,
): Promise<(table: string) => number> =>
  asRole(t, branch, async (ctx) => {
    const before = await fetchedOf(ctx);
    await read(ctx);
    const after = await fetchedOf(ctx);
    return (table) => (after.get(table) ?? 0) - (before.get(table) ?? 0);
  });
