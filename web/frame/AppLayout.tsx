import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { signOut, switchBranch } from '../../domain/accounts/contract.ts';
import { ROLE_LABELS } from '../../domain/permissions.ts';
import { call } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { clearSession, endOf, storeSession, useSession, type Session } from '../api/session.ts';
import { toastProblem } from '../api/toast-problem.ts';
import { navigationFor } from '../navigation.ts';
import { PageSkeleton } from '../ui/States.tsx';
import { toastSuccess } from '../ui/toast.ts';
import { AppFrame } from './AppFrame.tsx';

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
        {session === null ? screen : <SignedIn session={session}>{screen}</SignedIn>}
      </QueryClientProvider>
    </CSPProvider>
  );
}

function SignedIn({ session, children }: { session: Session; children: ReactNode }) {
  const router = useRouter();
  const { user } = session;
  const roles = user.roles.filter((held) => held.branch === user.branch.id).map((held) => ROLE_LABELS[held.role]);

  const leave = async () => {
    try {
      await call(signOut, {});
    } catch {
      // Signed out here all the same; the server's session ends by itself.
    }
    clearSession();
    queryClient.clear();
    await router.navigate({ href: '/' });
  };
  const changeBranch = async (branch: string) => {
    if (branch === user.branch.code) return;
    try {
      const reply = await call(switchBranch, { body: { branch } });
      storeSession({ ...session, user: reply.user });
      // Everything on the screen belonged to the other branch.
      await queryClient.resetQueries();
      toastSuccess('Branch changed', `You now work in ${reply.user.branch.name}.`);
    } catch (error) {
      toastProblem('Branch not changed', error);
    }
  };
  return (
    <AppFrame
      navigation={navigationFor(user.permissions)}
      user={{ name: user.name, email: user.email, role: roles.join(', ') }}
      branches={user.branches.map((branch) => ({ value: branch.code, label: branch.name }))}
      branch={user.branch.code}
      onBranch={(branch) => void changeBranch(branch)}
      onSignOut={() => void leave()}
      endsAt={endOf(session)}
      firm={user.firm.name}
    >
      {children}
    </AppFrame>
  );
}
