import { paths } from '../../paths.ts';
import { PageTabs } from '../ledger/PageTabs.tsx';

type Tab = 'accounts' | 'batches';

/** Accounts with something open, and the statements that were made of them. */
export function StatementTabs({ current }: { current: Tab }) {
  return (
    <PageTabs
      label="Statements"
      tabs={[
        { label: 'Accounts', href: paths.statementAccounts, current: current === 'accounts' },
        { label: 'Made together', href: paths.statementBatches, current: current === 'batches' },
      ]}
    />
  );
}
