import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import type { Database } from '../db/pool.ts';
import { canonicalJson } from './json.ts';

export type KeyUse = { userId: number; endpoint: string; key: string; inputHash: Buffer };

export function inputHash(input: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(input)).digest();
}

/**
 * Takes the key inside the write's own transaction, so that key and effect live or die together. A second caller waits
 * for the first, at most 5 s (then BUSY); afterwards it gets the stored answer. Another input under the key is refused.
 */
export async function takeKey(db: Database, use: KeyUse): Promise<{ reply: unknown } | null> {
  await sql`set local lock_timeout = '5s'`.execute(db);
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ user_id: use.userId, endpoint: use.endpoint, key: use.key, input_hash: use.inputHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  await sql`set local lock_timeout = 0`.execute(db);
  if (inserted.numInsertedOrUpdatedRows === 1n) return null;
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['input_hash', 'reply'])
    .where('user_id', '=', use.userId)
    .where('endpoint', '=', use.endpoint)
    .where('key', '=', use.key)
    .executeTakeFirst();
  if (!row) throw new AppError('BUSY');
  if (!row.input_hash.equals(use.inputHash)) throw new AppError('KEY_REUSED');
  return { reply: row.reply };
}

/** Keeps what was answered: ids, versions and statuses; replies of writes hold nothing secret. */
export async function keepReply(db: Database, use: KeyUse, reply: unknown): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(reply), status: 200 })
    .where('user_id', '=', use.userId)
    .where('endpoint', '=', use.endpoint)
    .where('key', '=', use.key)
    .execute();
}
