import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { ALL_BRANCHES } from '../../domain/call-branches.ts';
import { queryClient } from '../api/query-client.ts';
import { Place, usePagePlace } from '../api/place.ts';
import {
  currentSession,
  endOf,
  mayReadAll,
  subscribeSession,
  useOpenSession,
  useReadsAll,
  useSession,
  type Session,
} from '../api/session.ts';
import { navigationFor } from '../navigation.ts';
import { paths } from '../paths.ts';
import { showAtLeast } from '../ui/fields/whole-number.ts';
import { TimeZone } from '../ui/fields/use-today.ts';
import { PageSkeleton } from '../ui/notices/States.tsx';
import { AppFrame } from './AppFrame.tsx';
import { InSteps } from '../ui/layout/InSteps.tsx';
import { ShowsBranches } from '../ui/tables/shows-branches.ts';
import { InOneBranch } from './InOneBranch.tsx';
import { useFreshRights, useAddressOfAll, useSessionActs, useWaiting } from './use-frame-data.ts';
import { useWayBack } from '../ui/hooks/use-way-back.ts';

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('../features/accounts/ChangePasswordDialog.tsx')).ChangePasswordDialog,
}));

// Who must add a second factor sees nothing else before: no other call is open to them.
const EnrolPanel = lazy(async () => ({
  default: (await import('../features/accounts/EnrolPanel.tsx')).EnrolPanel,
}));

// What one user has read is not shown to the next one at the same screen.
subscribeSession(() => {
  if (currentSession() === null) queryClient.clear();
});

/** The frame around the screens of a signed-in user; without a session (the open dashboard) the bare screen. */
export function AppLayout() {
  const session = useOpenSession();
  const place = usePagePlace();
  const screen = (
    <Suspense fallback={<PageSkeleton />}>
      <InSteps>
        <Outlet />
      </InSteps>
    </Suspense>
  );
  return (
    <QueryClientProvider client={queryClient}>
      {session === null && screen}
      {session !== null && session.user.secondFactorNeeded && (
        <Suspense>
          <EnrolPanel session={session} />
        </Suspense>
      )}
      {session !== null && !session.user.secondFactorNeeded && (
        <TimeZone value={session.user.firm.timeZone}>
          <SignedIn session={session}>
            <Place value={place}>
              <InOneBranch>{screen}</InOneBranch>
            </Place>
          </SignedIn>
        </TimeZone>
      )}
    </QueryClientProvider>
  );
}

/** The branch switch and the palette's entries for it: one's own branches, and all of them for who may read them together. */
function branchesOf({ user }: Session, all: boolean, changeBranch: (branch: string) => Promise<void>) {
  const options = user.branches.map((branch) => ({ value: branch.code, label: branch.name }));
  const together = { value: ALL_BRANCHES, label: 'All branches' };
  const branches = mayReadAll(user) ? [...options, together] : options;
  const branch = all ? ALL_BRANCHES : user.branch.code;
  const actions = branches
    .filter(({ value }) => value !== branch)
    .map(({ value, label }) => ({
      label: value === ALL_BRANCHES ? 'Work in all branches' : `Work in ${label}`,
      words: `switch branch ${value}`,
      onSelect: () => void changeBranch(value),
    }));
  return { branches, branch, actions };
}

function SignedIn({ session, children }: { session: Session; children: ReactNode }) {
  // With the rights of all branches where they are read together.
  const { user } = useSession() ?? session;
  const all = useReadsAll();
  const { data: tasks, more } = useWaiting();
  const { leave, changeBranch } = useSessionActs(session);
  useFreshRights(session);
  useAddressOfAll(session);
  useWayBack();
  const [changing, setChanging] = useState(false);
  const held = user.roles.filter(({ branch }) => all || branch === user.branch.id);
  const roles = [...new Set(held.map(({ roleName }) => roleName))];
  const switching = branchesOf(session, all, changeBranch);
  return (
    <AppFrame
      navigation={navigationFor(user.permissions)}
      user={{
        name: user.name,
        email: user.email,
        role: `${roles.join(', ')} · ${all ? 'All branches' : user.branch.name}`,
      }}
      branches={switching.branches}
      branch={switching.branch}
      onBranch={(branch) => void changeBranch(branch)}
      onSignOut={() => void leave()}
      onPassword={() => setChanging(true)}
      actions={[
        ...switching.actions,
        { label: 'Your account', words: 'second factor passkey sessions', href: paths.account },
        { label: 'Change password', words: 'account', onSelect: () => setChanging(true) },
        { label: 'Sign out', words: 'leave log out', onSelect: () => void leave() },
      ]}
      permissions={user.permissions}
      counts={tasks.length === 0 ? {} : { [paths.dashboard]: showAtLeast(tasks.length, more.length > 0) }}
      waiting={tasks}
      endsAt={endOf(session)}
      idleMinutes={user.firm.idleMinutes}
      firm={user.firm.name}
    >
      <ShowsBranches value={all}>{children}</ShowsBranches>
      <Suspense>{changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}</Suspense>
    </AppFrame>
  );
}
