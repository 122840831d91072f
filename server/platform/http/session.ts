import { permissionsOf, type HeldRole, type Role } from '../../../domain/permissions.ts';
import type { Pool } from '../db/pool.ts';
import type { BranchRef, Caller, Firm } from './context.ts';
import { verifyToken, type SigningKeys } from './tokens.ts';

type SessionRow = {
  user_id: number;
  branch_id: number | null;
  name: string;
  email: string;
  stale: boolean;
  has_factor: boolean;
  roles: { role: Role; branch: number | null; name: string; rights: string[]; factor: boolean }[];
  branches: BranchRef[];
  firm: Firm;
};

const SESSION = `
  select s.user_id, s.branch_id, u.name, u.email,
    s.last_seen_at < $2::timestamptz - interval '1 minute' as stale,
    exists (select 1 from totp_secrets t where t.user_id = u.id and t.confirmed_at is not null)
      or exists (select 1 from passkeys k where k.user_id = u.id) as has_factor,
    coalesce((select json_agg(json_build_object('role', r.role, 'branch', r.branch_id, 'name', o.name, 'rights', o.permissions,
        'factor', o.second_factor_required) order by r.role)
      from user_roles r join roles o on o.code = r.role and o.status = 'ACTIVE' where r.user_id = u.id), '[]') as roles,
    (select json_agg(json_build_object('id', b.id, 'code', b.code, 'name', b.name) order by b.id) from branches b) as branches,
    json_build_object('name', f.name, 'baseCurrency', f.base_currency, 'timeZone', f.time_zone,
      'brokerageRecognition', f.brokerage_recognition, 'makerChecker', f.maker_checker, 'idleMinutes', f.idle_minutes) as firm
  from sessions s join users u on u.id = s.user_id cross join firm f
  where s.id = $1 and s.ended_at is null and u.status = 'ACTIVE' and s.expires_at > $2::timestamptz
    and s.last_seen_at > $2::timestamptz - f.idle_minutes * interval '1 minute'`;

function rolesByBranch(row: SessionRow): Map<number, HeldRole[]> {
  const roles = new Map<number, HeldRole[]>();
  for (const { role, branch, name, rights } of row.roles) {
    const held = { role, name, permissions: permissionsOf(role, rights) };
    for (const id of branch === null ? row.branches.map((b) => b.id) : [branch]) {
      roles.set(id, [...(roles.get(id) ?? []), held]);
    }
  }
  return roles;
}

function bearer(header: string | undefined): string | null {
  const match = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(header ?? '');
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
  const roles = rolesByBranch(row);
  const own = row.branches.filter((branch) => roles.has(branch.id));
  const branch = own.find((candidate) => candidate.id === row.branch_id) ?? own[0];
  if (!branch) return null;
  if (row.stale && !request.background)
    await pool.query('update sessions set last_seen_at = $2 where id = $1', [claims.sessionId, now]);
  return {
    sessionId: claims.sessionId,
    user: {
      id: row.user_id,
      name: row.name,
      email: row.email,
      isRoot: row.roles.some((r) => r.role === 'ROLE_ROOT'),
      roles,
      secondFactorNeeded: !row.has_factor && row.roles.some((held) => held.factor),
    },
    branch,
    branches: own,
    firm: row.firm,
  };
}
