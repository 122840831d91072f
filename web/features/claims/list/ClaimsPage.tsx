import { useAddress } from '../../../ui/hooks/use-address.ts';
import { ClaimList } from './ClaimList.tsx';
import { ClaimTabs } from '../ClaimTabs.tsx';
import { EventList } from '../events/EventList.tsx';
import { RecoveryBoard } from '../recovery/RecoveryBoard.tsx';

/** Claims, what the securities owe on them, and the events that hit several policies. */
export function ClaimsPage() {
  const [{ tab }] = useAddress();
  if (tab === 'recovery') return <RecoveryBoard tabs={<ClaimTabs current="Recovery" />} />;
  if (tab === 'events') return <EventList tabs={<ClaimTabs current="Events" />} />;
  return <ClaimList tabs={<ClaimTabs current="Claims" />} />;
}
