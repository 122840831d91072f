import type { Pool } from '../db/pool.ts';
import { CALLER_COLUMNS, rightsOf, type CallerRow } from './caller.ts';
import type { Caller } from './context.ts';
import { verifyToken, type SigningKeys } from './tokens.ts';

type SessionRow = CallerRow & {
  user_id: number;
  branch_id: number | null;
  name: string;
  email: string;
  stale: boolean;
  has_factor: boolean;
};

const SESSION = `
  select s.user_id, s.branch_id, u.name, u.email,
    s.last_seen_at < $2::timestamptz - interval '1 minute' as stale,
    exists (select 1 from totp_secrets t where t.user_id = u.id and t.confirmed_at is not null)
      or exists (select 1 from passkeys k where k.user_id = u.id) as has_factor,
    lent_rights(u.id, ($2::timestamptz at time zone f.time_zone)::date) as lent, ${CALLER_COLUMNS}
  from sessions s join users u on u.id = s.user_id cross join firm f
  where s.id = $1 and s.ended_at is null and u.status = 'ACTIVE' and s.expires_at > $2::timestamptz
    and s.last_seen_at > $2::timestamptz - f.idle_minutes * interval '1 minute'`;

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
  const row = rows[0];
  if (!row || String(row.user_id) !== claims.userId) return null;
  const rights = rightsOf(row);
  const own = row.branches.filter((branch) => rights.roles.has(branch.id));
  const branch = own.find((candidate) => candidate.id === row.branch_id) ?? own[0];
  if (!branch) return null;
  if (row.stale && !request.background)
    // Who only reads goes on where nothing can be written.
    await pool
      .query('update sessions set last_seen_at = $2 where id = $1', [claims.sessionId, now])
      .catch(() => undefined);
  return {
    sessionId: claims.sessionId,
    user: {
      id: row.user_id,
      name: row.name,
      email: row.email,
      ...rights,
      secondFactorNeeded: !row.has_factor && row.roles.some((held) => held.factor),
    },
    branch,
    branches: own,
    firm: row.firm,
  };
}
