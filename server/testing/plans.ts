import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import type { Database } from '../platform/db/pool.ts';
import type { DB } from '../platform/db/types.ts';
import type { Ctx } from '../platform/http/context.ts';
import type { TestApp } from './testApp.ts';

type Statement = { sql: string; parameters: readonly unknown[] };

/** Runs a read as the application's role within one branch, then asks for the plans of the statements that did the work. */
export async function planAsRole(
  t: Pick<TestApp, 'pool'>,
  branch: number,
  work: (ctx: Ctx) => Promise<unknown>,
): Promise<string> {
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
      today: '2026-03-02',
      firm: { baseCurrency: 'KES' },
    } as unknown as Ctx;
    statements.length = 0;
    await work(ctx);
    const plans: string[] = [];
    let once = false;
    for (const statement of statements.slice()) {
      // What is planned once is planned for no values.
      if (statement.sql.includes('plan_cache_mode')) {
        once = statement.sql.includes('force_generic_plan');
        continue;
      }
      const explained = once
        ? CompiledQuery.raw(`explain (generic_plan) ${statement.sql}`)
        : CompiledQuery.raw(`explain ${statement.sql}`, [...statement.parameters]);
      const { rows } = await connection.executeQuery<{ 'QUERY PLAN': string }>(explained as CompiledQuery<never>);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    await sql`commit`.execute(connection);
    return plans.join('\n\n');
  });
}
