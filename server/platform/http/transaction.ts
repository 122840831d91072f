import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { isTransient } from './problems.ts';

const TRIES = 3;

type TransactionOptions = {
  readOnly: boolean;
  /** The branches that row-level security lets through. */
  scope: readonly number[];
  /** For whom; absent where nobody is signed in or the system works by itself. */
  userId?: number;
};

async function once<T>(
  database: Database,
  options: TransactionOptions,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return database.connection().execute(async (db) => {
    // All that a read shows is of one moment, though it takes several statements: rows and their totals. It is planned for its own
    // parameters: a filter that fits one row in a thousand does not take the plan of one that fits all.
    // Ids are whole numbers of our own; one round trip opens the transaction and sets what row-level security reads.
    await sql
      .raw(
        `begin${options.readOnly ? ' isolation level repeatable read read only' : ''}; select set_config('slipway.branches', '{${options.scope.join(',')}}', true),
          set_config('slipway.user', '${options.userId ?? ''}', true)${options.readOnly ? ", set_config('plan_cache_mode', 'force_custom_plan', true)" : ''}`,
      )
      .execute(db);
    try {
      const result = await work(db);
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
      if (attempt >= TRIES || !isTransient(error)) throw error;
    }
  }
}
