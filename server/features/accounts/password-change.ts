import type { Decoded } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import type { changePassword } from '../../../domain/accounts/contract.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { PrepareCtx } from '../../platform/http/mount.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { accountLimit, countAttempt, forgiveAttempt } from './limits.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { accountById, lockAccount, type Account } from './queries.ts';
import { endSessions } from './sessions.ts';
import { assertGoodPassword } from './strength.ts';

type Change = Decoded<typeof changePassword>['body'];
/** What was worked out before the transaction: the hash that was compared with and the new one. */
export type PreparedChange = { checkedHash: string | null; passwordHash: string };

/** Makes every link that was mailed to a user void. */
export async function spendLinks(db: Database, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('password_links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** Stores a new password, spends the links that were mailed for the old one and tells the owner. */
export async function setPassword(
  db: Database,
  { account, passwordHash, now }: { account: Account; passwordHash: string; now: Date },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, version: sql`version + 1` })
    .where('id', '=', account.id)
    .execute();
  await spendLinks(db, account.id, now);
  await queueMail(db, {
    to: account.email,
    subject: 'Your password was changed',
    text: 'The password of your account was changed.\n\nIf it was not you, tell your administrator at once.\n',
  });
}

/** Compares the old password and hashes the new one, outside any transaction. A wrong old one is 400. §5 Accounts. */
export async function prepareChange(database: Database, ctx: PrepareCtx, change: Change): Promise<PreparedChange> {
  const attempt = await countAttempt(database, [accountLimit('change', ctx.user.email)], ctx);
  const account = await ctx.read((reading) => accountById(reading.db, ctx.user.id));
  if (!account || !(await passwordMatches(change.oldPassword, account.password_hash)))
    throw new AppError('WRONG_PASSWORD', {}, [{ field: 'oldPassword', message: 'The current password is not right.' }]);
  await forgiveAttempt(database, attempt);
  if (change.newPassword === change.oldPassword)
    throw invalid({ field: 'newPassword', message: 'Choose a password other than the current one.' });
  const words = account.name.split(/\s+/);
  await assertGoodPassword(change.newPassword, { email: account.email, field: 'newPassword', words });
  return { checkedHash: account.password_hash, passwordHash: await hashPassword(change.newPassword) };
}

/** Changes the caller's own password and ends their other sessions. */
export async function changeOwnPassword(ctx: Ctx, prepared: PreparedChange): Promise<{ done: true }> {
  const account = await lockAccount(ctx.db, ctx.user.id);
  if (!account || account.password_hash !== prepared.checkedHash) throw new AppError('STALE');
  await setPassword(ctx.db, { account, passwordHash: prepared.passwordHash, now: ctx.now });
  await endSessions(ctx.db, { userId: account.id, except: ctx.sessionId, now: ctx.now });
  await ctx.audit({ entity: 'user', entityId: account.id, action: 'password_changed' });
  return { done: true };
}
