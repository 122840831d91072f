import { Plus } from 'lucide-react';
import { VOUCHERS } from '../../../domain/vouchers/kinds.ts';
import { can, useSession } from '../../api/session.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Menu } from '../../ui/buttons/Menu.tsx';
import { paths } from '../../paths.ts';

/** What can be paid: premium to a security, or anything else; nothing for users who may not make a voucher. */
export function NewVoucherButton() {
  const session = useSession();
  const go = useGo();
  if (!can(session, 'vouchers.create')) return null;
  return (
    <Menu
      trigger={
        <Button variant="primary" icon={<Plus size={14} aria-hidden="true" />}>
          New voucher
        </Button>
      }
      entries={[
        { label: 'Premium to a security', onSelect: () => go(paths.voucherNew) },
        ...(can(session, 'drawings.create')
          ? [{ label: 'Brokerage drawing', onSelect: () => go(`${paths.voucherOther}?kind=DRAWING`) }]
          : []),
        { label: 'Tax remittance', onSelect: () => go(`${paths.voucherOther}?kind=TAX`) },
        { label: VOUCHERS.REFUND.label, onSelect: () => go(`${paths.voucherOther}?kind=REFUND`) },
        { label: 'Expense', onSelect: () => go(`${paths.voucherOther}?kind=EXPENSE`) },
        {
          label: VOUCHERS.BANK_CHARGE.label,
          onSelect: () => go(`${paths.voucherOther}?kind=BANK_CHARGE`),
        },
        {
          label: VOUCHERS.CLIENT_TRANSFER.label,
          onSelect: () => go(`${paths.voucherOther}?kind=CLIENT_TRANSFER`),
        },
        {
          label: VOUCHERS.OFFICE_TRANSFER.label,
          onSelect: () => go(`${paths.voucherOther}?kind=OFFICE_TRANSFER`),
        },
        ...(can(session, VOUCHERS.MAKE_GOOD.create)
          ? [{ label: VOUCHERS.MAKE_GOOD.label, onSelect: () => go(`${paths.voucherOther}?kind=MAKE_GOOD`) }]
          : []),
      ]}
    />
  );
}
