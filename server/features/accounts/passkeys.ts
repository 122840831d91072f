import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type * as contract from '../../../domain/accounts/second-factor.ts';
import type { authenticateSecond } from '../../../domain/accounts/contract.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { PrepareCtx } from '../../platform/http/mount.ts';
import { afterAdding, afterRemoving, factorsOf, hasFactor } from './factors.ts';
import { lockAccount } from './queries.ts';

const VALID_MS = 5 * 60_000;
const MOST = 20;
/** EdDSA, ES256, RS256: every authenticator in use supports one of them. */
const ALGORITHMS = [-8, -7, -257];

/** Whose passkeys these are: the host and origin of the public address, never what a request says. */
type RelyingParty = { id: string; origin: string };
export function relyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

const keysOf = (db: Database, userId: number) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('user_id', '=', userId)
    .execute();

const asDescriptors = (keys: Awaited<ReturnType<typeof keysOf>>) =>
  keys.map((key) => ({ id: key.credential_id, transports: key.transports }));

/** What the browser needs to make a passkey; the challenge is this session's. */
export async function beginPasskey(party: RelyingParty, ctx: Ctx): Promise<Reply<typeof contract.beginPasskey>> {
  const held = await keysOf(ctx.db, ctx.user.id);
  if (held.length >= MOST) throw new AppError('WRONG_STATE', { status: 'full', action: 'another passkey' });
  const options = await generateRegistrationOptions({
    rpName: ctx.firm.name,
    rpID: party.id,
    userName: ctx.user.email,
    userDisplayName: ctx.user.name,
    userID: Uint8Array.from(Buffer.from(`slipway:${ctx.user.id}`)),
    excludeCredentials: asDescriptors(held),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    timeout: VALID_MS,
  });
  const fresh = { challenge: options.challenge, expires_at: new Date(ctx.now.getTime() + VALID_MS) };
  await ctx.db
    .insertInto('passkey_challenges')
    .values({ session_id: ctx.sessionId, ...fresh })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(fresh))
    .execute();
  return { options: { ...options } };
}

/** What is looked at of a credential besides its response: what a browser adds to it decides nothing. */
const credentialOf = ({ id, rawId, type }: Pick<Answer, 'id' | 'rawId' | 'type'>) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
});

type NewPasskey = Decoded<typeof contract.savePasskey>['body'];
export type CheckedPasskey = { challenge: string; credentialId: string; publicKey: Buffer; counter: bigint };

/** Checks what the browser made against this session's challenge, outside the write's transaction. */
export async function preparePasskey(
  party: RelyingParty,
  ctx: PrepareCtx,
  { passkey }: NewPasskey,
): Promise<CheckedPasskey> {
  const { clientDataJSON, attestationObject } = passkey.response;
  const owner = await ctx.read((reading) =>
    reading.db
      .selectFrom('passkey_challenges')
      .select('challenge')
      .where('session_id', '=', ctx.sessionId)
      .where('expires_at', '>', ctx.now)
      .executeTakeFirst(),
  );
  if (!owner) throw new AppError('PASSKEY_REFUSED');
  const checked = await verifyRegistrationResponse({
    response: { ...credentialOf(passkey), response: { clientDataJSON, attestationObject } },
    expectedChallenge: owner.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!checked?.verified) throw new AppError('PASSKEY_REFUSED');
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  return { challenge: owner.challenge, credentialId: id, publicKey: Buffer.from(publicKey), counter: BigInt(counter) };
}

/** Adds a passkey that was checked; its challenge is used up. */
export async function savePasskey(
  ctx: Ctx,
  { name, passkey }: NewPasskey,
  checked: CheckedPasskey,
): Promise<Reply<typeof contract.savePasskey>> {
  await lockAccount(ctx.db, ctx.user.id);
  const { numDeletedRows } = await ctx.db
    .deleteFrom('passkey_challenges')
    .where('session_id', '=', ctx.sessionId)
    .where('challenge', '=', checked.challenge)
    .executeTakeFirst();
  if (numDeletedRows !== 1n) throw new AppError('PASSKEY_REFUSED');
  const first = !hasFactor(await factorsOf(ctx.db, ctx.user.id));
  const { id } = await ctx.db
    .insertInto('passkeys')
    .values({
      user_id: ctx.user.id,
      credential_id: checked.credentialId,
      public_key: checked.publicKey,
      counter: checked.counter,
      transports: passkey.response.transports ?? [],
      name,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const what = 'A passkey was added to your account';
  return { id, recovery: await afterAdding(ctx, { first, what, kind: 'PASSKEY' }) };
}

export async function renamePasskey(ctx: Ctx, { id, name }: { id: number; name: string }): Promise<{ done: true }> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', ctx.user.id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('NOT_FOUND');
  await ctx.audit({ entity: 'user', entityId: ctx.user.id, action: 'passkey_renamed' });
  return { done: true };
}

export async function removePasskey(ctx: Ctx, id: number): Promise<{ done: true }> {
  await lockAccount(ctx.db, ctx.user.id);
  const { numDeletedRows } = await ctx.db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', ctx.user.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('NOT_FOUND');
  await afterRemoving(ctx, { what: 'A passkey was removed from your account', kind: 'PASSKEY' });
  return { done: true };
}

/** What the browser needs to ask a user's passkeys at the sign-in. */
export async function askPasskeys(db: Database, party: RelyingParty, userId: number) {
  return generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: asDescriptors(await keysOf(db, userId)),
    userVerification: 'preferred',
    timeout: VALID_MS,
  });
}

type Answer = NonNullable<Decoded<typeof authenticateSecond>['body']['passkey']>;
type CheckedAnswer = { id: number; before: bigint; after: bigint };

/** Checks a passkey's answer to a challenge; null when it is not one of this user's, or not right. */
export async function checkAnswer(
  db: Database,
  party: RelyingParty,
  proof: { userId: number; challenge: string; answer: Answer },
): Promise<CheckedAnswer | null> {
  const key = (await keysOf(db, proof.userId)).find(({ credential_id }) => credential_id === proof.answer.id);
  if (!key) return null;
  const { clientDataJSON, authenticatorData, signature } = proof.answer.response;
  const checked = await verifyAuthenticationResponse({
    response: { ...credentialOf(proof.answer), response: { clientDataJSON, authenticatorData, signature } },
    expectedChallenge: proof.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    credential: {
      id: key.credential_id,
      publicKey: Uint8Array.from(key.public_key),
      counter: counterOf(key.counter),
      transports: key.transports,
    },
  }).catch(() => null);
  if (!checked?.verified) return null;
  return { id: key.id, before: key.counter, after: BigInt(checked.authenticationInfo.newCounter) };
}

// A counter has 32 bits, so it is exact as a number.
function counterOf(stored: bigint): number {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(stored);
  return bytes.readUInt32BE(4);
}

/** Notes that a passkey was used; false when another sign-in with the same answer was faster. */
export async function usePasskey(db: Database, answer: CheckedAnswer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: answer.after, last_used_at: now })
    .where('id', '=', answer.id)
    .where('counter', '=', answer.before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
