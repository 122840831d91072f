import { PASSWORD } from '../../testing/test-firm.ts';
import type { Probe } from './probes.ts';

const SIGN_IN = 'POST /api/sca/v1/auth/authenticate';

/** Somebody without a session sends neither files nor more JSON than a sign-in needs. */
export const littleFromStrangers: Probe = async (rig) => {
  const headers = { 'content-type': 'application/octet-stream' };
  const file = await rig.call(null, SIGN_IN, { body: Buffer.alloc(2_000), headers });
  const long = await rig.call(null, SIGN_IN, { body: { email: 'x'.repeat(20_000), password: '' } });
  return file.status === 415 && long.status === 413;
};

/** Behind a proxy the address that it adds counts, whatever a client writes before it. */
export const addressOfTheProxy: Probe = async (rig) => {
  const body = { token: 'x'.repeat(43), password: 'A guess at a link' };
  const guess = (n: number) => {
    const headers = { 'x-forwarded-for': `198.51.100.${n}, 203.0.113.7` };
    return rig.call(null, 'POST /api/sca/v1/auth/resetpassword', { body, headers });
  };
  for (let n = 0; n < 30; n += 1) await guess(n);
  return (await guess(30)).status === 429;
};

/** Guesses from elsewhere use up an account's tries there, and not at an address where it has signed in. */
export const ownerFromHome: Probe = async (rig) => {
  const signIn = (from: string, password: string) =>
    rig.call(null, SIGN_IN, {
      body: { email: 'cashier.nbo@slipway.test', password },
      headers: { 'x-forwarded-for': from },
    });
  if ((await signIn('203.0.113.7', PASSWORD)).status !== 200) throw new Error('The first sign-in was refused.');
  for (let n = 0; n < 5; n += 1) await signIn(`198.51.100.${n}`, 'a guess');
  if ((await signIn('198.51.100.9', PASSWORD)).status !== 429) throw new Error('Guesses were not counted.');
  return (await signIn('203.0.113.7', PASSWORD)).status === 200;
};
