import { useState, type ReactNode } from 'react';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Checkbox, Switch } from '../../ui/fields/Choice.tsx';
import { MoneyField } from '../../ui/fields/MoneyField.tsx';
import { DayText, MoneyText } from '../../ui/marks/Figures.tsx';
import { policyHref } from '../../paths.ts';
import { isNothing, unitsOf } from '../ledger/wire-amounts.ts';
import { allocatedUnits, type Parts } from './allocating.ts';
import {
  type Crossed,
  crossedFault,
  crossedFor,
  crossedRate,
  type ForeignNote,
  type Receiving,
  settledWith,
  takenOf,
} from './crossing.ts';

type Props = {
  notes: readonly ForeignNote[];
  receipt: Receiving;
  /** What can be allocated; '' while none is entered. */
  amount: string;
  parts: Parts;
  settled: Parts;
  onChange: (parts: Parts, settled: Parts) => void;
};

/** Open notes of the payer in other currencies, each chosen by hand with what is taken of the receipt and what it settles. M5. */
export function ForeignNotes({ notes, receipt, amount, parts, settled, onChange }: Props) {
  const { currency } = receipt;
  const chosen = notes.some(
    (note) => !isNothing(settled[note.id], note.currency) || !isNothing(parts[note.id], currency),
  );
  const [opened, setOpened] = useState(false);
  if (notes.length === 0) return null;
  const left = amount === '' ? null : unitsOf(amount, currency) - allocatedUnits(parts, currency);
  const set = (note: ForeignNote, { amount: taken, settles }: Crossed) =>
    onChange({ ...parts, [note.id]: taken }, { ...settled, [note.id]: settles });
  const currencies = [...new Set(notes.map((note) => note.currency))].join(', ');
  return (
    <div className="grid gap-2">
      <Switch
        label="In another currency"
        hint={`${notes.length === 1 ? '1 open note' : `${notes.length} open notes`} in ${currencies}. Each is settled in its own currency, at the rate of the day or as agreed.`}
        checked={opened || chosen}
        onChange={(on) => {
          setOpened(on);
          if (!on && chosen) onChange(...without(notes, parts, settled));
        }}
      />
      {(opened || chosen) && (
        <ul
          aria-label="Open debit notes in another currency"
          className="relative grid max-h-[28rem] overflow-auto rounded-lg border border-line bg-panel"
        >
          {notes.map((note) => (
            <NoteRow
              key={note.id}
              {...{ note, receipt, left }}
              crossed={{ amount: parts[note.id] ?? '', settles: settled[note.id] ?? '' }}
              onCrossed={(next) => set(note, next)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** What is left chosen once none of these notes is. */
function without(notes: readonly ForeignNote[], parts: Parts, settled: Parts): [Parts, Parts] {
  const others = (of: Parts) => Object.fromEntries(Object.entries(of).filter(([id]) => !ids.has(id)));
  const ids = new Set(notes.map((note) => String(note.id)));
  return [others(parts), others(settled)];
}

type RowProps = {
  note: ForeignNote;
  receipt: Receiving;
  left: bigint | null;
  crossed: Crossed;
  onCrossed: (next: Crossed) => void;
};

function NoteRow({ note, receipt, left, crossed, onCrossed }: RowProps) {
  const { amount, settles } = crossed;
  const { currency } = receipt;
  const chosen = !isNothing(amount, currency) || !isNothing(settles, note.currency);
  const rate = crossedRate(note, crossed, currency);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-2 border-b border-line p-3 last:border-b-0 sm:grid-cols-[auto_minmax(0,1fr)_auto] xl:grid-cols-[auto_minmax(0,1fr)_auto_22rem]">
      <Checkbox
        hideLabel
        label={`Allocate to ${note.number}`}
        checked={chosen}
        disabled={!chosen && left !== null && left <= 0n}
        onChange={(on) => onCrossed(on ? crossedFor(note, left, receipt) : { amount: '', settles: '' })}
      />
      <div className="min-w-0">
        <span className="font-medium">{note.number}</span>
        <span className="block truncate text-xs text-mute">
          due <DayText value={note.due_on} />
          {note.policy !== null && (
            <>
              {' · '}
              <AppLink href={policyHref(note.policy.id)} target="_blank" className="hover:underline">
                {note.policy.name}
              </AppLink>{' '}
              <span dir="auto">{note.insured}</span>
            </>
          )}
        </span>
      </div>
      <span className="figures col-start-2 sm:col-start-auto sm:pt-1.5">
        <MoneyText withCurrency value={note.outstanding} currency={note.currency} />
        <span className="block text-xs text-mute">outstanding</span>
      </span>
      <div className="col-span-full grid gap-x-3 gap-y-2 max-sm:col-start-2 sm:grid-cols-2 xl:col-span-1">
        <Side label="Of this receipt">
          <MoneyField
            hideLabel
            label={`Of this receipt for ${note.number}`}
            value={amount}
            currency={currency}
            onChange={(value) => onCrossed(takenOf(note, value, receipt))}
          />
        </Side>
        <Side label="Settles">
          <MoneyField
            hideLabel
            label={`Settles of ${note.number}`}
            value={settles}
            currency={note.currency}
            error={crossedFault(note, crossed, currency)}
            onChange={(value) => onCrossed(settledWith(note, value, { ...crossed, receipt }))}
          />
        </Side>
        {rate !== '' && <p className="text-right text-xs text-mute tabular-nums sm:col-span-2">{rate}</p>}
      </div>
    </li>
  );
}

/** An amount under its short heading; its own label names the note as well. */
function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <span aria-hidden="true" className="text-xs font-medium text-mute">
        {label}
      </span>
      {children}
    </div>
  );
}
