import type { Probe } from './probes.ts';

const SIGN_IN = 'POST /api/sca/v1/auth/authenticate';

/** Somebody without a session sends neither files nor more JSON than a sign-in needs. */
export const littleFromStrangers: Probe = async (rig) => {
  const headers = { 'content-type': 'application/octet-stream' };
  const file = await rig.call(null, SIGN_IN, { body: Buffer.alloc(2_000), headers });
  const long = await rig.call(null, SIGN_IN, { body: { email: 'x'.repeat(20_000), password: '' } });
  return file.status === 415 && long.status === 413;
};
