import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { send, type Database } from '../db/pool.ts';
import { canonicalJson } from './json.ts';

/** How long a transaction that begins with `takeKey` waits for a key that another call holds. */
export const KEY_WAIT = '5s';

export type KeyUse = { userId: number; endpoint: string; key: string; inputHash: Buffer };

export function inputHash(input: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(input)).digest();
}

/**
 * Takes the key inside the write's own transaction, so that key and effect live or die together. A second caller waits
 * for the first, at most KEY_WAIT (then BUSY); afterwards it gets the stored answer. Another input under the key is refused.
 */
export async function takeKey(db: Database, use: KeyUse): Promise<{ reply: unknown } | null> {
  // The limit was set as the transaction was opened and is for the key alone: it ends in this statement, once the key is inserted or found.
  const { rows } = await sql<{ taken: number }>`
    with taken as (insert into idempotency_keys (user_id, endpoint, key, input_hash)
      values (${use.userId}, ${use.endpoint}, ${use.key}, ${use.inputHash}) on conflict do nothing returning 1)
    select count(*)::int as taken, set_config('lock_timeout', '0', true) from taken`.execute(db);
  if (rows[0]?.taken === 1) return null;
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
  await send(
    db,
    sql`update idempotency_keys set reply = ${JSON.stringify(reply)}, status = 200
      where user_id = ${use.userId} and endpoint = ${use.endpoint} and key = ${use.key}`,
  );
}
