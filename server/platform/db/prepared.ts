import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { readInTurns } from '../turns.ts';

/** A statement that came so often is prepared; others are not worth the memory that each connection keeps for it. */
const OFTEN = 5;
/** So many are prepared at most, and so many texts counted. */
const MOST = 500;
const COUNTED = 5_000;
/** A single read: only one statement can be prepared, and one without parameters may be several, or open a transaction. */
const SINGLE_READ = /^\s*select\b[^;]*$/i;

/**
 * Names for statements that come again on the connections of one pool: a connection then parses and rewrites one once and not each time. Texts that vary
 * (rows of an insert, filters of a list) do not come often enough to be named, or are the first not to be when there are many.
 */
class StatementNames {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();

  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MOST) return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (this.#uses.size >= COUNTED) this.#uses.clear();
    this.#uses.set(text, uses);
    if (uses < OFTEN) return undefined;
    this.#uses.delete(text);
    const fresh = `s${this.#names.size}`;
    this.#names.set(text, fresh);
    return fresh;
  }
}

/** Several query builders may share a pool, and a name means one text on a connection. */
const namesOf = new WeakMap<pg.Pool, StatementNames>();

/** A connection whose statements are prepared once they come often, and whose long answers are read in turns. */
class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  #gathers = false;

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
    readInTurns(client.connection.stream);
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Rows are read by statements, not by cursors.');
    this.#gather();
    if (parameters.length === 0 && !SINGLE_READ.test(text)) return this.#client.query(text);
    const values = [...parameters];
    const name = this.#names.nameOf(text);
    return this.#client.query(name === undefined ? { text, values } : { name, text, values });
  }

  /** What is sent before anybody waits for an answer leaves in one piece: each piece wakes the database once. */
  #gather(): void {
    if (this.#gathers) return;
    this.#gathers = true;
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => {
      this.#gathers = false;
      stream.uncork();
    });
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}

/** A connection is prepared once for all query builders that share its pool. */
const clients = new WeakMap<pg.PoolClient, PreparingClient>();

/** The pool as the query builder sees it: statements that come again are prepared. */
export function preparing(pool: pg.Pool): PostgresPool {
  return {
    get options() {
      return pool.options;
    },
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const names = namesOf.get(pool) ?? new StatementNames();
      namesOf.set(pool, names);
      const known = clients.get(client) ?? new PreparingClient(client, names);
      clients.set(client, known);
      return known;
    },
  };
}
