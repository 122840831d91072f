import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import type { Rig } from '../../testing/rig.ts';
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

/** A mail of a debit note to strangers, confirmed or not: the status of each, in their order. */
async function mailStrangers(rig: Rig, mails: readonly { to: string[]; confirmed?: string[] }[]): Promise<number[]> {
  const policy = await approvedPolicy(rig, await makeBook(rig));
  const { body: note } = await rig.call('underwriter.nbo', 'PUT /api/sca/v1/underwriting/debitnote', {
    query: { id: policy },
  });
  const statuses: number[] = [];
  for (const mail of mails) {
    const body = { id: note.id, subject: 'Our note', text: 'Attached.', ...mail };
    statuses.push((await rig.call('underwriter.nbo', 'POST /api/sca/v1/document/send', { body })).status);
  }
  return statuses;
}

/** Nobody sends a document to an address of none of its parties without having been shown it. */
export const strangersConfirmed: Probe = async (rig) => {
  const [status] = await mailStrangers(rig, [{ to: ['stranger@elsewhere.test'] }]);
  const { rows } = await rig.ownerPool.query('select 1 from document_sendings');
  return status === 409 && rows.length === 0;
};

/** Documents leave to few strangers an hour, confirmed or not. */
export const fewStrangers: Probe = async (rig) => {
  const ten = (n: number) => Array.from({ length: 10 }, (_, index) => `stranger-${n}-${index}@elsewhere.test`);
  const statuses = await mailStrangers(
    rig,
    [1, 2, 3].map((n) => ({ to: ten(n), confirmed: ten(n) })),
  );
  if (statuses[0] !== 200 || statuses[1] !== 200) throw new Error(`The first mails answered ${statuses.join(', ')}.`);
  return statuses[2] === 429;
};
