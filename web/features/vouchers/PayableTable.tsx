import { clsx } from 'clsx';
import { useState } from 'react';
import { OFFERED_ITEMS } from '../../../domain/vouchers/payables-contract.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Checkbox } from '../../ui/fields/Choice.tsx';
import { DayText, MoneyText } from '../../ui/marks/Figures.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { GridCellInput } from '../../ui/grid/GridCellInput.tsx';
import { focusRing, headCell } from '../../ui/styles.ts';
import { SearchBox } from '../../ui/tables/SearchBox.tsx';
import { MoreOffered } from '../ledger/MoreOffered.tsx';
import { type Beyond, totalWords } from '../ledger/use-found.ts';
import { isNothing, sumOf } from '../ledger/wire-amounts.ts';
import { payFault, payOf, totalOf, type PayableItem, type Paying } from './paying.ts';
import { policyHref } from '../../paths.ts';

type Props = {
  items: readonly PayableItem[];
  currency: string;
  paying: Paying;
  onAmounts: (amounts: Record<string, string>) => void;
  /** How to find more than is offered. */
  beyond?: Beyond | undefined;
};

const FEW = 12;
const FIGURES = ['net', 'released', 'available'] as const;
const TITLES = { net: 'Net', released: 'Released', available: 'Available' } as const;
// However narrow its place, the amount that one enters stays in sight.
const stuck = 'sticky right-0 w-32 min-w-32 min-[90rem]:w-36 min-[90rem]:min-w-36 border-l border-line';

/** A security's credit notes with what is released as the reinsured pays, and what of it this voucher pays. */
export function PayableTable({ items, currency, paying, onAmounts, beyond }: Props) {
  const narrow = useNarrow();
  const [filter, setFilter] = useState('');
  const search = filter.trim().toLowerCase();
  const shown = items.filter(
    (item) =>
      beyond?.now.has(item.item) === true ||
      `${item.credit_note.number} ${item.debit_note} ${item.policy?.name ?? ''} ${item.insured}`
        .toLowerCase()
        .includes(search),
  );
  const find = (text: string) => {
    setFilter(text);
    beyond?.onSearch(text.trim());
  };
  const { amounts } = paying;
  const set = (item: PayableItem, amount: string) => onAmounts({ ...amounts, [item.item]: amount });
  const all = (pick: (item: PayableItem) => string) =>
    onAmounts(Object.fromEntries(items.map((item) => [String(item.item), pick(item)])));
  const total = totalWords({ all: items.length, shown: shown.length, isFirst: beyond !== undefined });
  const rows = { items, shown, total, currency, paying, onAmount: set };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => all((item) => (isNothing(item.available, currency) ? '' : item.available))}>
          Pay all that is available
        </Button>
        <Button size="sm" variant="ghost" onClick={() => all(() => '')}>
          Clear
        </Button>
        {items.length > FEW && (
          <SearchBox label="Find a note, policy or insured" value={filter} onChange={find} className="w-64" />
        )}
      </div>
      {beyond && (
        <MoreOffered
          {...{ beyond }}
          first={`first ${OFFERED_ITEMS} credit notes, those with money available before the others,`}
        />
      )}
      {narrow ? <PayableCards {...rows} /> : <PayableRows {...rows} />}
    </div>
  );
}

type RowsProps = Pick<Props, 'items' | 'currency' | 'paying'> & {
  /** Those that were looked for. */
  shown: readonly PayableItem[];
  /** What its foot is called. */
  total: string;
  onAmount: (item: PayableItem, amount: string) => void;
};

function PayableRows({ items, shown, total, currency, paying, onAmount }: RowsProps) {
  const sum = (figure: (typeof FIGURES)[number]) => (
    <MoneyText
      value={sumOf(
        items.map((item) => item[figure]),
        currency,
      )}
      {...{ currency }}
    />
  );
  return (
    <section
      aria-label="Credit notes"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className={clsx('relative max-h-[32rem] overflow-auto rounded-lg border border-line bg-panel', focusRing)}
    >
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">Credit notes of the security, earliest due first</caption>
        <thead>
          <tr className="[&>th]:sticky [&>th]:top-0 [&>th]:z-10 [&>th]:h-8 [&>th]:border-b [&>th]:border-line [&>th]:bg-panel">
            <th scope="col" className="w-8 px-2">
              <span className="sr-only">Pay</span>
            </th>
            <th scope="col" className={clsx(headCell, 'px-2 text-left')}>
              Credit note and policy
            </th>
            <th scope="col" className={clsx(headCell, 'px-2 text-left')}>
              Insured and due day
            </th>
            <th scope="col" className={clsx(headCell, 'px-2 text-right')}>
              {TITLES.net}, {TITLES.released.toLowerCase()}
            </th>
            <th scope="col" className={clsx(headCell, 'px-2 text-right')}>
              {TITLES.available}
            </th>
            <th scope="col" className={clsx(headCell, stuck, 'z-20! px-2 text-right')}>
              Pay {currency}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((item, index) => (
            <PayableRow key={item.item} {...{ item, index, paying }} onAmount={(amount) => onAmount(item, amount)} />
          ))}
        </tbody>
        <tfoot aria-live="polite">
          <tr className="font-semibold [&>td]:sticky [&>td]:bottom-0 [&>td]:h-9 [&>td]:border-t [&>td]:border-line [&>td]:bg-panel [&>td]:px-2">
            <td colSpan={3}>{total}</td>
            <td className="figures">
              {sum('net')}
              <div className="text-xs font-normal text-mute">{sum('released')}</div>
            </td>
            <td className="figures">{sum('available')}</td>
            <td className={clsx('figures pr-5!', stuck)}>
              <MoneyText value={totalOf(items, paying, currency)} currency={currency} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** On a telephone each note is a card, with what is available above what is paid of it. */
function PayableCards({ items, shown, total, currency, paying, onAmount }: RowsProps) {
  return (
    <div className="rounded-lg border border-line bg-panel">
      <ul aria-label="Credit notes" className="divide-y divide-line">
        {shown.map((item, index) => (
          <PayableCard key={item.item} {...{ item, index, paying }} onAmount={(amount) => onAmount(item, amount)} />
        ))}
      </ul>
      <p aria-live="polite" className="flex justify-between gap-3 border-t border-line p-3 font-semibold">
        {total}
        <MoneyText withCurrency value={totalOf(items, paying, currency)} currency={currency} />
      </p>
    </div>
  );
}

type RowProps = { item: PayableItem; index: number; paying: Paying; onAmount: (amount: string) => void };

/** What a row and a card of a note have alike: its tick, its policy and insured, and the amount that is paid. */
function partsOf({ item, index, paying, onAmount }: RowProps) {
  const { currency } = item;
  const amount = payOf(item, paying);
  const chosen = !isNothing(amount, currency);
  const nothing = isNothing(item.available, currency);
  return {
    chosen,
    nothing,
    tick: (
      <Checkbox
        hideLabel
        label={`Pay ${item.credit_note.number}`}
        checked={chosen}
        disabled={nothing && !chosen}
        onChange={(on) => onAmount(on ? item.available : '')}
      />
    ),
    due: (
      <span title={`From ${item.debit_note}`} className="block text-xs text-mute">
        due <DayText value={item.due_on} />
      </span>
    ),
    policy: item.policy !== null && (
      <AppLink
        href={policyHref(item.policy.id)}
        target="_blank"
        className={clsx('block w-fit rounded text-xs text-mute hover:underline', focusRing)}
      >
        {item.policy.name}
      </AppLink>
    ),
    insured: (
      <span dir="auto" title={item.insured} className="block max-w-full truncate sm:max-w-32 min-[90rem]:max-w-52">
        {item.insured}
      </span>
    ),
    input: (
      <div className="overflow-hidden rounded-md border border-edge bg-panel">
        <GridCellInput
          id={`pay-${item.item}`}
          row={{ amount }}
          column={{ key: 'amount', title: `Amount for ${item.credit_note.number}`, kind: 'money', currency }}
          index={index}
          error={payFault(item, paying)}
          disabled={nothing && !chosen}
          onChange={(value) => onAmount(typeof value === 'string' ? value : '')}
        />
      </div>
    ),
  };
}

function PayableCard(props: RowProps) {
  const { item } = props;
  const { nothing, tick, due, policy, insured, input } = partsOf(props);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1.5 p-3">
      {tick}
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{item.credit_note.number}</span>
        {due}
      </div>
      <div className="col-start-2 min-w-0">
        {policy}
        {insured}
      </div>
      <dl className="col-start-2">
        {FIGURES.map((figure) => (
          <div key={figure} className="flex items-baseline justify-between gap-x-3">
            <dt className="text-xs text-mute">{TITLES[figure]}</dt>
            <dd className={clsx('figures', figure !== 'available' && 'text-mute')}>
              <MoneyText value={item[figure]} currency={item.currency} />
              {figure === 'available' && <Held item={item} nothing={nothing} />}
            </dd>
          </div>
        ))}
      </dl>
      <div className="col-start-2 grid grid-cols-[minmax(0,1fr)_10rem] items-center gap-x-3">
        <span className="text-xs text-mute">Pay {item.currency}</span>
        {input}
      </div>
    </li>
  );
}

function PayableRow(props: RowProps) {
  const { item } = props;
  const { currency } = item;
  const { chosen, nothing, tick, due, policy, insured, input } = partsOf(props);
  return (
    <tr
      className={clsx(
        '[&>td]:h-12 [&>td]:border-b [&>td]:border-line [&>td]:px-2',
        chosen && '[&>td:not(:last-child)]:bg-link/5',
      )}
    >
      <td>{tick}</td>
      <td className="whitespace-nowrap">
        <span className="font-medium">{item.credit_note.number}</span>
        {policy}
      </td>
      <td className="whitespace-nowrap">
        {insured}
        {due}
      </td>
      <td className="figures text-mute">
        <MoneyText value={item.net} currency={currency} />
        <span className="block text-xs">
          <MoneyText value={item.released} currency={currency} />
        </span>
      </td>
      <td className="figures">
        <MoneyText value={item.available} currency={currency} />
        <Held item={item} nothing={nothing} />
      </td>
      <td className="sticky right-0 border-l border-line bg-panel py-1">{input}</td>
    </tr>
  );
}

const HELD: readonly [keyof Pick<PayableItem, 'due_back' | 'held_back' | 'committed'>, string][] = [
  ['due_back', 'to give back'],
  ['held_back', 'held back'],
  ['committed', 'taken'],
];

/**
 * Why less is available than was released: it was paid too much of it, others were and have not given it back, it is on
 * vouchers or paid, or the reinsured has yet to pay.
 */
function Held({ item, nothing }: { item: PayableItem; nothing: boolean }) {
  const held = HELD.find(([figure]) => !isNothing(item[figure], item.currency));
  if (held) {
    const [figure, words] = held;
    return (
      <span className={clsx('block text-xs', figure === 'due_back' ? 'text-bad' : 'text-mute')}>
        <MoneyText value={item[figure]} currency={item.currency} /> {words}
      </span>
    );
  }
  return nothing ? <span className="block text-xs text-mute">awaits the reinsured</span> : null;
}
