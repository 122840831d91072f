import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import { openDatabase, untilGone, type Database, type Pool } from '../db/pool.ts';
import type { Ctx } from '../http/context.ts';
import type { PrepareCtx } from '../http/mount.ts';
import { queueOf } from './queue.ts';

const BATCH = 250;

/** Two exports run at a time, so that long reads never take the database from those who wait for a page; others queue. */
const MOST = { atOnce: 2, waiting: 20 };

const queues = new WeakMap<Pool, ReturnType<typeof queueOf>>();

function queueFor(pool: Pool) {
  const queue = queues.get(pool) ?? queueOf(MOST);
  queues.set(pool, queue);
  return queue;
}

type Asked = { pool: Pool; gone: AbortSignal | undefined };

/**
 * A connection of the export's own: it never takes one of those that pages are read with, and ends with the export. Who no longer waits
 * for it has its statement cancelled.
 */
async function withConnection<T>({ pool, gone }: Asked, work: (db: Database) => Promise<T>): Promise<T> {
  const own = new pg.Pool({ ...pool.options, max: 1, application_name: 'slipway export' });
  own.on('error', () => undefined);
  // What watches the connections of the application watches this one as well.
  own.on('acquire', (client) => pool.emit('acquire', client));
  own.on('release', (error, client) => pool.emit('release', error, client));
  try {
    return await openDatabase(own)
      .connection()
      .execute((db) => (gone ? untilGone({ db, other: openDatabase(pool), gone }, work) : work(db)));
  } finally {
    await own.end();
  }
}

/** Reads in one REPEATABLE READ READ ONLY transaction in the caller's scope: every page of an export is of one moment. */
export async function inSnapshot<T>(pool: Pool, ctx: PrepareCtx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { read: _, gone, tracked: _tracked, ...base } = ctx;
  const audit = () => Promise.reject(new Error('An export writes nothing.'));
  const within = async (db: Database): Promise<T> => {
    await sql
      .raw(
        `begin isolation level repeatable read read only; set local cursor_tuple_fraction = 1;
        select set_config('slipway.branches', '{${ctx.scope.join(',')}}', true)`,
      )
      .execute(db);
    // Whatever happens, the connection ends with the export and its transaction with it: there is nothing to roll back.
    const result = await work({ ...base, db, audit });
    await sql.raw('commit').execute(db);
    return result;
  };
  return queueFor(pool)(gone, () => withConnection({ pool, gone }, within));
}

/**
 * The rows of a query a batch at a time, by a cursor: memory does not grow with them, and the database finds the next batch while one is worked on. One at a time
 * in a transaction.
 */
export async function* rowsOf<Row>(db: Database, query: RawBuilder<Row>): AsyncGenerator<Row> {
  await sql`declare exported no scroll cursor for ${query}`.execute(db);
  const fetched = () => {
    const batch = sql<Row>`fetch ${sql.raw(String(BATCH))} from exported`.execute(db);
    // One that fails while the last is worked on says so when its turn comes.
    batch.catch(() => undefined);
    return batch;
  };
  let next = fetched();
  for (;;) {
    const { rows } = await next;
    const isLast = rows.length < BATCH;
    if (!isLast) next = fetched();
    yield* rows;
    if (isLast) break;
  }
  await sql`close exported`.execute(db);
}
