import { FiguresPanel } from '../../ui/marks/FiguresPanel.tsx';
import { differenceOf, isNothing, sumOf, unitsOf } from '../ledger/wire-amounts.ts';
import { payOf, totalOf, type PayableItem, type Paying } from './paying.ts';

type Props = { items: readonly PayableItem[]; currency: string; values: Paying; setOff: string };

/** Released, held by vouchers, held back for others, available, what this voucher takes of it, sets off and pays. */
export function PremiumRail({ items, currency, values, setOff }: Props) {
  const sum = (figure: 'released' | 'committed' | 'held_back' | 'available') =>
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
        ...(isNothing(sum('held_back'), currency)
          ? []
          : [{ label: 'Held back', value: `-${sum('held_back')}`, level: 'sub' as const }]),
        { label: 'Available', value: sum('available') },
        ...(isNothing(setOff, currency)
          ? []
          : [
              { label: 'Credit notes', value: total },
              { label: 'Set off', value: `-${setOff}`, level: 'sub' as const },
            ]),
        {
          label: 'To pay',
          value: differenceOf(total, setOff, currency),
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
