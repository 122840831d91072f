import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { WEAK_PASSWORD } from '../../../domain/accounts/password.ts';
import { emailKey } from '../../../domain/names.ts';
import { invalid } from '../../../domain/errors.ts';

const ENOUGH = 3;
let estimator: Promise<ZxcvbnFactory> | null = null;

/** The dictionaries are 1 MB and are read when the first password is chosen, not at the start. */
function loadEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([core, common]) => new core.ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs }),
  );
  return estimator;
}

/** Refuses a password that is common, leaked, easily guessed, or the user's own address. §8. */
export async function assertGoodPassword(
  password: string,
  about: { email: string; field: string; words?: readonly string[] },
): Promise<void> {
  const address = emailKey(about.email);
  const mailbox = address.split('@')[0] ?? address;
  const own = [address, mailbox, ...(about.words ?? [])];
  const { score } = (await loadEstimator()).check(password, own);
  if (score < ENOUGH || emailKey(password) === address) {
    throw invalid({ field: about.field, message: WEAK_PASSWORD });
  }
}
