import { can, useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { PageTabs } from './PageTabs.tsx';

/** What comes in: receipts and what settles notes beside them, and the firm's own invoices, each to those who may see it. */
export function ReceivableTabs({ current }: { current: 'receipts' | 'adjustments' | 'invoices' | 'schedules' }) {
  const session = useSession();
  const tabs = [
    { label: 'Receipts', href: paths.receivables, current: current === 'receipts', right: 'receipts.view' as const },
    {
      label: 'Adjustments',
      href: paths.adjustments,
      current: current === 'adjustments',
      right: 'receipts.view' as const,
    },
    { label: 'Invoices', href: paths.invoices, current: current === 'invoices', right: 'invoices.view' as const },
    { label: 'Recurring', href: paths.schedules, current: current === 'schedules', right: 'invoices.view' as const },
  ].filter((tab) => can(session, tab.right));
  return tabs.length < 2 ? null : <PageTabs label="Receivables" tabs={tabs} />;
}
