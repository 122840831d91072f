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
  type TrialRow,
} from './trial-balance.ts';
import { useFigures } from '../explained/figures.ts';
import { trialBalanceRows } from '../../../../domain/explained/ledger.ts';
import { FigureLink } from '../../../ui/marks/FigureLink.tsx';
import { isNothing } from '../../ledger/wire-amounts.ts';

const pinned = 'sticky left-0 z-10 bg-panel group-hover:bg-hover';
const cell = 'h-9 border-b border-line px-2 group-hover:bg-hover';

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

type CellsProps = {
  figures: Figures;
  beside: boolean;
  currency: string;
  ruled?: boolean;
  last?: boolean;
  /** Where the lines behind a figure are. */
  to?: (figure: keyof Figures, title: string) => string | undefined;
};

/** Opening, debit, credit, closing; balances say which side they are on. */
export function FigureCells({ figures, beside, currency, ruled = false, last = false, to }: CellsProps) {
  const edge = last ? 'border-t-2 border-edge' : 'border-b border-line';
  const style = clsx('figures h-9 px-2 group-hover:bg-hover', edge);
  return shownFigures(beside).map(({ figure, title, Text }) => {
    const value = figures[figure] ?? '0';
    const href = isNothing(value, currency) ? undefined : to?.(figure, title);
    const text = <Text {...{ value, currency }} />;
    return (
      <td
        key={figure}
        className={clsx(style, figure === 'opening' && ruled && 'border-l', figure === 'closing' && 'font-medium')}
      >
        {href === undefined ? (
          text
        ) : (
          <FigureLink href={href} title={title} currency={currency}>
            {text}
          </FigureLink>
        )}
      </td>
    );
  });
}

type Props = {
  row: TrialRow;
  base: string;
  several: boolean;
  period: Period;
  /** As what the trial balance was asked for. */
  query: TrialQuery;
  open: boolean;
  onToggle: () => void;
};

/** One account in one currency, and under it its parties, taxes or bank accounts when it is opened. */
export function TrialRows({ row, base, several, period, query, open, onToggle }: Props) {
  const name = `${row.account} ${row.account_name}`;
  return (
    <>
      <tr className="group">
        <th
          scope="row"
          className={clsx(
            cell,
            pinned,
            several ? 'max-w-48' : 'max-sm:max-w-48',
            'pl-3 text-left font-normal whitespace-nowrap',
          )}
        >
          <span className="flex items-center gap-1">
            <button
              type="button"
              aria-expanded={open}
              aria-label={`Sub-ledger of ${name}${several ? ` in ${row.currency}` : ''}`}
              onClick={onToggle}
              className={clsx(
                'no-print -ml-1.5 grid size-6 place-items-center rounded text-mute hover:text-fg',
                focusRing,
              )}
            >
              <ChevronRight
                size={14}
                aria-hidden="true"
                className={clsx('transition-transform', open && 'rotate-90')}
              />
            </button>
            <AppLink
              href={accountHref(row, period)}
              title={name}
              className={clsx('truncate rounded hover:underline', focusRing)}
            >
              <span className="mr-1.5 text-mute tabular-nums">{row.account}</span>
              {row.account_name}
            </AppLink>
          </span>
        </th>
        <Amounts {...{ row, base, several, query }} />
      </tr>
      {open && <SubRows {...{ row, base, several, period, query }} />}
    </>
  );
}

/** How many columns a row has. */
export const columnsIn = (several: boolean, { beside }: TrialQuery): number => {
  const figures = shownFigures(beside !== undefined).length;
  return several ? 2 + 2 * figures : 1 + figures;
};

type Shared = Pick<Props, 'row' | 'base' | 'several' | 'query'>;

function Amounts({ row, base, several, query }: Shared) {
  const behind = useFigures(trialBalanceRows, query);
  const beside = query.beside !== undefined;
  const inBase = (figure: keyof Figures, title: string) =>
    behind({ name: BASE_COLUMNS[figure], row, title, value: baseFigures(row)[figure] ?? '0', currency: base });
  const own = (figure: keyof Figures, title: string) =>
    behind({ name: CURRENCY_COLUMNS[figure], row, title, value: row[figure] ?? '0', currency: row.currency });
  if (!several) return <FigureCells beside={beside} figures={baseFigures(row)} currency={base} to={inBase} />;
  return (
    <>
      <td className={clsx(cell, 'border-l text-mute')}>{row.currency}</td>
      <FigureCells beside={beside} figures={currencyFigures(row)} currency={row.currency} to={own} />
      <FigureCells beside={beside} figures={baseFigures(row)} currency={base} ruled to={inBase} />
    </>
  );
}

function SubRows({ row, base, several, period, query }: Shared & { period: Period }) {
  const ofSubs = { ...query, detail: 'sub' as const };
  const { data, error } = useEndpoint(trialBalance, { query: { ...ofSubs, account: row.account, length: '500' } });
  const columns = columnsIn(several, query);
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
        <th
          scope="row"
          className={clsx(
            cell,
            pinned,
            several ? 'max-w-48' : 'max-sm:max-w-48',
            'pl-9 text-left font-normal whitespace-nowrap',
          )}
        >
          <AppLink
            dir="auto"
            href={accountHref(sub, period)}
            title={name}
            className={clsx('block max-w-72 truncate rounded hover:text-fg hover:underline', focusRing)}
          >
            {name}
          </AppLink>
        </th>
        <Amounts row={sub} {...{ base, several }} query={ofSubs} />
      </tr>
    );
  });
}
