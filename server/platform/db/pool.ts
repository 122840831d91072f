import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { preparing } from './prepared.ts';
import type { DB } from './types.ts';

export type Database = Kysely<DB>;

/** int8 as bigint and days as text, set in the driver once; instants stay Date. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, BigInt);
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text);

export type Pool = pg.Pool;

/** What nobody waits for any longer is ended by the database itself: a statement, and a transaction that does nothing. */
export const SERVING = '-c statement_timeout=60s -c idle_in_transaction_session_timeout=60s';

export function openPool(options: {
  url: string;
  max?: number;
  parameters?: string;
  onError?: (error: Error) => void;
}): Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 20,
    ...(options.parameters && { options: options.parameters }),
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types,
    application_name: 'slipway',
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => options.onError?.(error));
  // The pool listens to idle connections alone: one that breaks while it is in use would end the process as well.
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)));
  return pool;
}

export function openDatabase(pool: Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
}

/** Refuses an application role that row-level security would not hold. quality.md Two walls. */
export async function assertAppRole(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ rolsuper: boolean; rolbypassrls: boolean; owns: boolean }>(
    `select rolsuper, rolbypassrls,
       exists (select 1 from pg_class c where c.relowner = r.oid and c.relnamespace = 'public'::regnamespace) as owns
     from pg_roles r where rolname = current_user`,
  );
  const role = rows[0];
  if (!role || role.rolsuper || role.rolbypassrls || role.owns) {
    throw new Error(
      'SLIPWAY_APP_DATABASE_URL must name a role that is no superuser, owns no tables and has no BYPASSRLS.',
    );
  }
}
