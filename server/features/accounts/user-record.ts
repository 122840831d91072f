import { sql } from 'kysely';
import type * as accounts from '../../../domain/accounts/users.ts';
import type { Reply } from '../../../domain/endpoint.ts';
import { auditAction } from '../../../domain/records/audit-actions.ts';
import { AppError, firstOf } from '../../../domain/errors.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { factorsOf, forgetFactors } from './factors.ts';
import { outranks } from './rights.ts';
import { endSessions } from './sessions.ts';
import { lockUser } from './user-acts.ts';
import { rolesOf, visibleTo } from './users.ts';

type UserReply = Reply<typeof accounts.user>;
type Row = Omit<UserReply, 'factors' | 'mayChange' | 'history'>;

const MOST = 100;

/** What was done to a user, newest first; the digests of personal values are of no use to a reader. */
async function historyOf(ctx: Ctx, id: number): Promise<UserReply['history']> {
  const { rows } = await sql<UserReply['history'][number]>`
    select a.id::text as id, a.at, coalesce(u.name, 'Somebody not signed in') as by, u.id as by_id, a.action, a.facts - 'personal' as facts
    from audit_trail a left join users u on u.id = a.user_id
    where a.entity = 'user' and a.entity_id = ${id} order by a.id desc limit ${MOST}`.execute(ctx.db);
  return rows.map((row) => ({ ...row, action: auditAction(row.action) }));
}

/** A user with roles, factors and history; one of no branch of the caller's is as if not there. §5. */
export async function userRecord(ctx: Ctx, id: number): Promise<UserReply> {
  const { rows } = await sql<Row>`
    select t.id, t.name, case when t.anonymised_at is null then t.email else '' end as email, t.status, t.version,
      t.anonymised_at is not null as deleted, t.password_hash is null and t.anonymised_at is null as invited,
      ${rolesOf(ctx)} as roles, t.last_sign_in as "lastSignIn", t.created_at as "createdAt", c.name as "createdBy",
      exists (select 1 from user_roles r join roles o on o.code = r.role
        where r.user_id = t.id and o.second_factor_required) as "secondFactorRequired"
    from users t left join users c on c.id = t.created_by
    where t.id = ${id} and ${visibleTo(ctx)}`.execute(ctx.db);
  const row = firstOf(rows);
  return {
    ...row,
    factors: await factorsOf(ctx.db, id),
    mayChange: await outranks(ctx, id),
    history: await historyOf(ctx, id),
  };
}

/** Removes every factor of a user who lost theirs: they sign in with the password alone, or must add a new one. */
export async function removeFactors(ctx: Ctx, id: number): Promise<{ done: true }> {
  if (id === ctx.user.id)
    throw new AppError('WRONG_STATE', { status: 'your own account', action: 'removing its second factor here' });
  const user = await lockUser(ctx, id);
  const held = await factorsOf(ctx.db, id);
  await forgetFactors(ctx.db, id);
  await endSessions(ctx.db, { userId: id, now: ctx.now });
  const facts = { totp: held.totp !== null, passkeys: held.passkeys.length };
  await ctx.audit({ entity: 'user', entityId: id, action: 'second_factors_removed', facts });
  await queueMail(ctx.db, {
    to: user.email,
    subject: 'The second factor was removed from your account',
    text: `${ctx.user.name} removed the second factor of your account at ${ctx.firm.name}. Sign in with your password and add a new one.\n\nIf you did not ask for this, tell your administrator at once.\n`,
  });
  return { done: true };
}
