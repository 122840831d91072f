import { Plus } from 'lucide-react';
import { VOUCHERS, type VoucherKind } from '../../../domain/vouchers/kinds.ts';
import { VOUCHER_RIGHTS } from '../../../domain/vouchers/rights.ts';
import { can, useSession } from '../../api/session.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Menu } from '../../ui/buttons/Menu.tsx';
import { paths } from '../../paths.ts';

const OTHERS = [
  'DRAWING',
  'TAX',
  'REFUND',
  'EXPENSE',
  'BANK_CHARGE',
  'CLIENT_TRANSFER',
  'OFFICE_TRANSFER',
  'MAKE_GOOD',
] as const satisfies readonly VoucherKind[];

/** What can be paid: premium to a security, or anything else; nothing for users who may not make a voucher. */
export function NewVoucherButton() {
  const session = useSession();
  const go = useGo();
  const may = (kind: VoucherKind) => can(session, VOUCHERS[kind].create);
  if (!VOUCHER_RIGHTS.create.some((right) => can(session, right))) return null;
  return (
    <Menu
      trigger={
        <Button variant="primary" icon={<Plus size={14} aria-hidden="true" />}>
          New voucher
        </Button>
      }
      entries={[
        ...(may('PREMIUM') ? [{ label: 'Premium to a security', onSelect: () => go(paths.voucherNew) }] : []),
        ...OTHERS.filter(may).map((kind) => ({
          label: VOUCHERS[kind].label,
          onSelect: () => go(`${paths.voucherOther}?kind=${kind}`),
        })),
      ]}
    />
  );
}
