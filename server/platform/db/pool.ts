import {
  Kysely,
  PostgresDialect,
  sql,
  type CompiledQuery,
  type PostgresPool,
  type PostgresPoolClient,
  type RawBuilder,
} from 'kysely';
import pg from 'pg';
import { PLANNER } from './planner.ts';
import { preparing } from './prepared.ts';
import type { DB } from './types.ts';

export type Database = Kysely<DB>;

/** int8 as bigint and days as text, set in the driver once; instants stay Date. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, BigInt);
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text);

export type Pool = pg.Pool;

/** What nobody waits for any longer is ended by the database itself: a statement, and a transaction that does nothing. */
export const SERVING = '-c statement_timeout=60s -c idle_in_transaction_session_timeout=60s -c work_mem=32MB';

const PLANNED = Object.entries(PLANNER).map(([name, value]) => `-c ${name}=${value}`);

/** So many calls are answered at once. */
export const CONNECTIONS = 20;

export function openPool(options: {
  url: string;
  max?: number;
  parameters?: string;
  onError?: (error: Error) => void;
}): Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? CONNECTIONS,
    options: [...PLANNED, ...(options.parameters ? [options.parameters] : [])].join(' '),
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A statement does not wait for the answer to the one before it.
    pipeline: true,
    types,
    application_name: 'slipway',
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => options.onError?.(error));
  // The pool listens to idle connections alone: one that breaks while it is in use would end the process as well.
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)));
  return pool;
}

/** Where the connections of a query builder come from. */
const pools = new WeakMap<Database, PostgresPool>();

export function openDatabase(pool: Pool): Database {
  const prepared = preparing(pool);
  const database = new Kysely<DB>({ dialect: new PostgresDialect({ pool: prepared }) });
  pools.set(database, prepared);
  return database;
}

/** A statement as builders and `sql` make it. */
type Statement = { compile: (db: Database) => CompiledQuery };

/** What was sent on a connection and not waited for: the first of it that failed is why what came later failed too. */
type Sent = { query: PostgresPoolClient['query']; failed: { error: unknown } | null };
const sending = new WeakMap<Database, Sent>();

/**
 * Does work on a connection and, when nobody waits for it any more, cancels the statement that runs there: through another connection. It may come late, so nobody
 * else may have the connection afterwards.
 */
async function untilGone<T>(
  { db, other, gone }: { db: Database; other: Database; gone: AbortSignal },
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  gone.throwIfAborted();
  const cancel = () => void sql`select pg_cancel_backend(${rows[0]?.pid}::int)`.execute(other).catch(() => undefined);
  gone.addEventListener('abort', cancel, { once: true });
  try {
    return await work(db);
  } finally {
    gone.removeEventListener('abort', cancel);
  }
}

/**
 * Work on one connection. Its statements are carried out in their order; none waits for another's answer unless the work does. Where `gone` says that nobody
 * waits any more, what runs is cancelled and the connection given up.
 */
export async function onConnection<T>(
  database: Database,
  work: (db: Database) => Promise<T>,
  gone?: AbortSignal,
): Promise<T> {
  const pool = pools.get(database);
  if (!pool) return database.connection().execute(work);
  const client = await pool.connect();
  const sent: Sent = { query: client.query.bind(client), failed: null };
  const own: PostgresPoolClient = { query: sent.query, release: () => undefined };
  const one = { options: pool.options, connect: async () => own, end: async () => undefined };
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: one }) });
  sending.set(db, sent);
  try {
    return await (gone ? untilGone({ db, other: database, gone }, work) : work(db));
  } finally {
    sending.delete(db);
    client.release(gone?.aborted);
  }
}

/**
 * Sends a statement whose answer nobody reads, and does not wait for it: it goes out with those that follow, up to the commit. Where it
 * fails, the transaction is over; what follows fails as well, and `failureOf` says why.
 */
export async function send(db: Database, statement: Statement): Promise<void> {
  const compiled = statement.compile(db);
  const sent = sending.get(db);
  if (sent) sent.query(compiled.sql, compiled.parameters).catch((error: unknown) => (sent.failed ??= { error }));
  else await db.executeQuery(compiled);
}

/** How statements from here on are planned: for their values each time, or once on each connection without them. */
export const planning = (mode: 'force_generic_plan' | 'force_custom_plan') =>
  sql`select set_config('plan_cache_mode', ${sql.lit(mode)}, true)`;

/**
 * The rows of one statement of a read that comes again and again with values for which its plan is the same: it is planned once on each connection, without
 * them. Statements beside it are planned for theirs, since it leaves together with what says how it is planned.
 */
export async function plannedOnce<Row>(db: Database, statement: RawBuilder<Row>): Promise<readonly Row[]> {
  const sent = sending.get(db);
  if (!sent) {
    const [, { rows }] = await Promise.all([
      send(db, planning('force_generic_plan')),
      statement.execute(db),
      send(db, planning('force_custom_plan')),
    ]);
    return rows;
  }
  const { sql: text, parameters } = statement.compile(db);
  void send(db, planning('force_generic_plan'));
  const answer = sent.query<Row>(text, parameters);
  // It fails where the statement did, whose own reason is what counts.
  sent.query(planning('force_custom_plan').compile(db).sql, []).catch(() => undefined);
  return (await answer).rows;
}

/** The first failure of what was sent so far and has been answered; null where there is none. */
export const failureOf = (db: Database) => sending.get(db)?.failed ?? null;

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
