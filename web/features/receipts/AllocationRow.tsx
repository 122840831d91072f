import { clsx } from 'clsx';
import { daysBetween } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Checkbox } from '../../ui/fields/Choice.tsx';
import { DayText, MoneyText } from '../../ui/marks/Figures.tsx';
import { daysLate } from '../../ui/marks/lateness.ts';
import { GridCellInput } from '../../ui/grid/GridCellInput.tsx';
import { focusRing } from '../../ui/styles.ts';
import { unitsOf } from '../ledger/wire-amounts.ts';
import { type OpenNote, partFault, partFor } from './allocating.ts';
import { policyHref } from '../../paths.ts';
import { useFirmToday } from '../../api/firm-day.ts';

type Props = {
  note: OpenNote;
  index: number;
  currency: string;
  part: string;
  /** What is still to be allocated; null while the receipt has no amount. */
  left: bigint | null;
  onPart: (part: string) => void;
};

/** What a row and a card of a note have alike: its tick, its policy and insured, what is open, and the amount that it gets. */
function usePartsOf({ note, index, currency, part, left, onPart }: Props) {
  const units = unitsOf(part, currency);
  const stays = unitsOf(note.outstanding, currency) - units;
  const late = daysBetween(note.due_on, useFirmToday());
  const fault = partFault(note, part, currency);
  return {
    chosen: units > 0n,
    tick: (
      <Checkbox
        hideLabel
        label={`Allocate to ${note.number}`}
        checked={units > 0n}
        disabled={units === 0n && left !== null && left <= 0n}
        onChange={(on) => onPart(on ? partFor(note, left, currency) : '')}
      />
    ),
    policy:
      note.policy === null ? (
        <span className="block text-xs text-mute">Our invoice</span>
      ) : (
        <AppLink
          href={policyHref(note.policy.id)}
          target="_blank"
          className={clsx('block w-fit rounded text-xs text-mute hover:underline max-sm:leading-6', focusRing)}
        >
          {note.policy.name}
        </AppLink>
      ),
    insured: (
      <span dir="auto" title={note.insured} className="block max-w-full truncate sm:max-w-44 min-[90rem]:max-w-56">
        {note.insured}
      </span>
    ),
    due: (
      <span className="block text-xs text-mute">
        due <DayText value={note.due_on} />
        {late > 0 && <span className="text-warn"> · {daysLate(late)}</span>}
      </span>
    ),
    outstanding: (
      <>
        <MoneyText value={note.outstanding} currency={currency} />
        {units > 0n && fault === undefined && (
          <span className="block text-xs text-mute">
            {stays === 0n ? 'settled' : 'stays '}
            {stays !== 0n && <MoneyText value={formatAmount(stays, currency)} currency={currency} />}
          </span>
        )}
      </>
    ),
    input: (
      <div className="overflow-hidden rounded-md border border-edge bg-panel">
        <GridCellInput
          id={`allocation-${note.id}`}
          row={{ part }}
          column={{ key: 'part', title: `Amount for ${note.number}`, kind: 'money', currency }}
          index={index}
          error={fault}
          disabled={false}
          onChange={(value) => onPart(typeof value === 'string' ? value : '')}
        />
      </div>
    ),
  };
}

export function AllocationRow(props: Props) {
  const { chosen, tick, policy, insured, due, outstanding, input } = usePartsOf(props);
  return (
    <tr
      className={clsx(
        '[&>td]:h-12 [&>td]:border-b [&>td]:border-line [&>td]:px-2.5',
        chosen && '[&>td:not(:last-child)]:bg-link/5',
      )}
    >
      <td>{tick}</td>
      <td className="whitespace-nowrap">
        <span className="font-medium">{props.note.number}</span>
        {policy}
      </td>
      <td className="whitespace-nowrap">
        {insured}
        {due}
      </td>
      <td className="figures">{outstanding}</td>
      <td className="sticky right-0 border-l border-line bg-panel py-1">{input}</td>
    </tr>
  );
}

/** On a telephone each note is a card, with what is open of it above what it gets. */
export function AllocationCard(props: Props) {
  const { note, currency } = props;
  const { chosen, tick, policy, insured, due, outstanding, input } = usePartsOf(props);
  return (
    <li
      className={clsx('grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1.5 p-3', chosen && 'bg-link/5')}
    >
      {tick}
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{note.number}</span>
        {due}
      </div>
      <div className="col-start-2 min-w-0">
        {policy}
        {insured}
      </div>
      <dl className="col-start-2 flex items-baseline justify-between gap-x-3">
        <dt className="text-xs text-mute">Outstanding</dt>
        <dd className="figures">{outstanding}</dd>
      </dl>
      <div className="col-start-2 grid grid-cols-[minmax(0,1fr)_10rem] items-center gap-x-3">
        <span className="text-xs text-mute">Allocate {currency}</span>
        {input}
      </div>
    </li>
  );
}
