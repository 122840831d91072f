import { useSession } from '../../api/session.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Landing } from './Landing.tsx';

/** Open (specification §2): without a session it shows the product and the way to sign in, and calls nothing. */
export function DashboardPage() {
  const session = useSession();
  if (session === null) return <Landing />;
  return <PageTitle title="Dashboard" detail={session.user.branch.name} />;
}
