import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentSession, signOut, switchBranch } from '../../domain/accounts/contract.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { WireReply } from '../../domain/endpoint.ts';
import { KINDS } from '../../domain/records/kinds.ts';
import { type FoundKind, myWork, searchRecords } from '../../domain/reports/contract.ts';
import { isKind } from '../../domain/records/kinds.ts';
import { call } from '../api/client.ts';
import type { Address } from '../ui/hooks/use-address.ts';
import {
  ALL_BRANCHES,
  BRANCHES_PARAMETER,
  chooseAll,
  clearSession,
  currentSession as storedSession,
  mayReadAll,
  readsAll,
  storeSession,
  type Session,
} from '../api/session.ts';
import { toastProblem } from '../api/toast-problem.ts';
import { useEndpoint } from '../api/use-endpoint.ts';
import { classHref, clauseHref, noteHref, partyHref, paths, recordHref, sectionHref, withQuery } from '../paths.ts';
import { SETTING_GROUPS } from '../pages/setting-sections.tsx';
import { chooseTheme } from '../theme.ts';
import { toastSuccess } from '../ui/notices/toast.ts';
import type { FrameAction, FrameRecord } from './frame-types.ts';

type Hit = WireReply<typeof searchRecords>[number];

const APART = { party: 'Parties', note: 'Notes', file: 'Files' } as const;
const isApart = (kind: FoundKind): kind is keyof typeof APART => Object.hasOwn(APART, kind);

function groupOf(kind: FoundKind): string {
  if (isApart(kind)) return APART[kind];
  const { plural } = KINDS[kind];
  return plural.charAt(0).toUpperCase() + plural.slice(1);
}

/** The page of what was found; a file is shown with the record that it hangs on. */
function hrefOf({ kind, id, of }: Hit): string {
  if (kind === 'party') return partyHref(id);
  if (kind === 'note') return noteHref(id);
  if (kind !== 'file') return recordHref(kind, id);
  if (of === null || of.entity === 'currency') return sectionHref('currencies');
  if (isKind(of.entity)) return `${recordHref(of.entity, of.id)}?tab=attachments`;
  const pages = { party: partyHref, cover_type: classHref, clause: clauseHref };
  return `${pages[of.entity](of.id)}?tab=attachments`;
}

/** Parties, notes, records and files by name, number or party, for the palette. */
export async function searchByText(text: string, signal: AbortSignal): Promise<FrameRecord[]> {
  const hits = await call(searchRecords, { query: { searchValue: text } }, { signal, place: null });
  const session = storedSession();
  const shows = session !== null && readsAll(session);
  return hits.map((hit) => ({
    id: String(hit.id),
    label: hit.title,
    detail: shows && hit.branch !== null ? `${hit.detail} · ${hit.branch}` : hit.detail,
    kind: hit.kind,
    group: groupOf(hit.kind),
    state: hit.state,
    money: hit.amount === null || hit.currency === null ? null : { amount: hit.amount, currency: hit.currency },
    href: hrefOf(hit),
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
  {
    label: 'New security',
    href: `${paths.setting}?section=securities&open=new`,
    permission: 'registers.create',
    words: 'add reinsurer register',
  },
  { label: 'New claim', href: paths.claimNew, permission: 'claims.create', words: 'add enter loss notify' },
  { label: 'New journal', href: paths.journalNew, permission: 'journals.create', words: 'add manual entry' },
  { label: 'New user', href: `${paths.user}?open=new`, permission: 'users.manage', words: 'add invite colleague' },
];

/** What everyone can do from anywhere. */
const FOR_ALL: readonly FrameAction[] = [
  { label: 'What waits for me', href: paths.dashboard, words: 'my work approve approvals reject decide rejected pay' },
  { label: 'Dark colours', words: 'dark theme night mode', onSelect: () => chooseTheme('dark') },
  { label: 'Light colours', words: 'light theme day mode', onSelect: () => chooseTheme('light') },
  { label: 'Colours as the system', words: 'theme system mode', onSelect: () => chooseTheme('system') },
];

/** The sections of the settings that this user may open. */
export const settingsFor = (permissions: readonly Permission[]): FrameAction[] =>
  permissions.includes('registers.view')
    ? SETTING_GROUPS.flatMap(({ title, sections }) =>
        sections
          .filter(({ permission }) => permission === undefined || permissions.includes(permission))
          .map(({ value, label }) => ({ label, words: `settings ${title}`, href: sectionHref(value) })),
      )
    : [];

/** What the palette can do for this user: the screens that they have the right to. */
export const actionsFor = (permissions: readonly Permission[]): FrameAction[] => [
  ...ACTIONS.filter(({ permission }) => permissions.includes(permission)),
  ...FOR_ALL,
];

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
  const wanted = useRouterState({ select: (state) => (state.location.search as Address)[BRANCHES_PARAMETER] });
  useEffect(() => {
    if (wanted === ALL_BRANCHES && mayReadAll(session.user) && !readsAll(session)) chooseAll(session, true);
  }, [wanted, session]);
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
    const { [BRANCHES_PARAMETER]: wanted, ...others } = search as Address;
    if (wanted !== undefined) await router.navigate({ href: withQuery(pathname, others), replace: true });
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
