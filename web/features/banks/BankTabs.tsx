import { paths } from '../../paths.ts';
import { PageTabs } from '../ledger/PageTabs.tsx';

type Tab = 'statements' | 'open' | 'matched' | 'reconciliation';

/** What the banks say, what of it nothing explains yet, and what does. */
export function BankTabs({ current }: { current: Tab }) {
  return (
    <PageTabs
      label="Bank"
      tabs={[
        { label: 'Statements', href: paths.bankStatements, current: current === 'statements' },
        { label: 'Open lines', href: paths.bankOpenLines, current: current === 'open' },
        { label: 'Matched', href: paths.bankMatched, current: current === 'matched' },
        { label: 'Reconciliation', href: paths.bankReconciliation, current: current === 'reconciliation' },
      ]}
    />
  );
}
