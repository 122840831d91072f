import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Pool } from './pool.ts';

/** Milliseconds between two questions, and for which an answer is awaited. */
export type Patience = { every: number; answerWithin: number };
const PATIENCE: Patience = { every: 2_000, answerWithin: 8_000 };

// After this process itself stood still, the answer may lie in the socket, unread.
const READING = 100;

type Watch = { stop: () => Promise<void> };

/** Asks one question; false where there is no answer in time, with its socket still open. */
function asker(pool: Pool, { answerWithin }: Patience, over: AbortSignal) {
  let open: pg.Client | null = null;
  const connected = async () => {
    const { connectionString } = pool.options;
    const connectionTimeoutMillis = answerWithin + 1_000;
    const client = new pg.Client({ connectionString, connectionTimeoutMillis, application_name: 'slipway watch' });
    client.on('error', () => undefined);
    open = client;
    await client.connect();
    return client;
  };
  const probe = async () => {
    const client = open ?? (await connected());
    await client.query('select 1');
    return true;
  };
  const late = async () => {
    await sleep(answerWithin, undefined, { signal: over });
    return sleep(READING, false, { signal: over });
  };
  const close = () => {
    const client = open;
    open = null;
    void client?.end();
  };
  const moves = async () => {
    // A database that is gone, or refuses, says so to everybody by itself.
    const answered = await Promise.race([probe().catch(() => null), late().catch(() => null)]);
    if (answered !== true) close();
    return answered !== false;
  };
  return { moves, close };
}

/**
 * Sees whether the database moves, by a connection of its own. One that is frozen, with its sockets open, would hold calls
 * for as long as it likes: whenever an answer is late, the connections in use are given up, and their calls answered with
 * 503. What was being committed may yet be; who asks again with the same key learns it.
 */
export function watchDatabase(pool: Pool, patience: Patience = PATIENCE): Watch {
  const inUse = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  const over = new AbortController();
  const { moves, close } = asker(pool, patience, over.signal);
  const work = async () => {
    while (!over.signal.aborted) {
      if (await moves()) await sleep(patience.every, undefined, { signal: over.signal }).catch(() => undefined);
      // An end would wait for the answers that do not come.
      else for (const client of inUse) client.connection.stream.destroy();
    }
  };
  const ended = work();
  return {
    stop: async () => {
      over.abort();
      close();
      await ended;
    },
  };
}
