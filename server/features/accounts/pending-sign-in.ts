import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Reply } from '../../../domain/endpoint.ts';
import type { authenticate } from '../../../domain/accounts/contract.ts';
import type { SecondFactor } from '../../../domain/accounts/second-factor.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { PublicCtx } from '../../platform/http/context.ts';
import type { Services } from '../../services.ts';
import type { Factors } from './factors.ts';
import { askPasskeys, relyingParty } from './passkeys.ts';
import type { Account } from './queries.ts';

const VALID_MS = 5 * 60_000;

const sha256 = (text: string) => createHash('sha256').update(text).digest();

type SecondFactorRequest = Extract<Reply<typeof authenticate>, { second_factor: unknown }>['second_factor'];

function methodsOf(factors: Factors): SecondFactor[] {
  return [
    ...(factors.passkeys.length > 0 ? (['PASSKEY'] as const) : []),
    ...(factors.totp === null ? [] : (['TOTP'] as const)),
    ...(factors.recoveryLeft > 0 ? (['RECOVERY'] as const) : []),
  ];
}

/** Keeps that a password was right, for five minutes, and says which second factors it may go on with. */
export async function askSecondFactor(
  services: Services,
  db: Database,
  { account, factors, ctx }: { account: Account; factors: Factors; ctx: PublicCtx },
): Promise<SecondFactorRequest> {
  const token = randomBytes(32).toString('base64url');
  const options =
    factors.passkeys.length > 0 ? await askPasskeys(db, relyingParty(services.publicUrl), account.id) : undefined;
  await db.deleteFrom('pending_sign_ins').where('expires_at', '<', ctx.now).execute();
  await db
    .insertInto('pending_sign_ins')
    .values({
      token_hash: sha256(token),
      user_id: account.id,
      password_digest: sha256(account.password_hash ?? ''),
      challenge: options?.challenge ?? null,
      expires_at: new Date(ctx.now.getTime() + VALID_MS),
    })
    .execute();
  return { token, methods: methodsOf(factors), ...(options && { passkey: { ...options } }) };
}

export type Pending = { user_id: number; password_digest: Buffer; challenge: string | null };

/** The sign-in that a token belongs to. */
export async function pendingOf(db: Database, token: string, now: Date): Promise<Pending> {
  const row = await db
    .selectFrom('pending_sign_ins')
    .select(['user_id', 'password_digest', 'challenge'])
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) throw new AppError('SIGN_IN_LAPSED');
  return row;
}

/** Ends the sign-in that a token belongs to: the token is good once. */
export async function spendPending(db: Database, token: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('pending_sign_ins')
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst();
  if (numDeletedRows !== 1n) throw new AppError('SIGN_IN_LAPSED');
}

/** Whether the password is still the one that was right, and the user may sign in. */
export function stillStands(pending: Pending, account: Account | undefined): account is Account {
  return (
    account?.status === 'ACTIVE' &&
    timingSafeEqual(sha256(account.password_hash ?? ''), pending.password_digest) &&
    account.password_hash !== null
  );
}
