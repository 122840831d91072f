import { paths } from '../../paths.ts';
import { PageTabs } from './PageTabs.tsx';

/** What goes out: vouchers, what is released and on none yet, and the orders of payment to banks. */
export function PayableTabs({ current }: { current: 'vouchers' | 'releases' | 'files' }) {
  return (
    <PageTabs
      label="Payables"
      tabs={[
        { label: 'Vouchers', href: paths.payables, current: current === 'vouchers' },
        { label: 'Release queue', href: `${paths.payables}?tab=releases`, current: current === 'releases' },
        { label: 'Payment files', href: paths.paymentFiles, current: current === 'files' },
      ]}
    />
  );
}
