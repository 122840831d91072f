import { seriesOf } from '../../../domain/numbers.ts';
import { FIGURES } from '../../../domain/placements/fields.ts';
import { FiguresPanel, type FigureRow } from '../../ui/marks/FiguresPanel.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { showWireAmount } from '../../ui/fields/read-typed.ts';
import { Skeleton } from '../../ui/notices/States.tsx';
import { noteFigure, type Effect } from './endorsement-values.ts';
import { showDay } from '../../ui/marks/format.ts';

/** Next to the form: what the endorsement changes, and the policy as it will be. */
export function EffectRail({ effect }: { effect: Effect | undefined }) {
  if (effect === undefined) return <Skeleton className="h-64 w-full" />;
  const { change, after, currency } = effect;
  return (
    <>
      {change !== null && effect.notes.length > 0 && (
        <FiguresPanel
          live
          title="This endorsement"
          currency={currency}
          rows={[
            {
              label: FIGURES.premium.label,
              value: change.premium,
              note: `${effect.days_left} of ${effect.days_in_period} days left`,
            },
            { label: FIGURES.fac_premium.label, value: change.fac_premium },
            { label: FIGURES.brokerage.label, value: change.brokerage, level: 'sub' },
            { ...noteFigure(change.debit_note), value: change.debit_note, level: 'total' },
          ]}
        />
      )}
      {change === null && effect.faults[0] !== undefined && <Notice>{effect.faults[0].message}</Notice>}
      {effect.notes.length > 0 && <NotesPanel effect={effect} />}
      <FiguresPanel
        title={after === null ? 'The policy now' : 'The policy after it'}
        currency={currency}
        rows={standingRows(effect)}
      />
    </>
  );
}

/** The policy afterwards, each figure that changes with what it was. */
function standingRows({ before, after, currency }: Effect): FigureRow[] {
  const now = after ?? before;
  const row = (label: string, key: 'sum_insured' | 'premium' | 'fac_premium' | 'debit_note'): FigureRow => ({
    label,
    value: now[key],
    ...(now[key] === before[key] ? {} : { note: `was ${showWireAmount(before[key], currency, 'dash')}` }),
  });
  return [
    row('Sum insured', 'sum_insured'),
    row(FIGURES.premium.label, 'premium'),
    row(FIGURES.fac_premium.label, 'fac_premium'),
    ...(now.cancelled_from !== null
      ? [{ label: 'Cancelled from', value: showDay(now.cancelled_from), kind: 'text' as const }]
      : now.insurance_end_date === before.insurance_end_date
        ? []
        : [{ label: 'Last day of cover', value: showDay(now.insurance_end_date), kind: 'text' as const }]),
    { ...row('Debit note in all', 'debit_note'), level: 'total' },
  ];
}

function NotesPanel({ effect: { notes, currency } }: { effect: Effect }) {
  return (
    <section aria-label="Notes to be issued" className="min-w-0 rounded-lg border border-line bg-panel">
      <h2 className="flex items-center justify-between border-b border-line px-3.5 py-2 font-semibold">
        Notes to be issued
        <span className="text-xs font-medium text-mute">{currency}</span>
      </h2>
      <ul className="px-3.5 py-1.5">
        {notes.map((note) => (
          <li
            key={`${note.kind} ${note.party}`}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-3 py-1"
          >
            <span className="min-w-0">
              <span dir="auto" className="wrap-anywhere">
                {note.party}
              </span>
              <span className="block text-xs text-mute">{seriesOf(note.kind).label}</span>
            </span>
            <MoneyText value={note.amount} currency={currency} />
          </li>
        ))}
      </ul>
    </section>
  );
}
