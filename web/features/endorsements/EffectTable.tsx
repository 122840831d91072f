import { clsx } from 'clsx';
import { BASIS_LABELS, type Basis, type IssuedType } from '../../../domain/endorsements/bases.ts';
import { MoneyText } from '../../ui/Figures.tsx';
import { focusRing } from '../../ui/styles.ts';
import type { Effect } from './endorsement-values.ts';

type Props = { effect: Effect; onChoose: (basis: Basis, type: IssuedType) => void };

const ROWS = [
  ['premium', 'Premium, 100%'],
  ['fac_premium', 'Fac premium'],
  ['commission', 'Cedant commission'],
  ['brokerage', 'Brokerage'],
  ['tax', 'Taxes'],
  ['netpayable', 'Net to securities'],
  ['debit_note', 'Debit note (credit note −)'],
] as const;

/** The same change worked out each way for its date, side by side; the one that counts is chosen here. */
export function EffectTable({ effect, onChoose }: Props) {
  const { alternatives, currency } = effect;
  if (alternatives.length === 0) return null;
  return (
    <section
      aria-label="Effect, each way of working it out"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard
      tabIndex={0}
      className={clsx('overflow-x-auto rounded-lg border border-line bg-panel', focusRing)}
    >
      <table className="w-full">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="px-3 py-2 text-left font-medium text-mute">
              {currency}
            </th>
            {alternatives.map((one) => (
              <th key={one.basis} scope="col" className={clsx('px-3 py-2 text-right', one.chosen && 'bg-hover')}>
                <label className="inline-flex min-h-6 items-center gap-2 font-medium whitespace-nowrap">
                  <input
                    type="radio"
                    name="basis"
                    checked={one.chosen}
                    onChange={() => onChoose(one.basis, one.endorsementtype)}
                  />
                  {BASIS_LABELS[one.basis]}
                </label>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([key, label]) => (
            <tr
              key={key}
              className={clsx('border-b border-line last:border-b-0', key === 'debit_note' && 'font-semibold')}
            >
              <th
                scope="row"
                className={clsx(
                  'px-3 py-1.5 text-left whitespace-nowrap',
                  key === 'debit_note' ? 'font-semibold' : 'font-normal',
                )}
              >
                {label}
              </th>
              {alternatives.map((one) => (
                <td key={one.basis} className={clsx('figures px-3 py-1.5 text-right', one.chosen && 'bg-hover')}>
                  <MoneyText value={one[key]} currency={currency} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
