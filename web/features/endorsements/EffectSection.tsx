import type { Basis, IssuedType } from '../../../domain/endorsements/bases.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { DayText, MoneyText } from '../../ui/marks/Figures.tsx';
import { StatementTable, type StatementColumn } from '../../ui/tables/StatementTable.tsx';
import { ChangedWords } from './ChangedWords.tsx';
import { EffectTable } from './EffectTable.tsx';
import { wayOf, type Effect, type EndorsementValues } from './endorsement-values.ts';
import { MovedLines } from './MovedLines.tsx';

type Props = {
  effect: Effect | undefined;
  values: EndorsementValues;
  onChoose: (basis: Basis, type: IssuedType) => void;
};

/** What the endorsement does as typed: each way of working it out side by side, then what it moves for each security. */
export function EffectSection({ effect, values, onChoose }: Props) {
  const several = effect !== undefined && effect.alternatives.length > 0;
  const moved = effect?.change == null ? [] : effect.securities;
  return (
    <section aria-labelledby="effect-title" className="grid gap-3 py-5">
      <div>
        <h2 id="effect-title" className="font-semibold">
          Effect
        </h2>
        <p className="mt-0.5 text-mute">{sentenceOf(effect)}</p>
      </div>
      {effect !== undefined && <ChangedWords words={effect.words} />}
      {several && <EffectTable {...{ effect, onChoose }} chosen={wayOf(values)} />}
      {effect?.set_off != null && <SetOffCard of={effect.set_off} currency={effect.currency} />}
      {moved.length > 0 && effect !== undefined && (
        <Card flush title="By security">
          <MovedLines lines={moved} currency={effect.currency} />
        </Card>
      )}
    </section>
  );
}

type SetOff = NonNullable<Effect['set_off']>;

function setOffColumns({ to }: SetOff, currency: string): StatementColumn<SetOff['instalments'][number]>[] {
  return [
    ...(to === 'SECURITY'
      ? [{ id: 'party', title: 'Security', cell: (row: SetOff['instalments'][number]) => row.party }]
      : []),
    { id: 'note', title: 'Note', cell: (row) => row.note },
    { id: 'due', title: 'Instalment due', cell: (row) => <DayText value={row.due_on} /> },
    {
      id: 'amount',
      title: currency,
      align: 'right',
      cell: (row) => <MoneyText value={row.amount} currency={currency} />,
    },
  ];
}

/** Against which instalments the return is set, and what is left of it. */
function SetOffCard({ of, currency }: { of: SetOff; currency: string }) {
  return (
    <Card flush title="Set against">
      <StatementTable
        caption="Instalments that the return is set against"
        columns={setOffColumns(of, currency)}
        groups={[{ id: 'all', rows: of.instalments }]}
        rowKey={(row) => `${row.note} ${row.due_on}`}
      />
      <p className="px-4 py-2 text-mute">
        {of.to === 'SECURITY' ? 'Left for them to pay' : 'Left to refund'}:{' '}
        <MoneyText value={of.refund} currency={currency} withCurrency zero="digits" />
      </p>
    </Card>
  );
}

function sentenceOf(effect: Effect | undefined): string {
  if (effect === undefined) return 'Working it out…';
  if (effect.alternatives.length > 0) return 'Each way of working it out for this date. Choose the one that counts.';
  if (effect.change === null) return 'The effect appears here once the fields above are filled in.';
  return effect.notes.length === 0
    ? 'No money moves: no note is issued and nothing is posted.'
    : 'What each security gains or gives back from this date on.';
}
