import { sql } from 'kysely';
import type * as accounts from '../../../domain/accounts/users.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { AppError, firstOf } from '../../../domain/errors.ts';
import { emailKey } from '../../../domain/names.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import type { Services } from '../../services.ts';
import { endWorkingAlone } from '../second-person.ts';
import { forgetFactors } from './factors.ts';
import { spendLinks } from './password-change.ts';
import { mailLink } from './recovery.ts';
import { addUser } from './register.ts';
import { assertMayGive, assertOutranks, assertRootStays } from './rights.ts';
import { endSessions } from './sessions.ts';
import { visibleTo } from './users.ts';

type Saved = { id: number; version: number; status: string };
type Locked = {
  id: number;
  name: string;
  email: string;
  status: string;
  version: number;
  deleted: boolean;
  invited: boolean;
};

/** A user whom the caller sees and whose rights are all among the caller's; locked. A foreign one is as if not there. */
export async function lockUser(ctx: Ctx, id: number): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select t.id, t.name, t.email, t.status, t.version, t.anonymised_at is not null as deleted,
      t.password_hash is null as invited
    from users t where t.id = ${id} and ${visibleTo(ctx)} for update`.execute(ctx.db);
  const row = firstOf(rows);
  await assertOutranks(ctx, id);
  return row;
}

function assertNotDeleted({ deleted }: Locked, action: string): void {
  if (deleted) throw new AppError('WRONG_STATE', { status: 'a deleted user', action });
}

async function bump(ctx: Ctx, user: Locked, status: string): Promise<Saved> {
  const version = user.version + 1;
  await ctx.db
    .updateTable('users')
    .set({ status: status as 'ACTIVE', version })
    .where('id', '=', user.id)
    .execute();
  return { id: user.id, version, status };
}

const endTheirs = (ctx: Ctx, id: number) =>
  endSessions(ctx.db, { userId: id, except: id === ctx.user.id ? ctx.sessionId : undefined, now: ctx.now });

function emailTaken(): AppError {
  const what = 'A user with this email address';
  return new AppError('DUPLICATE', { what }, [{ field: 'email', message: `${what} already exists.` }]);
}

/** Makes a user who may work immediately; they choose their password by a mailed link. */
export async function createUser(
  services: Services,
  ctx: Ctx,
  { name, email, role, branch = null }: Decoded<typeof accounts.createUser>['body'],
): Promise<Saved> {
  await assertMayGive(ctx, { role, branch });
  const id = await addUser(ctx.db, { name, email, passwordHash: null, status: 'ACTIVE' });
  if (id === null) throw emailTaken();
  await ctx.db.updateTable('users').set({ created_by: ctx.user.id }).where('id', '=', id).execute();
  await ctx.db.insertInto('user_roles').values({ user_id: id, role, branch_id: branch }).execute();
  await endWorkingAlone(ctx.db, ctx.now);
  await ctx.audit({
    entity: 'user',
    entityId: id,
    action: 'added',
    branchId: branch,
    facts: { status: 'ACTIVE', role, branch },
    personal: { name, email },
  });
  const why = `An account at ${ctx.firm.name} was made for you.`;
  await mailLink(ctx.db, { id, email }, { publicUrl: services.publicUrl, now: ctx.now, why });
  return { id, version: 1, status: 'ACTIVE' };
}

/** Mails the invitation again, or a link with which a password that is forgotten is chosen again. */
export async function inviteUser(services: Services, ctx: Ctx, id: number): Promise<Saved> {
  const user = await lockUser(ctx, id);
  if (user.status === 'DISABLED') throw new AppError('WRONG_STATE', { status: 'disabled', action: 'mailing a link' });
  const why = user.invited
    ? `An account at ${ctx.firm.name} was made for you.`
    : `${ctx.user.name} asked for a new password for your account at ${ctx.firm.name}.`;
  await mailLink(ctx.db, user, { publicUrl: services.publicUrl, now: ctx.now, why });
  await ctx.audit({ entity: 'user', entityId: id, action: user.invited ? 'invited_again' : 'reset_mailed' });
  return { id, version: user.version, status: user.status };
}

/** Gives a user a role in a branch and lets them in. Their sessions end, so that the new rights hold from the next one. */
export async function activateUser(
  ctx: Ctx,
  { id, role, branch = null }: Decoded<typeof accounts.activateUser>['body'],
): Promise<Saved> {
  const user = await lockUser(ctx, id);
  assertNotDeleted(user, 'activating it');
  await assertMayGive(ctx, { role, branch });
  await ctx.db
    .insertInto('user_roles')
    .values({ user_id: id, role, branch_id: branch })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const saved = await bump(ctx, user, 'ACTIVE');
  await endTheirs(ctx, id);
  await endWorkingAlone(ctx.db, ctx.now);
  const facts = { before: user.status, after: 'ACTIVE', role, branch };
  await ctx.audit({ entity: 'user', entityId: id, action: 'activated', branchId: branch, facts });
  if (user.status !== 'ACTIVE') await tellActive(ctx, user);
  return saved;
}

async function tellActive(ctx: Ctx, user: Locked): Promise<void> {
  await queueMail(ctx.db, {
    to: user.email,
    subject: 'Your account is active',
    text: `Your account at ${ctx.firm.name} is active: you can sign in.\n`,
  });
}

/** Takes one role from a user, never the last one, nor the firm's last root. */
export async function removeRole(
  ctx: Ctx,
  { id, role, branch = null }: Decoded<typeof accounts.removeRole>['body'],
): Promise<Saved> {
  const user = await lockUser(ctx, id);
  if (role === 'ROLE_ROOT') await assertRootStays(ctx, id);
  const held = await ctx.db.selectFrom('user_roles').select(['role', 'branch_id']).where('user_id', '=', id).execute();
  const taken = held.find((one) => one.role === role && one.branch_id === branch);
  if (!taken || (branch !== null && !ctx.scope.includes(branch))) throw new AppError('NOT_FOUND');
  if (held.length === 1) throw new AppError('LAST_ROLE');
  await ctx.db
    .deleteFrom('user_roles')
    .where('user_id', '=', id)
    .where('role', '=', role)
    .where('branch_id', branch === null ? 'is' : '=', branch)
    .execute();
  const saved = await bump(ctx, user, user.status);
  await endTheirs(ctx, id);
  await ctx.audit({ entity: 'user', entityId: id, action: 'role_removed', branchId: branch, facts: { role, branch } });
  return saved;
}

/** Changes a name; an address, by which one signs in, is changed by root alone, and both addresses are notified. */
export async function editUser(ctx: Ctx, body: Decoded<typeof accounts.editUser>['body']): Promise<Saved> {
  const user = await lockUser(ctx, body.id);
  assertNotDeleted(user, 'editing it');
  assertVersion(user.version, body.version);
  const { name, email } = body;
  const moved = email !== user.email;
  if (moved && !ctx.user.isRoot) throw new AppError('FORBIDDEN');
  const other = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .where('id', '<>', user.id)
    .executeTakeFirst();
  if (other) throw emailTaken();
  await ctx.db
    .updateTable('users')
    .set({ name, email, email_key: emailKey(email) })
    .where('id', '=', user.id)
    .execute();
  const saved = await bump(ctx, user, user.status);
  const before = { 'before.name': user.name, 'before.email': user.email };
  const facts = { changed: [...(name === user.name ? [] : ['name']), ...(moved ? ['email'] : [])] };
  await ctx.audit({ entity: 'user', entityId: user.id, action: 'edited', facts, personal: { ...before, name, email } });
  if (moved) {
    await spendLinks(ctx.db, user.id, ctx.now);
    await endTheirs(ctx, user.id);
    for (const to of [user.email, email]) {
      await queueMail(ctx.db, {
        to,
        subject: 'Your email address was changed',
        text: `You now sign in at ${ctx.firm.name} with ${email}.\n\nIf you did not expect this, tell your administrator at once.\n`,
      });
    }
  }
  return saved;
}

/** Disables a user immediately. Nobody disables themselves, and there is always a root left. */
export async function disableUser(ctx: Ctx, id: number): Promise<Saved> {
  if (id === ctx.user.id) throw new AppError('WRONG_STATE', { status: 'your own account', action: 'disabling it' });
  const user = await lockUser(ctx, id);
  assertNotDeleted(user, 'disabling it');
  await assertRootStays(ctx, id);
  const saved = await bump(ctx, user, 'DISABLED');
  await endSessions(ctx.db, { userId: id, now: ctx.now });
  const facts = { before: user.status, after: 'DISABLED' };
  await ctx.audit({ entity: 'user', entityId: id, action: 'disabled', facts });
  return saved;
}

/** Lets a disabled user in again with the roles that they held. */
export async function enableUser(ctx: Ctx, id: number): Promise<Saved> {
  const user = await lockUser(ctx, id);
  assertNotDeleted(user, 'enabling it');
  if (user.status !== 'DISABLED') throw new AppError('WRONG_STATE', { status: 'not disabled', action: 'enabling it' });
  const held = await ctx.db.selectFrom('user_roles').select('role').where('user_id', '=', id).executeTakeFirst();
  if (!held) throw new AppError('WRONG_STATE', { status: 'a user without a role', action: 'enabling it' });
  const saved = await bump(ctx, user, 'ACTIVE');
  await endWorkingAlone(ctx.db, ctx.now);
  await ctx.audit({ entity: 'user', entityId: id, action: 'enabled', facts: { before: 'DISABLED', after: 'ACTIVE' } });
  await tellActive(ctx, user);
  return saved;
}

/**
 * Disables a user permanently and erases who they were: what they did stays under a number. The trail's facts stay with
 * the digests of what was erased. §5, quality "Security".
 */
export async function deleteUser(ctx: Ctx, id: number): Promise<Saved> {
  const { status: before } =
    (await ctx.db.selectFrom('users').select('status').where('id', '=', id).executeTakeFirst()) ?? {};
  const saved = await disableUser(ctx, id);
  const user = await lockUser(ctx, id);
  const name = `Former user ${id}`;
  const email = `former-${id}@deleted.invalid`;
  await ctx.db
    .updateTable('users')
    .set({ name, email, email_key: email, password_hash: null, anonymised_at: ctx.now })
    .where('id', '=', id)
    .execute();
  await forgetFactors(ctx.db, id);
  await ctx.db.deleteFrom('user_roles').where('user_id', '=', id).execute();
  await ctx.db.updateTable('sessions').set({ address: '', network: '', agent: '' }).where('user_id', '=', id).execute();
  await spendLinks(ctx.db, id, ctx.now);
  await sql`select forget_failed_mails(${user.email})`.execute(ctx.db);
  await sql`select erase_user_audit(${id})`.execute(ctx.db);
  await ctx.audit({ entity: 'user', entityId: id, action: 'deleted', facts: { before: before ?? null } });
  return saved;
}
