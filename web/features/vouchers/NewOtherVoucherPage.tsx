import { AMOUNT_KINDS } from '../../../domain/vouchers/kinds.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { can, useSession } from '../../api/session.ts';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { useBaseCurrency } from '../ledger/use-lookups.ts';
import { blankOther, type OtherKind } from './other-form.ts';
import { OtherVoucherForm } from './OtherVoucherForm.tsx';

/** A new voucher that is no premium; `?kind=…&currency=…&tax=…` from the release queue fills it in. */
export function NewOtherVoucherPage() {
  const [address] = useAddress();
  const base = useBaseCurrency();
  const session = useSession();
  const today = useFirmToday();
  const fallback: OtherKind = can(session, 'drawings.create') ? 'DRAWING' : 'EXPENSE';
  const kind = AMOUNT_KINDS.find((one) => one === address['kind']) ?? fallback;
  const { currency = base, tax } = address;
  const keep = ['voucher.other', address['kind'], address['currency'], address['tax']]
    .filter((part) => part !== undefined)
    .join('.');
  return (
    <OtherVoucherForm
      key={keep}
      title="New voucher"
      detail={`${session?.user.branch.name ?? ''} · kept as you type`}
      keep={keep}
      initial={blankOther({ kind, currency, bank_date: today, tax: tax === undefined ? null : { id: tax, label: '' } })}
      editing={null}
    />
  );
}
