import type { Reply } from '../../../domain/endpoint.ts';
import type * as contract from '../../../domain/accounts/second-factor.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { PrepareCtx } from '../../platform/http/mount.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { accountLimit, countAttempt, forgiveAttempt } from './limits.ts';
import { passwordMatches } from './passwords.ts';
import { accountById, lockAccount } from './queries.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { endSessions } from './sessions.ts';

export type Factors = Pick<Reply<typeof contract.ownFactors>, 'totp' | 'passkeys' | 'recoveryLeft'>;

/** The second factors of a user; an app that was not confirmed does not count. */
export async function factorsOf(db: Database, userId: number): Promise<Factors> {
  const totp = await db
    .selectFrom('totp_secrets')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const left = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  return { totp: totp?.confirmed_at ?? null, passkeys, recoveryLeft: left.length };
}

export const hasFactor = ({ totp, passkeys }: Factors) => totp !== null || passkeys.length > 0;

const FRESH_MS = 10 * 60_000;

async function isFresh(ctx: Ctx): Promise<boolean> {
  const session = await ctx.db
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', ctx.sessionId)
    .executeTakeFirst();
  return session !== undefined && ctx.now.getTime() - session.created_at.getTime() < FRESH_MS;
}

/** The caller's own factors, and whether a change of them needs the password. */
export async function ownFactors(ctx: Ctx): Promise<Reply<typeof contract.ownFactors>> {
  const held = await factorsOf(ctx.db, ctx.user.id);
  const row = await ctx.db
    .selectFrom('user_roles as r')
    .innerJoin('roles as o', 'o.code', 'r.role')
    .select('o.code')
    .where('r.user_id', '=', ctx.user.id)
    .where('o.second_factor_required', '=', true)
    .executeTakeFirst();
  return { ...held, required: row !== undefined, asksPassword: !(await isFresh(ctx)) };
}

/**
 * Makes sure that it is the user who changes how they sign in: by the password, compared outside any transaction, or,
 * where it may be left out, by a sign-in of the last ten minutes.
 */
export async function confirmIdentity(
  database: Database,
  ctx: PrepareCtx,
  { password, freshIsEnough }: { password: string | undefined; freshIsEnough: boolean },
): Promise<void> {
  if (password === undefined && freshIsEnough && (await ctx.read(isFresh))) return;
  const wrong = () =>
    new AppError('WRONG_PASSWORD', {}, [{ field: 'password', message: 'The password is not right.' }]);
  if (password === undefined || password === '') throw wrong();
  const attempt = await countAttempt(database, [accountLimit('change', ctx.user.email)], ctx);
  const account = await ctx.read((reading) => accountById(reading.db, ctx.user.id));
  if (!account || !(await passwordMatches(password, account.password_hash))) throw wrong();
  await forgiveAttempt(database, attempt);
}

/** Tells a user by mail what changed in how they sign in. */
export async function tellOwner(db: Database, email: string, what: string): Promise<void> {
  await queueMail(db, {
    to: email,
    subject: what,
    text: `${what}.\n\nIf it was not you, tell your administrator at once.\n`,
  });
}

/**
 * What follows from a factor that was added: with the first one come recovery codes, and other sessions, which were opened
 * without it, end.
 */
export async function afterAdding(ctx: Ctx, factor: { first: boolean; what: string; kind: string }): Promise<string[]> {
  await ctx.audit({
    entity: 'user',
    entityId: ctx.user.id,
    action: 'second_factor_added',
    facts: { kind: factor.kind },
  });
  await tellOwner(ctx.db, ctx.user.email, factor.what);
  if (!factor.first) return [];
  await endSessions(ctx.db, { userId: ctx.user.id, except: ctx.sessionId, now: ctx.now });
  return newRecoveryCodes(ctx.db, ctx.user.id);
}

/** What follows from a factor that was removed: without any left the recovery codes are worthless, too. */
export async function afterRemoving(ctx: Ctx, factor: { what: string; kind: string }): Promise<void> {
  const left = await factorsOf(ctx.db, ctx.user.id);
  if (!hasFactor(left)) await ctx.db.deleteFrom('recovery_codes').where('user_id', '=', ctx.user.id).execute();
  await endSessions(ctx.db, { userId: ctx.user.id, except: ctx.sessionId, now: ctx.now });
  await ctx.audit({
    entity: 'user',
    entityId: ctx.user.id,
    action: 'second_factor_removed',
    facts: { kind: factor.kind },
  });
  await tellOwner(ctx.db, ctx.user.email, factor.what);
}

/** Makes new recovery codes, for users who have a factor that the codes replace. */
export async function renewRecoveryCodes(ctx: Ctx): Promise<{ recovery: string[] }> {
  await lockAccount(ctx.db, ctx.user.id);
  if (!hasFactor(await factorsOf(ctx.db, ctx.user.id)))
    throw new AppError('WRONG_STATE', {
      status: 'an account without a second factor',
      action: 'making recovery codes',
    });
  await ctx.audit({ entity: 'user', entityId: ctx.user.id, action: 'recovery_codes_renewed' });
  await tellOwner(ctx.db, ctx.user.email, 'New recovery codes were made for your account');
  return { recovery: await newRecoveryCodes(ctx.db, ctx.user.id) };
}

/** Forgets every factor of a user, and what was begun with them. */
export async function forgetFactors(db: Database, userId: number): Promise<void> {
  for (const table of ['totp_secrets', 'passkeys', 'recovery_codes', 'pending_sign_ins'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute();
}
