import { createHash, randomBytes } from 'node:crypto';
import type { Decoded } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import type { resetPassword } from '../../../domain/accounts/contract.ts';
import { writeAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { PublicCtx } from '../../platform/http/context.ts';
import { inTransaction } from '../../platform/http/transaction.ts';
import { enqueue, type JobHandlers } from '../../platform/jobs/jobs.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { addressLimit, countAttempt, tryLimits } from './limits.ts';
import { setPassword, spendLinks } from './password-change.ts';
import { hashPassword } from './passwords.ts';
import { accountById, findAccount, lockAccount } from './queries.ts';
import { endSessions } from './sessions.ts';
import { assertGoodPassword } from './strength.ts';

const VALID_MS = 30 * 60_000;
const ANSWER =
  'If the address belongs to a user, a link to choose a new password is on its way. It is valid 30 minutes.';

function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

type LinkMail = { publicUrl: string; now: Date; why: string };

/** Mails a link with which the user chooses a password; a newer link makes the older ones void. */
export async function mailLink(
  db: Database,
  account: { id: number; email: string },
  { publicUrl, now, why }: LinkMail,
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await spendLinks(db, account.id, now);
  await db
    .insertInto('password_links')
    .values({ token_hash: tokenHash(token), user_id: account.id, expires_at: new Date(now.getTime() + VALID_MS) })
    .execute();
  await queueMail(db, {
    to: account.email,
    subject: 'Choose a new password',
    // In the fragment, which no server and no log ever sees.
    text: `${why} Choose your password here within 30 minutes:\n\n${publicUrl}/signin#reset=${token}\n\nAfter that, ask for another link at ${publicUrl}/signin. If you did not expect this, nothing needs to be done.\n`,
  });
}

/**
 * Has a link mailed to the address if it is a user's. Whose it is is looked up by a job, so that neither what is answered
 * nor how long it takes says whether it is. §5 Accounts.
 */
export async function recoverPassword(ctx: PublicCtx, email: string): Promise<{ message: string }> {
  const limits = await tryLimits(ctx.db, 'recover', { ...ctx, email });
  await countAttempt(ctx.db, limits, ctx);
  await enqueue(ctx.db, { kind: 'recovery', payload: { email } });
  return { message: ANSWER };
}

type RecoveryParts = { database: Database; publicUrl: string; clock: () => Date };

/** The job of it. Run twice, it mails a second link, which makes the first one void. */
export function recoveryJob({ database, publicUrl, clock }: RecoveryParts): JobHandlers[string] {
  return async ({ email }) => {
    const account = typeof email === 'string' ? await findAccount(database, email) : undefined;
    if (!account || account.status === 'DISABLED') return;
    const now = clock();
    await inTransaction(database, { readOnly: false, scope: [] }, async (db) => {
      await lockAccount(db, account.id);
      await mailLink(db, account, { publicUrl, now, why: 'Somebody, most likely you, asked for a new password.' });
      const actor = { userId: null, sessionId: null, at: now };
      await writeAudit(db, actor, { entity: 'user', entityId: account.id, action: 'reset_requested' });
    });
  };
}

async function holderOf(db: Database, token: string, now: Date): Promise<number> {
  const link = await db
    .selectFrom('password_links')
    .select('user_id')
    .where('token_hash', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!link) throw new AppError('LINK_SPENT');
  return link.user_id;
}

/** Chooses a password by a mailed link, which is then spent, and ends every session of the user. §5 Accounts. */
export async function choosePassword(
  ctx: PublicCtx,
  { token, password }: Decoded<typeof resetPassword>['body'],
): Promise<{ message: string }> {
  await countAttempt(ctx.db, [addressLimit('reset', ctx.address)], ctx);
  const account = await accountById(ctx.db, await holderOf(ctx.db, token, ctx.now));
  if (!account) throw new AppError('LINK_SPENT');
  // A refused password leaves the link unspent: the person chooses a better one and goes on.
  await assertGoodPassword(password, { email: account.email, field: 'password', words: account.name.split(/\s+/) });
  const passwordHash = await hashPassword(password);
  await inTransaction(ctx.db, { readOnly: false, scope: [] }, async (db) => {
    const current = await lockAccount(db, account.id);
    await holderOf(db, token, ctx.now);
    if (!current || current.status === 'DISABLED') throw new AppError('LINK_SPENT');
    await setPassword(db, { account: current, passwordHash, now: ctx.now });
    await endSessions(db, { userId: account.id, now: ctx.now });
    await writeAudit(
      db,
      { userId: account.id, sessionId: null, at: ctx.now },
      { entity: 'user', entityId: account.id, action: 'password_reset' },
    );
  });
  return { message: 'Your password was changed. Sign in with the new one.' };
}
