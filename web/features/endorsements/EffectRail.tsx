import { FiguresPanel } from '../../ui/FiguresPanel.tsx';
import { MoneyText } from '../../ui/Figures.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/States.tsx';
import type { Effect } from './endorsement-values.ts';

const NAMES = { DN: 'Debit note', CN: 'Credit note' } as const;

/** Beside the form: what the endorsement changes, and the policy as it will stand. */
export function EffectRail({ effect }: { effect: Effect | undefined }) {
  if (effect === undefined) return <Skeleton className="h-64 w-full" />;
  const { change, after, before, currency, notes } = effect;
  return (
    <>
      {change !== null && (
        <FiguresPanel
          live
          title="This endorsement"
          currency={currency}
          rows={[
            {
              label: 'Premium, 100%',
              value: change.premium,
              note: `${effect.days_left} of ${effect.days_in_period} days left`,
            },
            { label: 'Fac premium', value: change.fac_premium },
            { label: 'Brokerage', value: change.brokerage, level: 'sub' },
            { label: 'Reinsured', value: change.debit_note, level: 'total' },
          ]}
        />
      )}
      {change === null && effect.faults[0] !== undefined && <Notice>{effect.faults[0].message}</Notice>}
      {notes.length > 0 && (
        <section
          aria-label="Notes to be issued"
          className="min-w-0 overflow-hidden rounded-lg border border-line bg-panel px-3.5 py-3"
        >
          <ul>
            {notes.map((note) => (
              <li
                key={`${note.kind} ${note.party}`}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-3 py-0.5"
              >
                <span className="min-w-0 truncate">
                  <span className="text-mute">{NAMES[note.kind]}</span> <span dir="auto">{note.party}</span>
                </span>
                <MoneyText value={note.amount} currency={currency} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <FiguresPanel
        title={after === null ? 'The policy now' : 'The policy after it'}
        currency={currency}
        rows={[
          { label: 'Sum insured', value: (after ?? before).sum_insured },
          { label: 'Premium, 100%', value: (after ?? before).premium },
          { label: 'Fac premium', value: (after ?? before).fac_premium },
          { label: 'Debit note', value: (after ?? before).debit_note, level: 'total' },
        ]}
      />
    </>
  );
}
