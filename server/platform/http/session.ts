import type { Day } from '../../../domain/values/day.ts';
import type { Pool } from '../db/pool.ts';
import { CALLER_COLUMNS, rightsOf, type CallerRow } from './caller.ts';
import type { Caller } from './context.ts';
import { verifyToken, type SigningKeys } from './tokens.ts';

type SessionRow = {
  user_id: number;
  branch_id: number | null;
  stale: boolean;
  /** The firm's day. */
  day: Day;
  /** Another one whenever something changed of what anybody may do. */
  edition: string;
};

const SESSION = `
  select s.user_id, s.branch_id, s.last_seen_at < $2::timestamptz - interval '1 minute' as stale,
    ($2::timestamptz at time zone f.time_zone)::date as day, e.edition
  from sessions s cross join firm f cross join rights_edition e
  where s.id = $1 and s.ended_at is null and s.expires_at > $2::timestamptz
    and s.last_seen_at > $2::timestamptz - f.idle_minutes * interval '1 minute'`;

type UserRow = CallerRow & { name: string; email: string; edition: string };

const USER = `
  select u.name, u.email, e.edition,
    lent_rights(u.id, $2::date) as lent, ${CALLER_COLUMNS}
  from users u cross join firm f cross join rights_edition e
  where u.id = $1 and u.status = 'ACTIVE'`;

/** An active user with the branches in which they hold roles. */
type Known = Pick<Caller, 'user' | 'branches' | 'firm'>;
/** The users of one edition of all rights, on one day. */
type Edition = { edition: string; day: Day; users: Map<number, Known> };
const editions = new WeakMap<Pool, Edition>();

/**
 * What a user may do, read once for each edition of all rights: triggers on whatever it is made of give another edition with their commit, and loans end with
 * a day. Null for who is not active.
 */
async function knownUser(pool: Pool, { user_id: id, day, edition }: SessionRow): Promise<Known | null> {
  const current = editions.get(pool);
  const known = current?.edition === edition && current.day === day ? current.users.get(id) : undefined;
  if (known) return known;
  const { rows } = await pool.query<UserRow>({ name: 'session user', text: USER, values: [id, day] });
  const [row] = rows;
  if (!row) return null;
  const { name, email, firm } = row;
  const rights = rightsOf(row);
  const branches = row.branches.filter((branch) => rights.roles.has(branch.id));
  const fresh: Known = { user: { id, name, email, ...rights }, branches, firm };
  const last = editions.get(pool);
  if (last?.edition === row.edition && last.day === day) last.users.set(id, fresh);
  else editions.set(pool, { edition: row.edition, day, users: new Map([[id, fresh]]) });
  return fresh;
}

/** The token of a request; the name of its scheme is read in either case (RFC 9110, 11.1). */
function bearer(header: string | undefined): string | null {
  const match = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header ?? '');
  return match?.[1] ?? null;
}

/**
 * Who asks, from the token and the session row behind it; null when there is no live session. What is revoked, disabled
 * or demoted takes effect on the next request. Idleness is written at most once a minute, outside the request's
 * transaction, and not for background calls.
 */
export async function authenticateRequest(
  { pool, keys }: { pool: Pool; keys: SigningKeys },
  request: { authorization: string | undefined; background: boolean },
  now: Date,
): Promise<Caller | null> {
  const token = bearer(request.authorization);
  const claims = token && (await verifyToken(keys, token, now));
  if (!claims) return null;
  const { rows } = await pool.query<SessionRow>({ name: 'session', text: SESSION, values: [claims.sessionId, now] });
  const [row] = rows;
  if (!row || String(row.user_id) !== claims.userId) return null;
  const known = await knownUser(pool, row);
  const branch = known?.branches.find((candidate) => candidate.id === row.branch_id) ?? known?.branches[0];
  if (!known || !branch) return null;
  if (row.stale && !request.background)
    // Who only reads goes on where nothing can be written.
    await pool
      .query('update sessions set last_seen_at = $2 where id = $1', [claims.sessionId, now])
      .catch(() => undefined);
  return { sessionId: claims.sessionId, ...known, branch };
}
