import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { authenticateSecond } from '../../../domain/accounts/contract.ts';
import type { SecondFactor } from '../../../domain/accounts/second-factor.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import { writeAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { PublicCtx } from '../../platform/http/context.ts';
import { inTransaction } from '../../platform/http/transaction.ts';
import type { Services } from '../../services.ts';
import { countAttempt, forgiveAttempt, tryLimits } from './limits.ts';
import { checkAnswer, relyingParty, usePasskey } from './passkeys.ts';
import { pendingOf, spendPending, stillStands, type Pending } from './pending-sign-in.ts';
import { accountById, hasRole, lockAccount, type Account } from './queries.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { answerWith, openFor } from './sign-in.ts';
import { useTotp } from './totp.ts';
import { tellOwner } from './factors.ts';

type Answer = Decoded<typeof authenticateSecond>['body'];
/** The factor of the answer, and how it is used up in the transaction that decides. */
type Proof = { factor: SecondFactor; use: (db: Database) => Promise<boolean> };

/** Exactly one of the three ways; a passkey's signature is checked here, outside any transaction. */
async function proofOf(
  services: Services,
  ctx: PublicCtx,
  { answer, pending }: { answer: Answer; pending: Pending },
): Promise<Proof> {
  const { code, recovery, passkey } = answer;
  const userId = pending.user_id;
  const ways = [code, recovery, passkey].filter((way) => way !== undefined);
  if (ways.length !== 1) throw invalid({ field: 'code', message: 'Enter the six digits that the app shows.' });
  if (code !== undefined)
    return { factor: 'TOTP', use: (db) => useTotp(db, { keys: services.keys, userId, code, now: ctx.now }) };
  if (recovery !== undefined)
    return { factor: 'RECOVERY', use: (db) => useRecoveryCode(db, { userId, code: recovery, now: ctx.now }) };
  const checked =
    passkey === undefined || pending.challenge === null
      ? null
      : await checkAnswer(ctx.db, relyingParty(services.publicUrl), {
          userId,
          challenge: pending.challenge,
          answer: passkey,
        });
  return { factor: 'PASSKEY', use: async (db) => checked !== null && usePasskey(db, checked, ctx.now) };
}

/** A refused second factor shows that somebody has the password: it is recorded even if the request fails. */
async function noteRefusal(ctx: PublicCtx, account: Account, factor: SecondFactor): Promise<void> {
  await inTransaction(ctx.db, { readOnly: false, scope: [] }, (db) =>
    writeAudit(
      db,
      { userId: null, sessionId: null, at: ctx.now },
      { entity: 'user', entityId: account.id, action: 'second_factor_refused', facts: { factor } },
    ),
  );
}

/**
 * Ends a sign-in with the second factor. A code, a recovery code and a passkey's answer are good once; a password that was
 * changed or a user that was disabled in between end it. Guesses are counted per account and address. §5 Accounts.
 */
export async function finishSignIn(
  services: Services,
  ctx: PublicCtx,
  body: Answer,
): Promise<Reply<typeof authenticateSecond>> {
  const pending = await pendingOf(ctx.db, body.token, ctx.now);
  const account = await accountById(ctx.db, pending.user_id);
  if (!stillStands(pending, account)) throw new AppError('SIGN_IN_LAPSED');
  const limits = await tryLimits(ctx.db, 'factor', { ...ctx, email: account.email });
  const attempt = await countAttempt(ctx.db, limits, ctx);
  const proof = await proofOf(services, ctx, { answer: body, pending });
  const session = await inTransaction(ctx.db, { readOnly: false, scope: [] }, async (db) => {
    const current = await lockAccount(db, account.id);
    if (!stillStands(pending, current) || !(await hasRole(db, account.id))) throw new AppError('SIGN_IN_LAPSED');
    if (!(await proof.use(db))) return null;
    await spendPending(db, body.token);
    await forgiveAttempt(db, attempt);
    if (proof.factor === 'RECOVERY')
      await tellOwner(db, account.email, 'A recovery code was used to sign in to your account');
    return openFor(services, db, { userId: account.id, ctx, factor: proof.factor });
  });
  if (session === null) {
    await noteRefusal(ctx, account, proof.factor);
    throw new AppError('SECOND_FACTOR_WRONG');
  }
  return answerWith(services, session, ctx.now);
}
