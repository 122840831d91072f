import { clsx } from 'clsx';
import { daysBetween } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Checkbox } from '../../ui/fields/Choice.tsx';
import { DayText, MoneyText } from '../../ui/marks/Figures.tsx';
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

export function AllocationRow({ note, index, currency, part, left, onPart }: Props) {
  const units = unitsOf(part, currency);
  const stays = unitsOf(note.outstanding, currency) - units;
  const late = daysBetween(note.due_on, useFirmToday());
  const fault = partFault(note, part, currency);
  return (
    <tr
      className={clsx(
        '[&>td]:h-12 [&>td]:border-b [&>td]:border-line [&>td]:px-2.5',
        units > 0n && '[&>td:not(:last-child)]:bg-link/5',
      )}
    >
      <td>
        <Checkbox
          hideLabel
          label={`Allocate to ${note.number}`}
          checked={units > 0n}
          disabled={units === 0n && left !== null && left <= 0n}
          onChange={(on) => onPart(on ? partFor(note, left, currency) : '')}
        />
      </td>
      <td className="whitespace-nowrap">
        <span className="font-medium">{note.number}</span>
        {note.policy === null ? (
          <span className="block text-xs text-mute">Our invoice</span>
        ) : (
          <AppLink
            href={policyHref(note.policy.id)}
            target="_blank"
            className={clsx('block w-fit rounded text-xs text-mute hover:underline', focusRing)}
          >
            {note.policy.name}
          </AppLink>
        )}
      </td>
      <td className="whitespace-nowrap">
        <span dir="auto" title={note.insured} className="block max-w-44 truncate min-[90rem]:max-w-56">
          {note.insured}
        </span>
        <span className="block text-xs text-mute">
          due <DayText value={note.due_on} />
          {late > 0 && <span className="text-warn"> · {late} days late</span>}
        </span>
      </td>
      <td className="figures">
        <MoneyText value={note.outstanding} currency={currency} />
        {units > 0n && fault === undefined && (
          <span className="block text-xs text-mute">
            {stays === 0n ? 'settled' : 'stays '}
            {stays !== 0n && <MoneyText value={formatAmount(stays, currency)} currency={currency} />}
          </span>
        )}
      </td>
      <td className="sticky right-0 border-l border-line bg-panel py-1">
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
      </td>
    </tr>
  );
}
