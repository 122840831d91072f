import { sql, type RawBuilder } from 'kysely';
import { openDatabase, send, type Database, type Pool } from '../db/pool.ts';
import type { Ctx } from '../http/context.ts';
import type { PrepareCtx } from '../http/mount.ts';
import { inTransaction } from '../http/transaction.ts';
import { queueOf } from './queue.ts';

const BATCH = 250;

/**
 * Two exports run at a time, so that long reads never take the database from those who wait for a page; others queue. The pool has so many connections
 * more than its pages are read with.
 */
export const EXPORTS_AT_ONCE = 2;
const MOST = { atOnce: EXPORTS_AT_ONCE, waiting: 20 };

const queues = new WeakMap<Pool, ReturnType<typeof queueOf>>();

function queueFor(pool: Pool) {
  const queue = queues.get(pool) ?? queueOf(MOST);
  queues.set(pool, queue);
  return queue;
}

/** Reads in one REPEATABLE READ READ ONLY transaction in the caller's scope: every page of an export is of one moment. Who no longer waits for it has its statement cancelled. */
export async function inSnapshot<T>(pool: Pool, ctx: PrepareCtx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { read: _, gone, tracked: _tracked, ...base } = ctx;
  const audit = () => Promise.reject(new Error('An export writes nothing.'));
  const reading = { readOnly: true, isTriedOnce: true, scope: ctx.scope, userId: ctx.user.id, gone };
  const within = async (db: Database): Promise<T> => {
    // All of its rows are wanted, not the first of them soon.
    await send(db, sql.raw('set local cursor_tuple_fraction = 1'));
    return work({ ...base, db, audit });
  };
  return queueFor(pool)(gone, () => inTransaction(openDatabase(pool), reading, within));
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
