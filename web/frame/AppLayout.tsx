import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { queryClient } from '../api/query-client.ts';
import { currentSession, endOf, subscribeSession, useSession, type Session } from '../api/session.ts';
import { navigationFor } from '../navigation.ts';
import { paths } from '../paths.ts';
import { TimeZone } from '../ui/fields/use-today.ts';
import { PageSkeleton } from '../ui/notices/States.tsx';
import { AppFrame } from './AppFrame.tsx';
import { searchByText, actionsFor, settingsFor, useFreshRights, useSessionActs, useWaiting } from './use-frame-data.ts';
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
  const session = useSession();
  const screen = (
    <Suspense fallback={<PageSkeleton />}>
      <Outlet />
    </Suspense>
  );
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        {session === null && screen}
        {session !== null && session.user.secondFactorNeeded && (
          <Suspense>
            <EnrolPanel session={session} />
          </Suspense>
        )}
        {session !== null && !session.user.secondFactorNeeded && (
          <TimeZone value={session.user.firm.timeZone}>
            <SignedIn session={session}>{screen}</SignedIn>
          </TimeZone>
        )}
      </QueryClientProvider>
    </CSPProvider>
  );
}

function SignedIn({ session, children }: { session: Session; children: ReactNode }) {
  const { user } = session;
  const counts = useWaiting();
  const actions = actionsFor(user.permissions);
  const { leave, changeBranch } = useSessionActs(session);
  useFreshRights(session);
  useWayBack();
  const [changing, setChanging] = useState(false);
  const roles = user.roles.filter((held) => held.branch === user.branch.id).map((held) => held.roleName);
  const branchActions = user.branches
    .filter((branch) => branch.id !== user.branch.id)
    .map((branch) => ({
      label: `Work in ${branch.name}`,
      words: `switch branch ${branch.code}`,
      onSelect: () => void changeBranch(branch.code),
    }));
  return (
    <AppFrame
      navigation={navigationFor(user.permissions)}
      user={{ name: user.name, email: user.email, role: `${roles.join(', ')} · ${user.branch.name}` }}
      branches={user.branches.map((branch) => ({ value: branch.code, label: branch.name }))}
      branch={user.branch.code}
      onBranch={(branch) => void changeBranch(branch)}
      onSignOut={() => void leave()}
      onPassword={() => setChanging(true)}
      actions={[
        ...actions,
        ...branchActions,
        { label: 'Your account', words: 'second factor passkey sessions', href: paths.account },
        { label: 'Change password', words: 'account', onSelect: () => setChanging(true) },
        { label: 'Sign out', words: 'leave log out', onSelect: () => void leave() },
      ]}
      settings={settingsFor(user.permissions)}
      search={searchByText}
      counts={counts}
      endsAt={endOf(session)}
      idleMinutes={user.firm.idleMinutes}
      firm={user.firm.name}
    >
      {children}
      <Suspense>{changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}</Suspense>
    </AppFrame>
  );
}
