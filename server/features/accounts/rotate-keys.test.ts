import { Secret, TOTP } from 'otpauth';
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { openKeyRing, type KeyRing } from '../../platform/http/signing-keys.ts';
import { openRig, type Rig } from '../../testing/rig.ts';
import { PASSWORD } from '../../testing/test-firm.ts';
import { verifyToken } from '../../platform/http/tokens.ts';
import { rotateKeys } from './rotate-keys.ts';

const SCA = '/api/sca/v1';
type Instance = { url: string; ring: KeyRing; close: () => Promise<void> };
let rig: Rig;
let one: Instance;
let two: Instance;

async function instance(): Promise<Instance> {
  const ring = await openKeyRing({ ownerUrl: rig.ownerUrl, pool: rig.pool, secret: null });
  const app = buildApp({ ...rig.platform, keys: ring.keys }, { ...rig.services, keys: ring.keys });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    ring,
    close: async () => {
      ring.stop();
      await app.close();
    },
  };
}

beforeAll(async () => {
  rig = await openRig(inject('slipwayDatabase'));
  // Which keys count is asked of the database, by its own clock.
  rig.clock.set(new Date());
  [one, two] = [await instance(), await instance()];
});
afterAll(async () => {
  await one.close();
  await two.close();
  await rig.close();
});

type Told = { access_token: string; secret: string; second_factor: { token: string } };

const post = async (at: Instance, path: string, { token, ...body }: { token?: string; [field: string]: unknown }) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const reply = await fetch(`${at.url}${SCA}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: reply.status, body: (await reply.json()) as Told };
};
const second = async (at: Instance, body: { token: string; code: string }) => {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${at.url}${SCA}/auth/secondfactor`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as { access_token: string } };
};
async function signIn(at: Instance, who = 'manager.nbo'): Promise<string> {
  return (await post(at, '/auth/authenticate', { email: `${who}@slipway.test`, password: PASSWORD })).body.access_token;
}
const status = async (at: Instance, token: string) =>
  (await fetch(`${at.url}${SCA}/auth/session`, { headers: { authorization: `Bearer ${token}` } })).status;
const kidOf = (token: string) => decodeProtectedHeader(token).kid;
const age = (seconds: number) =>
  rig.ownerPool.query(`update private.signing_keys set created_at = created_at - $1 * interval '1 second'`, [seconds]);
const look = async () => {
  await one.ring.look();
  await two.ring.look();
};
const rotate = (revoke = false) => rotateKeys(rig.ownerDatabase, { revoke, now: new Date() });

describe('rotating the signing key of two running instances', () => {
  test('the new one signs once both know it; the former one’s sessions go on, at both, until they end', async () => {
    const before = await signIn(one);
    const former = kidOf(before);
    await age(100);
    const { kid } = await rotate();
    await one.ring.look();
    // Two has not looked yet, so one does not sign with it yet.
    expect(kidOf(await signIn(one))).toBe(former);
    await age(31);
    await look();
    const after = await signIn(one);
    expect(kidOf(after)).toBe(kid);
    for (const at of [one, two]) for (const token of [before, after]) expect(await status(at, token)).toBe(200);
    await age(301);
    await look();
    expect(await status(two, before)).toBe(200);
    await rig.ownerPool.query('update sessions set ended_at = now() where kid = $1', [former]);
    await look();
    expect([...one.ring.keys.retired]).toEqual([former]);
    expect(await status(two, before)).toBe(401);
    expect(await status(two, after)).toBe(200);
    // The signature of a retired key is none, whatever its session's row says.
    const { keys } = one.ring;
    expect(await verifyToken(keys, before, new Date())).toBeNull();
    const { current, secrets } = keys;
    expect(await verifyToken({ current, secrets, retired: new Set() }, before, new Date())).not.toBeNull();
    const { removed } = await rotate();
    expect(removed).toBe(1);
  });

  test('revoked, its sessions end at once at instances that have not looked yet; apps of users still open', async () => {
    const token = await signIn(two, 'cashier.nbo');
    const { secret } = (await post(two, '/user/totp/begin', { token })).body;
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    const codeNow = () => app.generate({ timestamp: rig.clock.now().getTime() });
    expect((await post(two, '/user/totp/confirm', { code: codeNow(), token })).status).toBe(200);
    const { kid, resealed } = await rotate(true);
    expect(resealed).toBe(1);
    const { rows: seals } = await rig.ownerPool.query(`select split_part(sealed, '.', 1) as by from totp_secrets`);
    expect(seals).toEqual([{ by: kid }]);
    for (const at of [one, two]) expect(await status(at, token)).toBe(401);
    await look();
    rig.clock.advance(60_000);
    const { body } = await post(one, '/auth/authenticate', { email: 'cashier.nbo@slipway.test', password: PASSWORD });
    const opened = await second(one, { token: body.second_factor.token, code: codeNow() });
    expect(opened.status).toBe(200);
    expect(kidOf(opened.body.access_token)).toBe(kid);
    const { rows } = await rig.ownerPool.query(
      `select action from audit_trail where action in ('key_rotated', 'keys_revoked') order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['key_rotated', 'key_rotated', 'keys_revoked']);
  });
});
