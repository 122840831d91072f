import { FiguresPanel } from '../../ui/marks/FiguresPanel.tsx';
import { differenceOf, sumOf, unitsOf } from '../ledger/wire-amounts.ts';
import { payOf, totalOf, type PayableItem, type Paying } from './paying.ts';

type Props = { items: readonly PayableItem[]; currency: string; values: Paying };

/** Released, held by vouchers, available, and what this voucher takes of it. */
export function PremiumRail({ items, currency, values }: Props) {
  const sum = (figure: 'released' | 'committed' | 'available') =>
    sumOf(
      items.map((item) => item[figure]),
      currency,
    );
  const total = totalOf(items, values, currency);
  const after = differenceOf(sum('available'), total, currency);
  const count = items.filter((item) => unitsOf(payOf(item, values), currency) > 0n).length;
  return (
    <FiguresPanel
      live
      title="This voucher"
      currency={currency}
      rows={[
        { label: 'Released', value: sum('released') },
        { label: 'On vouchers and paid', value: `-${sum('committed')}`, level: 'sub' },
        { label: 'Available', value: sum('available') },
        {
          label: 'To pay',
          value: total,
          level: 'total',
          note: count === 0 ? 'Nothing chosen' : `${count} credit ${count === 1 ? 'note' : 'notes'}`,
        },
        {
          label: 'Stays available',
          value: after,
          level: 'sub',
          ...(unitsOf(after, currency) < 0n ? { tone: 'bad' as const } : {}),
        },
      ]}
    />
  );
}
