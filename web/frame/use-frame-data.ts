import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentSession, signOut, switchBranch } from '../../domain/accounts/contract.ts';
import type { Permission } from '../../domain/permissions.ts';
import { KINDS, titleOf } from '../../domain/records/kinds.ts';
import { myWork, searchRecords } from '../../domain/reports/contract.ts';
import { call } from '../api/client.ts';
import { clearSession, storeSession, type Session } from '../api/session.ts';
import { toastProblem } from '../api/toast-problem.ts';
import { useEndpoint } from '../api/use-endpoint.ts';
import { paths, recordHref } from '../paths.ts';
import { toastSuccess } from '../ui/notices/toast.ts';
import type { FrameAction, FrameRecord } from './frame-types.ts';

/** Records by number or party, for the palette. */
export async function searchByText(text: string, signal: AbortSignal): Promise<FrameRecord[]> {
  const hits = await call(searchRecords, { query: { searchValue: text } }, { signal });
  return hits.map((hit) => ({
    id: String(hit.id),
    label: hit.title,
    detail: hit.detail,
    kind: titleOf(KINDS[hit.kind]),
    href: recordHref(hit.kind, hit.id),
  }));
}

const EVERY_MS = 60_000;

/**
 * How much waits for the user, shown next to the page that lists it. Requested in the background: it keeps no session
 * alive.
 */
export function useWaiting(): Readonly<Record<string, number>> {
  const { data = [] } = useEndpoint(myWork, { query: {} }, { backgroundEvery: EVERY_MS });
  return { [paths.dashboard]: data.length };
}

type Action = FrameAction & { href: string; permission: Permission };
const ACTIONS: readonly Action[] = [
  { label: 'New policy', href: paths.policyNew, permission: 'policies.create', words: 'add enter placement slip' },
  { label: 'New London slip', href: paths.slipNew, permission: 'policies.create', words: 'add enter mrc umr lloyds' },
  { label: 'New receipt', href: paths.receiptNew, permission: 'receipts.create', words: 'add enter money collect' },
  { label: 'New voucher', href: paths.voucherNew, permission: 'vouchers.create', words: 'add premium pay security' },
  {
    label: 'New reinsured',
    href: `${paths.setting}?section=reinsureds&open=new`,
    permission: 'registers.create',
    words: 'add cedant register',
  },
  { label: 'New user', href: `${paths.user}?open=new`, permission: 'users.manage', words: 'add invite' },
];

/** What the palette can do for this user: the screens that they have the right to. */
export const actionsFor = (permissions: readonly Permission[]): FrameAction[] =>
  ACTIONS.filter(({ permission }) => permissions.includes(permission));

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

/** Leaving, and going to another branch. */
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
  const changeBranch = async (branch: string) => {
    if (branch === session.user.branch.code) return;
    try {
      const { user } = await call(switchBranch, { body: { branch } });
      storeSession({ ...session, user });
      // Everything on the screen belonged to the other branch; a record of it is left for its list.
      const [, area = '', ...record] = router.state.location.pathname.split('/');
      if (record.length > 0) await router.navigate({ href: `/${area}` });
      await client.resetQueries();
      toastSuccess('Branch changed', `You now work in ${user.branch.name}.`);
    } catch (error) {
      toastProblem('Branch not changed', error);
    }
  };
  return { leave, changeBranch };
}
