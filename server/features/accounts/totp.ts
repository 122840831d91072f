import { Secret, TOTP } from 'otpauth';
import type { Reply } from '../../../domain/endpoint.ts';
import type * as contract from '../../../domain/accounts/second-factor.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { SigningKeys } from '../../platform/http/tokens.ts';
import { seal, unseal } from '../../platform/sealing.ts';
import { afterAdding, afterRemoving, factorsOf, hasFactor } from './factors.ts';
import { lockAccount } from './queries.ts';

const PERIOD_MS = 30_000;
/** What the secret of a user's app is sealed for. */
export const sealedFor = (owner: number) => ({ purpose: 'totp', owner });

function appOf(secret: Secret, label: { issuer?: string; label?: string } = {}): TOTP {
  // SHA-1, six digits, thirty seconds: what every authenticator app reads.
  return new TOTP({ ...label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_MS / 1000 });
}

/** Makes a secret that counts once a code of it was entered; one that was begun before and not confirmed is replaced. */
export async function beginTotp(keys: SigningKeys, ctx: Ctx): Promise<Reply<typeof contract.beginTotp>> {
  await lockAccount(ctx.db, ctx.user.id);
  const held = await factorsOf(ctx.db, ctx.user.id);
  if (held.totp !== null) throw new AppError('DUPLICATE', { what: 'An authenticator app of yours' });
  const secret = new Secret({ size: 20 });
  const fresh = {
    sealed: seal(keys, secret.bytes, sealedFor(ctx.user.id)),
    last_step: 0n,
    created_at: ctx.now,
    confirmed_at: null,
  };
  await ctx.db
    .insertInto('totp_secrets')
    .values({ user_id: ctx.user.id, ...fresh })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
    .execute();
  const app = appOf(secret, { issuer: ctx.firm.name.replaceAll(':', ' '), label: ctx.user.email });
  return { secret: secret.base32, uri: app.toString() };
}

type Row = { sealed: string; user_id: number };

/** The time step of a code that is right within one step either way; null when it is not. */
function stepOf(keys: SigningKeys, row: Row, attempt: { code: string; now: Date }): bigint | null {
  const code = attempt.code.replace(/\s/g, '');
  const bytes = unseal(keys, row.sealed, sealedFor(row.user_id));
  if (bytes === null || !/^\d{6}$/.test(code)) return null;
  const timestamp = attempt.now.getTime();
  const delta = appOf(new Secret({ buffer: Uint8Array.from(bytes).buffer })).validate({
    token: code,
    timestamp,
    window: 1,
  });
  return delta === null ? null : BigInt(Math.floor(timestamp / PERIOD_MS) + delta);
}

/** Uses a code up: each step is good once, so that a code that was looked at over a shoulder opens nothing. */
export async function useTotp(
  db: Database,
  attempt: { keys: SigningKeys; userId: number; code: string; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('totp_secrets')
    .select(['sealed', 'user_id'])
    .where('user_id', '=', attempt.userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const step = row ? stepOf(attempt.keys, row, attempt) : null;
  if (step === null) return false;
  const { numUpdatedRows } = await db
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', attempt.userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Confirms the app with a code of it, which is then used up. */
export async function confirmTotp(
  keys: SigningKeys,
  ctx: Ctx,
  code: string,
): Promise<Reply<typeof contract.confirmTotp>> {
  await lockAccount(ctx.db, ctx.user.id);
  const first = !hasFactor(await factorsOf(ctx.db, ctx.user.id));
  const row = await ctx.db
    .selectFrom('totp_secrets')
    .select(['sealed', 'user_id', 'created_at'])
    .where('user_id', '=', ctx.user.id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('STALE');
  const step = stepOf(keys, row, { code, now: ctx.now });
  if (step === null) {
    const message = 'That code is not right. Enter the one that the app shows now.';
    throw invalid({ field: 'code', message });
  }
  await ctx.db
    .updateTable('totp_secrets')
    .set({ confirmed_at: ctx.now, last_step: step })
    .where('user_id', '=', ctx.user.id)
    .execute();
  const what = 'An authenticator app was added to your account';
  return { recovery: await afterAdding(ctx, { first, what, kind: 'TOTP' }) };
}

export async function removeTotp(ctx: Ctx): Promise<{ done: true }> {
  await lockAccount(ctx.db, ctx.user.id);
  const { numDeletedRows } = await ctx.db
    .deleteFrom('totp_secrets')
    .where('user_id', '=', ctx.user.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('NOT_FOUND');
  await afterRemoving(ctx, { what: 'The authenticator app was removed from your account', kind: 'TOTP' });
  return { done: true };
}
