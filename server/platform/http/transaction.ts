import { sql } from 'kysely';
import { failureOf, onConnection, planning, send, type Database } from '../db/pool.ts';
import { isTransient } from './problems.ts';

const TRIES = 3;

type TransactionOptions = {
  readOnly: boolean;
  /** A read of one record: however often it comes, its statements find the same few rows. */
  oneRecord?: boolean;
  /** The branches that row-level security lets through. */
  scope: readonly number[];
  /** For whom; absent where nobody is signed in or the system works by itself. */
  userId?: number;
  /** How long its first locks may take, until it says otherwise itself. */
  lockTimeout?: string;
  /** Says when nobody waits for a read any more: what it runs is cancelled then. */
  gone?: AbortSignal | undefined;
  /** Its work cannot be done twice: what it wrote to a file is there. */
  isTriedOnce?: boolean;
};

async function once<T>(
  database: Database,
  options: TransactionOptions,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  // All that a read shows is of one moment, though it takes several statements: rows and their totals.
  const begin = options.readOnly ? 'begin isolation level repeatable read read only' : 'begin';
  // Ids are whole numbers of our own; one round trip opens the transaction and sets what row-level security reads.
  const settings = {
    'slipway.branches': `{${options.scope.join(',')}}`,
    'slipway.user': String(options.userId ?? ''),
    // A filter that fits one row in a thousand does not take the plan of one that fits all. What is read by an id keeps its plan where the database thinks it as good.
    ...(options.readOnly && !options.oneRecord && { plan_cache_mode: 'force_custom_plan' }),
    ...(options.lockTimeout && { lock_timeout: options.lockTimeout }),
  };
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  const within = async (db: Database): Promise<T> => {
    const opened = sql.raw(`${begin}; select ${set.join(', ')}`);
    try {
      // A read, and the key of a write, go out with it; without it they would change nothing. What writes at once waits for it.
      await (options.readOnly || options.lockTimeout ? send(db, opened) : opened.execute(db));
      const result = await work(db);
      if (options.readOnly) {
        const failed = failureOf(db);
        if (failed) throw failed.error;
        // Its answer would say nothing: it changed nothing.
        await send(db, sql.raw('commit'));
        return result;
      }
      const { rows } = await sql.raw<{ command: string }>('commit').execute(db);
      // A commit after a statement that failed rolls back and says so by its tag alone.
      if (rows[0]?.command !== 'COMMIT')
        throw new Error('A transaction was not committed: one of its statements had failed.');
      return result;
    } catch (error) {
      await sql
        .raw('rollback')
        .execute(db)
        .catch(() => undefined);
      // What was sent without waiting is said where it failed, not where that was noticed.
      throw failureOf(db)?.error ?? error;
    }
  };
  return onConnection(database, within, options.gone);
}

/**
 * The statements of a read are planned once on each connection from here on, and not for their values: for calls that are asked all day and narrow nothing, of
 * which planning is much.
 */
export const planOnce = (db: Database): Promise<void> => send(db, planning('force_generic_plan'));

/** One transaction in a branch scope, for a user where there is one. A deadlock or serialisation failure runs the whole work again, three times at most. */
export async function inTransaction<T>(
  database: Database,
  options: TransactionOptions,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(database, options, work);
    } catch (error) {
      if (options.isTriedOnce || attempt >= TRIES || !isTransient(error)) throw error;
    }
  }
}
