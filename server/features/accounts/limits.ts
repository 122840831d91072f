import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { emailKey } from '../../../domain/names.ts';
import type { Database } from '../../platform/db/pool.ts';
import { inTransaction } from '../../platform/http/transaction.ts';
import { traceTry, WINDOW_MINUTES, type From } from './traced.ts';

const PER_ACCOUNT = 5;
// An office shares one address: a limit as low as an account's would lock out forty people.
const PER_ADDRESS = 30;
// From where an account signed in, it is its owner who mistypes: strangers elsewhere never use up these tries.
const PER_KNOWN = 30;
const KNOWN_DAYS = 180;

/** `account`: a success starts it afresh, where of an address only the one attempt is taken back. */
type Limit = { act: string; subject: string; most: number; account: boolean; email?: string };
/** What was counted, so that a success can take it back. */
type Attempt = { ids: bigint[]; limits: readonly Limit[] };

/** The account's limit, whether it exists or not; only a digest of the address is kept. */
export function accountLimit(act: string, email: string): Limit {
  return {
    act,
    email,
    subject: `${act}:${createHash('sha256').update(emailKey(email)).digest('hex')}`,
    most: PER_ACCOUNT,
    account: true,
  };
}

/** The first four groups of an IPv6 address, whichever way it is written. */
function halfOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const between = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...between, ...after].slice(0, 4).join(':');
}

/** What counts as one address: one subscriber of IPv6 has 2^64 of them, so there the first half. */
export function networkOf(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  return plain.includes(':') ? halfOf(plain) : plain;
}

/** The network address's limit. */
export function addressLimit(act: string, address: string): Limit {
  return { act, subject: `${act}:${networkOf(address)}`, most: PER_ADDRESS, account: false };
}

/**
 * The limits of a try at an account. From an address that the account does not know, those of both; from one where it has
 * signed in, its own count there alone, so that nobody elsewhere locks its owner out.
 */
export async function tryLimits(
  db: Database,
  act: string,
  { email, address, now }: { email: string; address: string; now: Date },
): Promise<Limit[]> {
  const account = accountLimit(act, email);
  const network = networkOf(address);
  const { rows } = await sql`select 1 from users u join sessions s on s.user_id = u.id and s.network = ${network}
      and s.network <> '' and s.created_at > ${now}::timestamptz - ${KNOWN_DAYS} * interval '1 day'
    where u.email_key = ${emailKey(email)} limit 1`.execute(db);
  if (rows.length === 0) return [account, addressLimit(`${act}-from`, address)];
  return [{ ...account, subject: `${account.subject}@${network}`, most: PER_KNOWN }];
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
 * escapes the count. Refuses the attempt that is over a limit, which the trail keeps.
 */
export async function countAttempt(database: Database, limits: readonly Limit[], from: From): Promise<Attempt> {
  try {
    return await counted(database, limits, from.now);
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_ATTEMPTS') {
      const act = limits[0]?.act ?? '';
      const email = limits.find((limit) => limit.email !== undefined)?.email;
      await traceTry(database, { action: 'limit_reached', act, email }, from);
    }
    throw error;
  }
}

async function counted(database: Database, limits: readonly Limit[], now: Date): Promise<Attempt> {
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
  const accounts = attempt.limits.filter((limit) => limit.account).map((limit) => limit.subject);
  await sql`delete from attempts where id = any(${attempt.ids}::bigint[]) or subject = any(${accounts}::text[])`.execute(
    db,
  );
}
