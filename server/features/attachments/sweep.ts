import { sql } from 'kysely';
import type { Database } from '../../platform/db/pool.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { maySweep } from '../../platform/files/sweeper.ts';
import { inTransaction } from '../../platform/http/transaction.ts';
import { lockBytes } from './actions.ts';

const DAY_MS = 86_400_000;

type Sweep = { files: FileStore; now: Date; retentionDays: number };

const BATCH = 500;

/** Those of the keys that a row still needs: a present one, or one that was removed not long ago. */
async function needed(db: Database, keys: readonly string[], since: Date): Promise<Set<string>> {
  const { rows } = await sql<{ sha256: string }>`
    select distinct sha256 from attachments
    where sha256 = any(${keys}::text[]) and (removed_at is null or removed_at > ${since})`.execute(db);
  return new Set(rows.map((row) => row.sha256));
}

async function* inBatches(keys: AsyncIterable<string>): AsyncIterable<string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* settledKeys(files: FileStore, now: Date): AsyncIterable<string> {
  for await (const { key, putAt } of files.list()) if (now.getTime() - putAt.getTime() >= DAY_MS) yield key;
}

/**
 * Deletes bytes that no row needs: of files removed longer ago than they are kept, and of uploads that came to nothing.
 * What was put within a day is left alone. Gives how many went.
 */
export async function sweepFiles(database: Database, { files, now, retentionDays }: Sweep): Promise<number> {
  const branches = await database.selectFrom('branches').select('id').execute();
  const scope = branches.map((branch) => branch.id);
  const since = new Date(now.getTime() - retentionDays * DAY_MS);
  const inAll = <T>(readOnly: boolean, work: (db: Database) => Promise<T>) =>
    inTransaction(database, { readOnly, scope }, work);
  let swept = 0;
  for await (const batch of inBatches(settledKeys(files, now))) {
    const kept = await inAll(true, (db) => needed(db, batch, since));
    for (const key of batch.filter((one) => !kept.has(one))) {
      swept += await inAll(false, async (db) => {
        if (!(await maySweep(db))) return 0;
        await lockBytes(db, key);
        if ((await needed(db, [key], since)).size > 0) return 0;
        await files.delete(key);
        return 1;
      });
    }
  }
  return swept;
}
