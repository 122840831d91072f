import { useAddress } from '../../ui/hooks/use-address.ts';
import { paths } from '../../paths.ts';
import { PageTabs } from '../ledger/PageTabs.tsx';
import { ReleasesView } from './ReleasesView.tsx';
import { VoucherList } from './VoucherList.tsx';

/** Vouchers, and the queue of what is released and on no voucher yet. */
export function VouchersPage() {
  const [address] = useAddress();
  const releases = address['tab'] === 'releases';
  const tabs = (
    <PageTabs
      label="Payables"
      tabs={[
        { label: 'Vouchers', href: paths.payables, current: !releases },
        { label: 'Release queue', href: `${paths.payables}?tab=releases`, current: releases },
      ]}
    />
  );
  return releases ? <ReleasesView tabs={tabs} /> : <VoucherList tabs={tabs} />;
}
