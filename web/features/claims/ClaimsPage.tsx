import { claimsTab, paths } from '../../paths.ts';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { PageTabs } from '../ledger/PageTabs.tsx';
import { ClaimList } from './ClaimList.tsx';
import { RecoveryBoard } from './RecoveryBoard.tsx';

/** Claims, and what the securities owe on them. */
export function ClaimsPage() {
  const [address] = useAddress();
  const recovery = address['tab'] === 'recovery';
  const tabs = (
    <PageTabs
      label="Claims"
      tabs={[
        { label: 'Claims', href: paths.claims, current: !recovery },
        { label: 'Recovery', href: claimsTab('recovery'), current: recovery },
      ]}
    />
  );
  return recovery ? <RecoveryBoard tabs={tabs} /> : <ClaimList tabs={tabs} />;
}
