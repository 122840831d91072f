import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { emailKey } from '../../../domain/names.ts';
import type { Database } from '../../platform/db/pool.ts';
import { inTransaction } from '../../platform/http/transaction.ts';

const WINDOW_MINUTES = 15;
const PER_ACCOUNT = 5;
// An office shares one address: a limit as low as an account's would lock out forty people.
const PER_ADDRESS = 30;

type Limit = { subject: string; most: number };
/** What was counted, so that a success can take it back. */
type Attempt = { ids: bigint[]; limits: readonly Limit[] };

/** The account's limit, whether it exists or not; only a digest of the address is kept. */
export function accountLimit(act: string, email: string): Limit {
  return { subject: `${act}:${createHash('sha256').update(emailKey(email)).digest('hex')}`, most: PER_ACCOUNT };
}

/** The first four groups of an IPv6 address, whichever way it is written. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const between = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...between, ...after].slice(0, 4).join(':');
}

/** The network address's limit. One subscriber of IPv6 has 2^64 addresses, so its first half counts. */
export function addressLimit(act: string, address: string): Limit {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  return { subject: `${act}:${plain.includes(':') ? networkOf(plain) : plain}`, most: PER_ADDRESS };
}

async function refuseOverLimit(db: Database, limit: Limit, now: Date): Promise<void> {
  // Guesses sent together are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${limit.subject}, 0))`.execute(db);
  const { rows } = await sql<{ minutes: number }>`
    select greatest(1, ceil(extract(epoch from at - (${now}::timestamptz - ${WINDOW_MINUTES} * interval '1 minute')) / 60))::int as minutes
    from attempts where subject = ${limit.subject} and at > ${now}::timestamptz - ${WINDOW_MINUTES} * interval '1 minute'
    order by at desc offset ${limit.most - 1} limit 1`.execute(db);
  const [full] = rows;
  if (full) throw new AppError('TOO_MANY_ATTEMPTS', { minutes: String(full.minutes) });
}

/**
 * Counts an attempt before it is made, in a transaction of its own, so that neither a refusal nor a crowd of guesses
 * escapes the count. Refuses the attempt that is over a limit.
 */
export async function countAttempt(database: Database, limits: readonly Limit[], now: Date): Promise<Attempt> {
  const ordered = limits.toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
  return inTransaction(database, { readOnly: false, scope: [] }, async (db) => {
    for (const limit of ordered) await refuseOverLimit(db, limit, now);
    const subjects = ordered.map((limit) => limit.subject);
    await sql`delete from attempts where subject = any(${subjects}::text[])
      and at < ${now}::timestamptz - interval '1 day'`.execute(db);
    const rows = await db
      .insertInto('attempts')
      .values(subjects.map((subject) => ({ subject, at: now })))
      .returning('id')
      .execute();
    return { ids: rows.map((row) => row.id), limits };
  });
}

/** After a success: the account starts afresh, and of the address only this attempt is taken back. */
export async function forgiveAttempt(db: Database, attempt: Attempt): Promise<void> {
  const accounts = attempt.limits.filter((limit) => limit.most === PER_ACCOUNT).map((limit) => limit.subject);
  await sql`delete from attempts where id = any(${attempt.ids}::bigint[]) or subject = any(${accounts}::text[])`.execute(
    db,
  );
}
