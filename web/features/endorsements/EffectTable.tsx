import { clsx } from 'clsx';
import { FIGURES } from '../../../domain/placements/fields.ts';
import { BASIS_LABELS, type Basis, type IssuedType } from '../../../domain/endorsements/bases.ts';
import { RadioGroup } from '../../ui/fields/Choice.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { showWireAmount } from '../../ui/fields/read-typed.ts';
import { focusRing } from '../../ui/styles.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { noteFigure, type Effect } from './endorsement-values.ts';

type Way = { basis: Basis | null; type: IssuedType };
type Props = {
  effect: Effect;
  /** What the form says, before the server has answered. */
  chosen: Way;
  onChoose: (basis: Basis, type: IssuedType) => void;
};
type Alternative = Effect['alternatives'][number];

const ROWS = [
  ['premium', FIGURES.premium.label],
  ['fac_premium', FIGURES.fac_premium.label],
  ['commission', FIGURES.commission.label],
  ['brokerage', FIGURES.brokerage.label],
  ['tax', FIGURES.tax.label],
  ['netpayable', FIGURES.netpayable.label],
  ['debit_note', 'Debit note (credit −)'],
] as const;

const isChosen = (one: Alternative, { basis, type }: Way) => one.basis === basis && one.endorsementtype === type;

/** What a way of working it out means, in a few words. */
function meaningOf({ basis, endorsementtype }: Alternative, effect: Effect): string {
  if (basis === 'PRO_RATA' && endorsementtype !== 'EXT')
    return `${effect.days_left} of ${effect.days_in_period} days left`;
  if (basis === 'PRO_RATA') return 'By the days added';
  if (basis === 'SHORT') return 'Less than the days left';
  if (basis === 'KEYED') return 'The amount keyed';
  return endorsementtype === 'CANCEL_FLAT' ? 'From the first day' : 'Of the whole period';
}

/** The same change worked out each way for its date, side by side; the one that counts is chosen here. */
export function EffectTable({ effect, chosen, onChoose }: Props) {
  const { alternatives, currency } = effect;
  if (useNarrow()) return <EffectList {...{ effect, chosen, onChoose }} />;
  return (
    <section
      aria-label="Effect, each way of working it out"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard
      tabIndex={0}
      className={clsx('relative overflow-x-auto rounded-lg border border-line bg-panel', focusRing)}
    >
      <table className="w-full">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="px-3 py-2 text-left font-medium text-mute">
              {currency}
            </th>
            {alternatives.map((one) => (
              <th
                key={one.basis}
                scope="col"
                className={clsx('px-3 py-2 text-right', isChosen(one, chosen) && 'bg-hover')}
              >
                <label className="inline-flex min-h-6 items-center gap-2 font-medium whitespace-nowrap">
                  <input
                    type="radio"
                    name="basis"
                    checked={isChosen(one, chosen)}
                    onChange={() => onChoose(one.basis, one.endorsementtype)}
                    style={{ accentColor: 'var(--brand)' }}
                  />
                  {BASIS_LABELS[one.basis]}
                </label>
                <span className="block text-xs font-normal whitespace-nowrap text-mute">{meaningOf(one, effect)}</span>
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
                <td
                  key={one.basis}
                  className={clsx('figures px-3 py-1.5 text-right', isChosen(one, chosen) && 'bg-hover')}
                >
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

/** On a telephone the ways are stacked: the figures of the chosen one follow below. */
function EffectList({ effect, chosen, onChoose }: Props) {
  const { alternatives, currency } = effect;
  const money = (value: string) => showWireAmount(value, currency);
  return (
    <RadioGroup
      label="Worked out"
      options={alternatives.map((one) => {
        const note = noteFigure(one.debit_note);
        const figures = `Premium ${money(one.premium)} · ${note.label.toLowerCase()} ${money(note.value)}`;
        return { value: one.basis, label: BASIS_LABELS[one.basis], hint: `${meaningOf(one, effect)}. ${figures}` };
      })}
      value={alternatives.find((one) => isChosen(one, chosen))?.basis ?? ''}
      onChange={(basis) => {
        const alternative = alternatives.find((one) => one.basis === basis);
        if (alternative !== undefined) onChoose(alternative.basis, alternative.endorsementtype);
      }}
    />
  );
}
