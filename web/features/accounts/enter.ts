import { go } from '../../api/go.ts';
import { storeSession } from '../../api/session.ts';
import { dismissErrors } from '../../ui/notices/toast.ts';
import { takeWanted } from '../../api/wanted.ts';
import { paths } from '../../paths.ts';
import type { SignedIn } from './first-calls.ts';

/** Keeps the session and goes to the address that was wanted, in place of the sign-in: Back does not return to it. */
export async function enter({ access_token, expires_in, user }: SignedIn): Promise<void> {
  const expires_at = new Date(Date.now() + expires_in * 1000).toISOString();
  // That the session before has elapsed would lie over the buttons of the page that is wanted.
  dismissErrors();
  storeSession({ access_token, expires_at, user });
  await go(takeWanted() ?? paths.dashboard, { replace: true });
}
