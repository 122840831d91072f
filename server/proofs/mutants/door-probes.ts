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
