import { SignJWT } from 'jose';
import { openSession } from '../../features/accounts/sessions.ts';
import {
  MATRIX,
  permissionsOf,
  ROLES,
  type BuiltInRole,
  type Permission,
  type Role,
} from '../../../domain/permissions.ts';
import { KEYS, type Rig } from '../../testing/rig.ts';
import { MAIL_DOMAIN } from '../../testing/test-firm.ts';
import type { BranchCode } from './canaries.ts';
import { CLERK, OWN_ROLES } from './fixtures.ts';

export type Person = { name: string; role: Role; rights: readonly Permission[]; branch: BranchCode; id: number };

/** One user for each built-in role, one of the firm's own, and branch; root's branch is the one it works in, though it holds every one. */
export async function people(rig: Rig): Promise<Person[]> {
  const { rows: branches } = await rig.ownerPool.query<{ id: number; code: BranchCode }>(
    `select id, code from branches`,
  );
  for (const { id, code } of branches) {
    for (const role of ['ROLE_AUDITOR', CLERK]) {
      const name = `${role.slice(5).toLowerCase()}.${code.toLowerCase()}`;
      await rig.ownerPool.query(
        `with made as (insert into users (email, email_key, name, status, password_hash)
           select $1, $1, $2, 'ACTIVE', password_hash from users where email = 'root@slipway.test' returning id)
         insert into user_roles (user_id, branch_id, role) select id, $3, $4 from made`,
        [`${name}@slipway.test`, name, id, role],
      );
    }
  }
  const list: Person[] = [];
  for (const role of [...ROLES, CLERK]) {
    const rights = permissionsOf(role, OWN_ROLES[role] ?? []);
    const word = role.slice(5).toLowerCase();
    for (const branch of ['NBO', 'LON'] as const) {
      if (role === 'ROLE_ROOT' && branch === 'LON') continue;
      const name = role === 'ROLE_ROOT' ? word : `${word}.${branch.toLowerCase()}`;
      const { rows } = await rig.ownerPool.query<{ id: number }>(`select id from users where email = $1`, [
        `${name}@slipway.test`,
      ]);
      list.push({ name, role, rights, branch, id: rows[0]?.id ?? 0 });
    }
  }
  return list;
}

/** The roles of somebody in each of two branches. */
type Roles = Readonly<Record<BranchCode, BuiltInRole>>;

/** Who has other rights in each of two branches: a manager in Nairobi and a cashier in London. */
export const DIRECTOR: Roles = { NBO: 'ROLE_MANAGER', LON: 'ROLE_CASHIER' };

async function inBoth(
  rig: Pick<Rig, 'ownerPool'>,
  name: string,
  { roles, domain = MAIL_DOMAIN }: { roles: Roles; domain?: string },
): Promise<Person> {
  const { rows } = await rig.ownerPool.query<{ id: number }>(
    `with made as (insert into users (email, email_key, name, status, password_hash)
       select $1, $1, $2, 'ACTIVE', password_hash from users where email = 'root@' || $5 returning id),
     roles as (insert into user_roles (user_id, branch_id, role)
       select made.id, b.id, case b.code when 'NBO' then $3 else $4 end from made cross join branches b)
     select id from made`,
    [`${name}@${domain}`, name, roles.NBO, roles.LON, domain],
  );
  const { id = 0 } = rows[0] ?? {};
  return { name, role: roles.NBO, rights: MATRIX[roles.NBO], branch: 'NBO', id };
}

export const director = (rig: Pick<Rig, 'ownerPool'>, domain?: string): Promise<Person> =>
  inBoth(rig, 'director', { roles: DIRECTOR, ...(domain !== undefined && { domain }) });

export type Twofold = { who: Person; roles: Roles };

/** Others with another role in each branch: between them every role is held beside one that has not its rights. */
const BESIDE: readonly Roles[] = [
  { NBO: 'ROLE_ACCOUNTANT', LON: 'ROLE_UNDERWRITER' },
  { NBO: 'ROLE_UNDERWRITER', LON: 'ROLE_CLAIMS' },
  { NBO: 'ROLE_CLAIMS', LON: 'ROLE_MANAGER' },
  { NBO: 'ROLE_CASHIER', LON: 'ROLE_ACCOUNTANT' },
];

export async function twofold(rig: Pick<Rig, 'ownerPool'>, domain?: string): Promise<Twofold[]> {
  const people: Twofold[] = [];
  for (const [nth, roles] of BESIDE.entries())
    people.push({ who: await inBoth(rig, `both${nth}`, { roles, ...(domain !== undefined && { domain }) }), roles });
  return people;
}

type Forged = { alg?: string; typ?: string; aud?: string; iss?: string; expires?: number; sub?: string };

async function forge(session: { id: string; userId: number; now: Date }, forged: Forged = {}): Promise<string> {
  const secret = KEYS.secrets.get(KEYS.current) ?? new Uint8Array();
  const now = Math.floor(session.now.getTime() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: forged.alg ?? 'HS256', typ: forged.typ ?? 'slipway-session+jwt', kid: KEYS.current })
    .setIssuer(forged.iss ?? 'slipway')
    .setAudience(forged.aud ?? 'slipway-web')
    .setSubject(forged.sub ?? String(session.userId))
    .setJti(session.id)
    .setIssuedAt(now)
    .setExpirationTime(forged.expires ?? now + 3600)
    .sign(secret);
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A header that must never open anything: what is wrong with it, and the value of `authorization`. */
export type BadToken = [kind: string, authorization: string | undefined];

/** What quality.md asks of every endpoint: no token, one that expired, one that was revoked, one that was tampered with. */
export const ALWAYS_TRIED: ReadonlySet<string> = new Set(['none', 'expired', 'revoked', 'signature tampered']);

/** Every header that must never open anything for a person. */
export async function badTokens(rig: Rig, person: Person): Promise<BadToken[]> {
  const now = rig.clock.now();
  const live = await openSession(rig.database, { keys: KEYS, userId: person.id, now });
  const ended = await openSession(rig.database, { keys: KEYS, userId: person.id, now });
  await rig.ownerPool.query('update sessions set ended_at = $2 where id = $1', [ended.id, now]);
  const late = await openSession(rig.database, { keys: KEYS, userId: person.id, now });
  await rig.ownerPool.query(`update sessions set expires_at = $2::timestamptz - interval '1 second' where id = $1`, [
    late.id,
    now,
  ]);
  const session = { id: live.id, userId: person.id, now };
  const [head = '', claims = '', signature = ''] = live.access_token.split('.');
  const flipped = `${signature.slice(0, 9)}${signature[9] === 'A' ? 'B' : 'A'}${signature.slice(10)}`;
  const payload = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  const seconds = Math.floor(now.getTime() / 1000);
  const tokens: [string, string][] = [
    ['garbage', 'garbage'],
    ['revoked', ended.access_token],
    ['expired', await forge(session, { expires: seconds - 1 })],
    ['session expired', await forge({ ...session, id: late.id })],
    ['signature tampered', `${head}.${claims}.${flipped}`],
    ['claims tampered', `${head}.${part({ ...payload, sub: String(person.id + 1) })}.${signature}`],
    ['no algorithm', `${part({ alg: 'none', typ: 'slipway-session+jwt' })}.${claims}.`],
    ['other algorithm', await forge(session, { alg: 'HS512' })],
    ['other type', await forge(session, { typ: 'JWT' })],
    ['other audience', await forge(session, { aud: 'other' })],
    ['other issuer', await forge(session, { iss: 'other' })],
    ['another user', await forge(session, { sub: String(person.id + 1) })],
  ];
  return [
    ['none', undefined],
    ['not a bearer', `Basic ${live.access_token}`],
    ...tokens.map(([name, token]): BadToken => [name, `Bearer ${token}`]),
  ];
}
