import { paths } from '../../paths.ts';
import { PageTabs } from '../ledger/PageTabs.tsx';

type Tab = 'accounts' | 'reminders' | 'batches' | 'reconciliations';

/** Accounts with something open, what they are reminded of, and the papers that were made of both. */
export function StatementTabs({ current }: { current: Tab }) {
  return (
    <PageTabs
      label="Statements"
      tabs={[
        { label: 'Statements', href: paths.statementAccounts, current: current === 'accounts' },
        { label: 'Reminders', href: paths.reminders, current: current === 'reminders' },
        { label: 'Batches', href: paths.statementBatches, current: current === 'batches' },
        { label: 'Reconciliations', href: paths.reconciliations, current: current === 'reconciliations' },
      ]}
    />
  );
}
