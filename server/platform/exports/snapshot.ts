import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import { openDatabase, type Database, type Pool } from '../db/pool.ts';
import type { Ctx } from '../http/context.ts';
import type { PrepareCtx } from '../http/mount.ts';

const MOST_AT_ONCE = 2;
const WAIT_MS = 60_000;
const BATCH = 500;

const databases = new WeakMap<Pool, Database>();

/** Exports have two connections of their own, so that long reads never take those that people wait for. */
function exportDatabaseOf(pool: Pool): Database {
  const known = databases.get(pool);
  if (known) return known;
  const own = new pg.Pool({
    ...pool.options,
    max: MOST_AT_ONCE,
    connectionTimeoutMillis: WAIT_MS,
    idleTimeoutMillis: 5_000,
    allowExitOnIdle: true,
    application_name: 'slipway export',
  });
  own.on('error', () => undefined);
  const database = openDatabase(own);
  databases.set(pool, database);
  return database;
}

/** Reads in one REPEATABLE READ READ ONLY transaction in the caller's scope: every page of an export is of one moment. */
export async function inSnapshot<T>(pool: Pool, ctx: PrepareCtx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return exportDatabaseOf(pool)
    .connection()
    .execute(async (db) => {
      await sql
        .raw(
          `begin isolation level repeatable read read only; set local cursor_tuple_fraction = 1;
          select set_config('slipway.branches', '{${ctx.scope.join(',')}}', true)`,
        )
        .execute(db);
      const audit = () => Promise.reject(new Error('An export writes nothing.'));
      const { read: _, ...base } = ctx;
      try {
        const result = await work({ ...base, db, audit });
        await sql.raw('commit').execute(db);
        return result;
      } catch (error) {
        await sql
          .raw('rollback')
          .execute(db)
          .catch(() => undefined);
        throw error;
      }
    });
}

/** The rows of a query a batch at a time, by a cursor: memory does not grow with them. One at a time in a transaction. */
export async function* rowsOf<Row>(db: Database, query: RawBuilder<Row>): AsyncGenerator<Row> {
  await sql`declare exported no scroll cursor for ${query}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.raw(String(BATCH))} from exported`.execute(db);
    yield* rows;
    if (rows.length < BATCH) break;
  }
  await sql`close exported`.execute(db);
}
