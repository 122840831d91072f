import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import type { authenticate, authenticateSecond } from '../../../domain/accounts/contract.ts';
import type { switchBranch } from '../../../domain/accounts/session.ts';
import type { SecondFactor } from '../../../domain/accounts/second-factor.ts';
import { writeAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Ctx, PublicCtx } from '../../platform/http/context.ts';
import { findBranch } from '../../platform/http/scope.ts';
import { inTransaction } from '../../platform/http/transaction.ts';
import type { Services } from '../../services.ts';
import { factorsOf, hasFactor } from './factors.ts';
import { countAttempt, forgiveAttempt, tryLimits } from './limits.ts';
import { passwordMatches } from './passwords.ts';
import { findAccount, hasRole, lockAccount } from './queries.ts';
import { askSecondFactor } from './pending-sign-in.ts';
import { traceTry } from './traced.ts';
import { callerOf, describeCaller, openSession, type OpenedSession } from './sessions.ts';

type SignedIn = Reply<typeof authenticateSecond>;

/** Opens the session of somebody who proved who they are, in the transaction that decided it. */
export async function openFor(
  services: Services,
  db: Database,
  signIn: { userId: number; ctx: PublicCtx; factor: 'PASSWORD' | SecondFactor },
): Promise<OpenedSession> {
  const { userId, ctx, factor } = signIn;
  const { address, agent, now } = ctx;
  const opened = await openSession(db, { keys: services.keys, userId, now, factor, address, agent });
  await db.updateTable('users').set({ last_sign_in: now }).where('id', '=', userId).execute();
  const actor = { userId, sessionId: opened.id, at: now };
  await writeAudit(db, actor, { entity: 'user', entityId: userId, action: 'signed_in', facts: { factor } });
  return opened;
}

export async function answerWith(services: Services, session: OpenedSession, now: Date): Promise<SignedIn> {
  const caller = await callerOf(services, session.access_token, now);
  return { access_token: session.access_token, expires_in: session.expires_in, user: describeCaller(caller) };
}

/**
 * Signs in. Wrong password, unknown address and inactive user answer alike and take the same time. Who has a second factor
 * gets no session but a token that proves the right password. §5 Accounts.
 */
export async function signIn(
  services: Services,
  ctx: PublicCtx,
  { email, password }: Decoded<typeof authenticate>['body'],
): Promise<Reply<typeof authenticate>> {
  try {
    return await tryPassword(services, ctx, { email, password });
  } catch (error) {
    if (error instanceof AppError && error.code === 'SIGN_IN_FAILED')
      await traceTry(ctx.db, { action: 'sign_in_failed', act: 'account', email }, ctx);
    throw error;
  }
}

async function tryPassword(
  services: Services,
  ctx: PublicCtx,
  { email, password }: Decoded<typeof authenticate>['body'],
): Promise<Reply<typeof authenticate>> {
  const limits = await tryLimits(ctx.db, 'account', { ...ctx, email });
  const attempt = await countAttempt(ctx.db, limits, ctx);
  const account = await findAccount(ctx.db, email);
  const right = await passwordMatches(password, account?.password_hash ?? null);
  if (!account || !right) throw new AppError('SIGN_IN_FAILED');
  const outcome = await inTransaction(ctx.db, { readOnly: false, scope: [] }, async (db) => {
    const current = await lockAccount(db, account.id);
    // The password may have been changed or the user disabled while the hash was worked out.
    if (current?.status !== 'ACTIVE' || current.password_hash !== account.password_hash)
      throw new AppError('SIGN_IN_FAILED');
    if (!(await hasRole(db, account.id))) throw new AppError('SIGN_IN_FAILED');
    await forgiveAttempt(db, attempt);
    const factors = await factorsOf(db, account.id);
    if (hasFactor(factors)) return { second_factor: await askSecondFactor(services, db, { account, factors, ctx }) };
    return openFor(services, db, { userId: account.id, ctx, factor: 'PASSWORD' });
  });
  return 'second_factor' in outcome ? outcome : answerWith(services, outcome, ctx.now);
}

export async function signOut(ctx: Ctx): Promise<{ done: true }> {
  await ctx.db.updateTable('sessions').set({ ended_at: ctx.now }).where('id', '=', ctx.sessionId).execute();
  await ctx.audit({ entity: 'user', entityId: ctx.user.id, action: 'signed_out' });
  return { done: true };
}

/** Makes another of the caller's branches the active one of this session. §5 Roles and branches. */
export async function changeBranch(
  ctx: Ctx,
  { branch }: Decoded<typeof switchBranch>['body'],
): Promise<Reply<typeof switchBranch>> {
  const chosen = findBranch(ctx.branches, String(branch));
  await ctx.db.updateTable('sessions').set({ branch_id: chosen.id }).where('id', '=', ctx.sessionId).execute();
  await ctx.audit({
    entity: 'user',
    entityId: ctx.user.id,
    action: 'branch_switched',
    branchId: chosen.id,
    facts: { from: ctx.branch.code, to: chosen.code },
  });
  return { user: describeCaller({ ...ctx, branch: chosen }) };
}

export async function sessionEnd(ctx: Ctx): Promise<Date> {
  const session = await ctx.db
    .selectFrom('sessions')
    .select('expires_at')
    .where('id', '=', ctx.sessionId)
    .executeTakeFirst();
  if (!session) throw new AppError('SESSION_ENDED');
  return session.expires_at;
}
