import { clsx } from 'clsx';
import { useState, type KeyboardEvent } from 'react';
import type { BankPurpose } from '../../../domain/firm/bank-accounts.ts';
import { OFFERED_NOTES } from '../../../domain/receipts/contract.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { SearchBox } from '../../ui/tables/SearchBox.tsx';
import { focusRing, headCell } from '../../ui/styles.ts';
import { MoreOffered } from '../ledger/MoreOffered.tsx';
import { type Beyond, totalWords } from '../ledger/use-found.ts';
import { isNothing, sumOf, unitsOf } from '../ledger/wire-amounts.ts';
import { allocatedUnits, allocateOldestFirst, type OpenNote, type Parts } from './allocating.ts';
import { AllocationCard, AllocationRow } from './AllocationRow.tsx';

type Props = {
  /** What the bank account is for that the money came into. */
  bank: BankPurpose;
  notes: readonly OpenNote[];
  currency: string;
  /** What can be allocated: the receipt's amount, or what is left of it; '' while none is entered. */
  amount: string;
  parts: Parts;
  onChange: (parts: Parts) => void;
  /** Takes the sum of the parts as the receipt's amount. */
  onAmount?: (amount: string) => void;
  /** How to find notes beyond these. */
  beyond?: Beyond | undefined;
};

const HEADS = ['Debit note and policy', 'Insured and due day'] as const;
// However narrow its place, the amount that one enters stays in sight.
const stuck = 'sticky right-0 w-40 min-w-40 border-l border-line';
const FEW = 12;

/** Open debit notes, oldest due first, and what of the receipt goes to each: ticked, typed, or filled oldest first. */
export function AllocationTable({ bank, notes, currency, amount, parts, onChange, onAmount, beyond }: Props) {
  const [filter, setFilter] = useState('');
  const narrow = useNarrow();
  const left = amount === '' ? null : unitsOf(amount, currency) - allocatedUnits(parts, currency);
  const search = filter.trim().toLowerCase();
  const shown = notes.filter(
    (note) =>
      beyond?.now.has(note.id) === true ||
      `${note.number} ${note.policy?.name ?? ''} ${note.insured}`.toLowerCase().includes(search),
  );
  const find = (text: string) => {
    setFilter(text);
    beyond?.onSearch(text.trim());
  };
  const set = (note: OpenNote, part: string) => onChange({ ...parts, [note.id]: part });
  const total = sumOf(Object.values(parts), currency);
  const foot = totalWords({ all: notes.length, shown: shown.length, isFirst: beyond !== undefined });
  const rows = { notes, shown, total: foot, currency, left, parts, onPart: set };
  const hasFee = notes.some(({ id, purpose }) => purpose === 'FEE' && unitsOf(parts[id] ?? '', currency) > 0n);

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          disabledReason={amount === '' ? 'Enter the amount first.' : undefined}
          onClick={() => onChange(allocateOldestFirst(amount, notes, currency))}
        >
          Allocate oldest first
        </Button>
        <Button size="sm" variant="ghost" disabled={isNothing(total, currency)} onClick={() => onChange({})}>
          Clear
        </Button>
        {notes.length > FEW && (
          <SearchBox label="Find a note, policy or insured" value={filter} onChange={find} className="w-64" />
        )}
        <LeftOver {...{ left, total, currency }} {...(onAmount === undefined ? {} : { onAmount })} />
      </div>
      {beyond && <MoreOffered {...{ beyond }} first={`${OFFERED_NOTES} notes that fall due first`} />}
      {narrow ? <AllocationCards {...rows} /> : <AllocationRows {...rows} />}
      {bank === 'CLIENT' && hasFee && (
        <p className="text-xs text-mute">Our fee in it is ours, and lies in the client bank until it is drawn.</p>
      )}
    </div>
  );
}

type RowsProps = Pick<Props, 'notes' | 'currency' | 'parts'> & {
  /** Those that were looked for. */
  shown: readonly OpenNote[];
  /** What its foot is called. */
  total: string;
  left: bigint | null;
  onPart: (note: OpenNote, part: string) => void;
};

const allocatedTo = ({ notes, parts, currency }: Pick<RowsProps, 'notes' | 'parts' | 'currency'>) =>
  sumOf(
    notes.map((note) => parts[note.id]),
    currency,
  );

/** As in a spreadsheet: arrows and Enter go to the amount above or below. */
function betweenAmounts(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0;
  if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  const inputs = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[inputmode]')];
  const index = inputs.findIndex((input) => input === event.target);
  if (index < 0) return;
  event.preventDefault();
  inputs[Math.min(inputs.length - 1, Math.max(0, index + step))]?.focus();
}

function AllocationRows({ notes, shown, total, currency, left, parts, onPart }: RowsProps) {
  return (
    <section
      aria-label="Open debit notes"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className={clsx('relative max-h-[28rem] overflow-auto rounded-lg border border-line bg-panel', focusRing)}
    >
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">Open debit notes, oldest due first. Arrows move between the amounts.</caption>
        <thead>
          <tr className="[&>th]:sticky [&>th]:top-0 [&>th]:z-10 [&>th]:h-8 [&>th]:border-b [&>th]:border-line [&>th]:bg-panel [&>th]:px-2.5">
            <th scope="col" className="w-8">
              <span className="sr-only">Allocate</span>
            </th>
            {HEADS.map((head) => (
              <th key={head} scope="col" className={clsx(headCell, 'text-left')}>
                {head}
              </th>
            ))}
            <th scope="col" className={clsx(headCell, 'text-right')}>
              Outstanding {currency}
            </th>
            <th scope="col" className={clsx(headCell, stuck, 'z-20! text-right')}>
              Allocate {currency}
            </th>
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the inputs within */}
        <tbody onKeyDown={betweenAmounts}>
          {shown.map((note, index) => (
            <AllocationRow
              key={note.id}
              {...{ note, index, currency, left }}
              part={parts[note.id] ?? ''}
              onPart={(part) => onPart(note, part)}
            />
          ))}
        </tbody>
        <tfoot aria-live="polite">
          <tr className="font-semibold [&>td]:sticky [&>td]:bottom-0 [&>td]:h-9 [&>td]:border-t [&>td]:border-line [&>td]:bg-panel [&>td]:px-2.5">
            <td colSpan={3}>{total}</td>
            <td className="figures">
              <MoneyText
                value={sumOf(
                  notes.map((note) => note.outstanding),
                  currency,
                )}
                currency={currency}
              />
            </td>
            <td className={clsx('figures pr-5!', stuck)}>
              <MoneyText value={allocatedTo({ notes, parts, currency })} currency={currency} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function AllocationCards({ notes, shown, total, currency, left, parts, onPart }: RowsProps) {
  return (
    <div className="rounded-lg border border-line bg-panel">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the inputs within */}
      <ul aria-label="Open debit notes" className="divide-y divide-line" onKeyDown={betweenAmounts}>
        {shown.map((note, index) => (
          <AllocationCard
            key={note.id}
            {...{ note, index, currency, left }}
            part={parts[note.id] ?? ''}
            onPart={(part) => onPart(note, part)}
          />
        ))}
      </ul>
      <p aria-live="polite" className="flex justify-between gap-3 border-t border-line p-3 font-semibold">
        {total}
        <MoneyText withCurrency value={allocatedTo({ notes, parts, currency })} currency={currency} />
      </p>
    </div>
  );
}

type LeftProps = { left: bigint | null; total: string; currency: string; onAmount?: (amount: string) => void };

function LeftOver({ left, total, currency, onAmount }: LeftProps) {
  if (left === null) {
    if (isNothing(total, currency) || onAmount === undefined) return null;
    return (
      <Button size="sm" className="ml-auto" onClick={() => onAmount(total)}>
        Use <MoneyText withCurrency value={total} currency={currency} /> as the amount
      </Button>
    );
  }
  const over = left < 0n;
  return (
    <output className={clsx('ml-auto', over && 'text-bad')}>
      {over ? 'Too much by ' : 'Left over '}
      <MoneyText
        withCurrency
        strong
        zero="digits"
        value={formatAmount(over ? -left : left, currency)}
        {...{ currency }}
      />
    </output>
  );
}
