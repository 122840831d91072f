import { useFirmToday } from '../../api/firm-day.ts';
import { can, useSession } from '../../api/session.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { PageSkeleton } from '../../ui/notices/States.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { useBaseCurrency } from '../../api/base-currency.ts';
import { usePartyOf } from '../ledger/use-lookups.ts';
import { blankPremium } from './premium-form.ts';
import { PremiumVoucherForm } from './PremiumVoucherForm.tsx';

/** A new premium voucher; `?security=…&currency=…` from the release queue fills in who is paid, `&policies=…` of which policies. */
export function NewPremiumVoucherPage() {
  const [address] = useAddress();
  const base = useBaseCurrency();
  const session = useSession();
  const branch = session?.user.branch.name ?? '';
  const { security, currency = base, policies } = address;
  const today = useFirmToday();
  const payee = usePartyOf('security', security);
  if (!can(session, 'vouchers.create'))
    return <NoPage title="New premium voucher" may={false} lacking="You do not have the right to enter vouchers." />;
  if (security !== undefined && payee === null) return <PageSkeleton />;
  const keep = ['voucher.new', security, address['currency'], policies].filter((part) => part !== undefined).join('.');
  return (
    <PremiumVoucherForm
      key={keep}
      title="New premium voucher"
      detail={`${branch} · kept as you type`}
      keep={keep}
      initial={blankPremium({ security: payee, currency, bank_date: today })}
      editing={null}
      {...(policies !== undefined && { policies })}
    />
  );
}
