import { useAddress } from '../../ui/hooks/use-address.ts';
import { PayableTabs } from '../ledger/PayableTabs.tsx';
import { ReleasesView } from './ReleasesView.tsx';
import { VoucherList } from './VoucherList.tsx';

/** Vouchers, and the queue of what is released and on no voucher yet. */
export function VouchersPage() {
  const [address] = useAddress();
  const releases = address['tab'] === 'releases';
  const tabs = <PayableTabs current={releases ? 'releases' : 'vouchers'} />;
  return releases ? <ReleasesView tabs={tabs} /> : <VoucherList tabs={tabs} />;
}
