import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { trialBalance } from '../../../../domain/reports/contract.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { Skeleton } from '../../../ui/notices/States.tsx';
import { focusRing } from '../../../ui/styles.ts';
import type { Period } from '../period.ts';
import { BalanceText } from './BalanceText.tsx';
import {
  accountHref,
  BASE_COLUMNS,
  baseFigures,
  CURRENCY_COLUMNS,
  currencyFigures,
  type Figures,
  type TrialQuery,
  totalsOf,
  type TrialRow,
} from './trial-balance.ts';
import { useFigures } from '../explained/figures.ts';
import { trialBalanceRows } from '../../../../domain/explained/ledger.ts';
import { FigureLink } from '../../../ui/marks/FigureLink.tsx';
import { isNothing } from '../../ledger/wire-amounts.ts';

const pinned = 'sticky left-0 z-10 bg-panel group-hover:bg-hover';
const cell = 'h-9 border-b border-line px-3 group-hover:bg-hover';

/** A usual screen has another day beside the period, too. */
export const figureSides = 'px-3 max-[1360px]:px-1.5';

const SHOWN = [
  { figure: 'opening', title: 'Opening', Text: BalanceText },
  { figure: 'debit', title: 'Debit', Text: MoneyText },
  { figure: 'credit', title: 'Credit', Text: MoneyText },
  { figure: 'closing', title: 'Closing', Text: BalanceText },
] as const;
const OTHER = [
  { figure: 'beside', title: 'At the other day', Text: BalanceText },
  { figure: 'change', title: 'Difference', Text: BalanceText },
] as const;
/** The columns of a trial balance, with another day beside it or not. */
export const shownFigures = (beside: boolean) => (beside ? [...SHOWN, ...OTHER] : SHOWN);

type Shown = {
  figures: Figures;
  currency: string;
  /** Where the lines behind a figure are. */
  to?: (figure: keyof Figures, title: string) => string | undefined;
};
type CellsProps = Shown & {
  beside: boolean;
  last?: boolean;
  strong?: boolean;
  /** In the line of a total, whose figures are all of its own weight. */
  total?: boolean;
  /** The same in base, in small figures under those of the currency. */
  under?: Shown | undefined;
};

type Column = (typeof SHOWN)[number] | (typeof OTHER)[number];

function Figure({ column, of: { figures, currency, to } }: { column: Column; of: Shown }) {
  const { figure, title, Text } = column;
  const value = figures[figure] ?? '0';
  const href = isNothing(value, currency) ? undefined : to?.(figure, title);
  const text = <Text {...{ value, currency }} />;
  return href === undefined ? (
    text
  ) : (
    <FigureLink href={href} title={title} currency={currency}>
      {text}
    </FigureLink>
  );
}

/** Opening, debit, credit, closing; balances say which side they are on. */
export function FigureCells({ beside, last = false, strong = false, total = false, under, ...own }: CellsProps) {
  const edge = last ? 'border-t-2 border-edge' : 'border-b border-line';
  return shownFigures(beside).map((column) => (
    <td
      key={column.figure}
      className={clsx(
        'figures h-9 group-hover:bg-hover',
        figureSides,
        edge,
        !total && (strong || column.figure === 'closing') && 'font-medium',
      )}
    >
      {under === undefined ? (
        <Figure {...{ column }} of={own} />
      ) : (
        // Each a line high enough to be hit by itself.
        <span className="grid paper-rows auto-rows-[1.5rem] items-center py-0.5">
          <span>
            <Figure {...{ column }} of={own} />
          </span>
          <span className="text-xs font-normal text-mute">
            <Figure {...{ column }} of={under} />
          </span>
        </span>
      )}
    </td>
  ));
}

type Shared = {
  base: string;
  period: Period;
  /** As what the trial balance was asked for. */
  query: TrialQuery;
};
type RowProps = Shared & { row: TrialRow; open: boolean; onToggle: () => void };

const headCellOf = (indent: string) =>
  clsx(cell, pinned, 'max-w-48 sm:max-w-64 text-left font-normal whitespace-nowrap', indent);

function Expand({ name, open, onToggle }: { name: string; open: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-label={`Sub-ledger of ${name}`}
      onClick={onToggle}
      className={clsx('no-print -ml-1.5 grid size-6 place-items-center rounded text-mute hover:text-fg', focusRing)}
    >
      <ChevronRight size={14} aria-hidden="true" className={clsx('transition-transform', open && 'rotate-90')} />
    </button>
  );
}

function AccountName({ row: { account, account_name: name } }: { row: TrialRow }) {
  return (
    <>
      <span className="mr-1.5 text-mute tabular-nums">{account}</span>
      {name}
    </>
  );
}

type AccountProps = Shared & {
  /** One for each currency of the account. */
  rows: readonly TrialRow[];
  open: ReadonlySet<string>;
  onToggle: (key: string) => void;
};

/** One account: what it comes to in base and, beneath, each of its currencies where there is another than base. */
export function AccountRows({ rows, base, open, onToggle, ...shared }: AccountProps) {
  const [first] = rows;
  if (first === undefined) return null;
  const single = rows.length === 1 && first.currency === base;
  const keyOf = (row: TrialRow) => `${row.account} ${row.currency}`;
  const lines = { ...shared, base };
  const lineOf = (row: TrialRow, isAccount: boolean) => (
    <TrialLine
      key={keyOf(row)}
      {...{ row, isAccount }}
      {...lines}
      open={open.has(keyOf(row))}
      onToggle={() => onToggle(keyOf(row))}
    />
  );
  if (single) return lineOf(first, true);
  return (
    <>
      <tr className="group">
        <th scope="row" className={headCellOf('pl-8')}>
          <span title={`${first.account} ${first.account_name}`} className="block truncate">
            <AccountName row={first} />
          </span>
        </th>
        <FigureCells strong beside={shared.query.beside !== undefined} figures={totalsOf(rows, base)} currency={base} />
      </tr>
      {rows.map((row) => lineOf(row, false))}
    </>
  );
}

/** An account in one currency, and under it its parties, taxes or bank accounts when it is opened. */
function TrialLine({ row, isAccount, open, onToggle, ...shared }: RowProps & { isAccount: boolean }) {
  const { account, account_name: accountName, currency } = row;
  const name = `${account} ${accountName}`;
  return (
    <>
      <tr className="group">
        <th scope="row" className={headCellOf(isAccount ? 'pl-3' : 'paper-in pl-9')}>
          <span className="flex items-center gap-1">
            <Expand name={isAccount ? name : `${name} in ${currency}`} {...{ open, onToggle }} />
            <AppLink
              href={accountHref(row, shared.period)}
              title={name}
              className={clsx('truncate rounded hover:underline', focusRing)}
            >
              {isAccount ? (
                <AccountName {...{ row }} />
              ) : (
                <>
                  <span className="sr-only">{name} in </span>
                  {currency}
                </>
              )}
            </AppLink>
          </span>
        </th>
        <Amounts {...{ row }} {...shared} />
      </tr>
      {open && <SubRows {...{ row }} {...shared} />}
    </>
  );
}

/** How many columns a row has. */
export const columnsIn = ({ beside }: TrialQuery): number => 1 + shownFigures(beside !== undefined).length;

/** In its own currency, with what that is in base beneath: so that what moved in base alone is not blank. */
function Amounts({ row, base, query }: Pick<RowProps, 'row' | 'base' | 'query'>) {
  const behind = useFigures(trialBalanceRows, query);
  const inBase: Shown = {
    figures: baseFigures(row),
    currency: base,
    to: (figure, title) =>
      behind({ name: BASE_COLUMNS[figure], row, title, value: baseFigures(row)[figure] ?? '0', currency: base }),
  };
  const own: Shown = {
    figures: currencyFigures(row),
    currency: row.currency,
    to: (figure, title) =>
      behind({ name: CURRENCY_COLUMNS[figure], row, title, value: row[figure] ?? '0', currency: row.currency }),
  };
  const beside = query.beside !== undefined;
  if (row.currency === base) return <FigureCells beside={beside} {...inBase} />;
  return <FigureCells beside={beside} {...own} under={inBase} />;
}

function SubRows({ row, base, period, query }: Shared & { row: TrialRow }) {
  const ofSubs = { ...query, detail: 'sub' as const };
  const { data, error } = useEndpoint(trialBalance, { query: { ...ofSubs, account: row.account, length: '500' } });
  const columns = columnsIn(query);
  const own = data?.data.filter((sub) => sub.account === row.account && sub.currency === row.currency) ?? [];
  if (data === undefined) {
    return (
      <tr>
        <td colSpan={columns} className="h-9 border-b border-line px-3 pl-9 text-mute">
          {error === null ? (
            <Skeleton className="w-48" />
          ) : (
            'The sub-ledger could not be loaded. Close and open it again.'
          )}
        </td>
      </tr>
    );
  }
  return own.map((sub) => {
    const name = sub.party?.name ?? sub.tax?.name ?? sub.bank?.name ?? 'Without a party';
    return (
      <tr key={`${sub.party?.id ?? 0} ${sub.tax?.id ?? 0} ${sub.bank?.id ?? 0}`} className="group text-mute">
        <th scope="row" className={headCellOf('paper-deep pl-15')}>
          <AppLink
            dir="auto"
            href={accountHref(sub, period)}
            title={name}
            className={clsx('block max-w-72 truncate rounded hover:text-fg hover:underline', focusRing)}
          >
            {name}
          </AppLink>
        </th>
        <Amounts row={sub} {...{ base }} query={ofSubs} />
      </tr>
    );
  });
}
