import { AMOUNT_KINDS, VOUCHERS } from '../../../domain/vouchers/kinds.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { can, useSession } from '../../api/session.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { useBaseCurrency } from '../../api/base-currency.ts';
import { blankOther, type OtherKind } from './other-form.ts';
import { OtherVoucherForm } from './OtherVoucherForm.tsx';

/** A record that the address names; its label is read by the form where it shows one. */
const chosen = (id: string | undefined, label = '') => (id === undefined ? null : { id, label });

/** A new voucher that is no premium; `?kind=…&currency=…&tax=…` from the release queue, a receipt or client money fills it in. */
export function NewOtherVoucherPage() {
  const [address] = useAddress();
  const base = useBaseCurrency();
  const session = useSession();
  const today = useFirmToday();
  if (!AMOUNT_KINDS.some((one) => can(session, VOUCHERS[one].create)))
    return <NoPage title="New voucher" may={false} lacking="You do not have the right to enter vouchers." />;
  const fallback: OtherKind = can(session, 'drawings.create') ? 'DRAWING' : 'EXPENSE';
  const kind = AMOUNT_KINDS.find((one) => one === address['kind']) ?? fallback;
  const { currency = base, tax, note, receipt, payee, amount = '', into_currency = '', into_amount = '' } = address;
  const keep = [
    'voucher.other',
    address['kind'],
    address['currency'],
    tax,
    note,
    receipt,
    payee,
    into_currency || undefined,
    address['into_account'],
  ]
    .filter((part) => part !== undefined)
    .join('.');
  return (
    <OtherVoucherForm
      key={keep}
      title="New voucher"
      detail={`${session?.user.branch.name ?? ''} · kept as you type`}
      keep={keep}
      initial={blankOther({
        kind,
        currency,
        bank_date: today,
        amount,
        into_currency,
        into_amount,
        into_account: chosen(address['into_account'], address['into_account_name']),
        tax: chosen(tax),
        note: chosen(note, address['note_name']),
        receipt: chosen(receipt),
        payee: chosen(payee),
      })}
      editing={null}
    />
  );
}
