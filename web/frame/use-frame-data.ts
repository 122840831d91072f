import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ALL_BRANCHES } from '../../domain/call-branches.ts';
import type { WireReply } from '../../domain/endpoint.ts';
import { currentSession, signOut, switchBranch } from '../../domain/accounts/session.ts';
import { myWork } from '../../domain/reports/work.ts';
import { call } from '../api/client.ts';
import type { Address } from '../ui/hooks/use-address.ts';
import {
  BRANCHES_PARAMETER,
  chooseAll,
  clearSession,
  mayReadAll,
  readsAll,
  storeSession,
  type Session,
} from '../api/session.ts';
import { toastProblem } from '../api/toast-problem.ts';
import { useEndpoint } from '../api/use-endpoint.ts';
import { withQuery } from '../paths.ts';
import { toastSuccess } from '../ui/notices/toast.ts';

const EVERY_MS = 60_000;
const NOTHING: WireReply<typeof myWork> = { data: [], more: [] };

/** What waits for the user. Requested in the background: it keeps no session alive. */
export function useWaiting(): WireReply<typeof myWork> {
  return useEndpoint(myWork, { query: {} }, { backgroundEvery: EVERY_MS }).data ?? NOTHING;
}

const RIGHTS_MS = 5 * 60_000;

/** Rights come and go while somebody is signed in, as they are lent: the session keeps those that the server names. */
export function useFreshRights(session: Session) {
  const { data } = useEndpoint(currentSession, {}, { staleTime: RIGHTS_MS, backgroundEvery: RIGHTS_MS });
  useEffect(() => {
    const user = data?.user;
    if (user?.branch.id !== session.user.branch.id) return;
    if (JSON.stringify(user) !== JSON.stringify(session.user)) storeSession({ ...session, user });
  }, [data, session]);
}

/** An address that is of all branches has them read together, by who may. */
export function useAddressOfAll(session: Session) {
  const branches = useRouterState({ select: (state) => (state.location.search as Address)[BRANCHES_PARAMETER] });
  useEffect(() => {
    if (branches === ALL_BRANCHES && mayReadAll(session.user) && !readsAll(session)) chooseAll(session, true);
  }, [branches, session]);
}

/** Leaving, and going to another branch or to all of them. */
export function useSessionActs(session: Session) {
  const router = useRouter();
  const client = useQueryClient();
  const leave = async () => {
    try {
      await call(signOut, {});
    } catch {
      // Signed out here all the same; the server's session ends on its own.
    }
    clearSession();
    await router.navigate({ href: '/' });
  };
  // Everything on the screen belonged to the other branches; a record of them is left for its list.
  const leaveRecord = async () => {
    const [, area = '', ...record] = router.state.location.pathname.split('/');
    if (record.length > 0) await router.navigate({ href: `/${area}` });
    await client.resetQueries();
  };
  // An address that is of all branches would have them back.
  const ofOneBranch = async () => {
    const { pathname, search } = router.state.location;
    const { [BRANCHES_PARAMETER]: branches, ...others } = search as Address;
    if (branches !== undefined) await router.navigate({ href: withQuery(pathname, others), replace: true });
  };
  const changeBranch = async (branch: string) => {
    const all = readsAll(session);
    if (branch === ALL_BRANCHES) {
      if (all) return;
      // What is on the screen is seen in this state, too.
      chooseAll(session, true);
      toastSuccess('Branch changed', 'You now see all your branches.');
      return;
    }
    if (!all && branch === session.user.branch.code) return;
    try {
      await ofOneBranch();
      const { user } = await call(switchBranch, { body: { branch } }, { place: null });
      chooseAll(session, false);
      storeSession({ ...session, user });
      await leaveRecord();
      toastSuccess('Branch changed', `You now work in ${user.branch.name}.`);
    } catch (error) {
      toastProblem('Branch not changed', error);
    }
  };
  return { leave, changeBranch };
}
