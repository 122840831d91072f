import { clsx } from 'clsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { Fading } from '../../../ui/tables/Fading.tsx';
import { focusRing, headCell } from '../../../ui/styles.ts';
import type { Period } from '../period.ts';
import { byAccount, byType, totalsOf, TYPE_LABELS, type TrialQuery, type TrialReply } from './trial-balance.ts';
import { AccountRows, columnsIn, FigureCells, figureSides, shownFigures } from './TrialRows.tsx';
import { onPaper } from '../../../ui/tables/use-wide-sheet.ts';
import { showDay } from '../../../ui/marks/format.ts';

const head = clsx(headCell, 'head-top sticky z-20 h-8 border-b border-line bg-panel');
// The first column keeps its place while the figures pass under it.
const pinned = 'sticky left-0 z-10 bg-panel';

type Props = { reply: TrialReply; period: Period; query: TrialQuery };

/** Accounts by type with subtotals in base: one line each, and beneath it its currencies where it has others. */
export function TrialTable({ reply, period, query }: Props) {
  const { base_currency: base, data } = reply;
  const several = data.some((row) => row.currency !== base);
  // In the address, so that the way back finds them open.
  const [address, change] = useAddress();
  const open: ReadonlySet<string> = new Set(address['open']?.split(','));
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    change({ open: next.size === 0 ? undefined : [...next].join(',') });
  };
  const totals = totalsOf(data, base);
  const beside = query.beside !== undefined;
  const heads = shownFigures(beside).map(({ figure, title }) =>
    figure === 'beside' && query.beside !== undefined ? showDay(query.beside) : title,
  );
  return (
    <Fading className="rounded-lg">
      <section
        aria-label="Trial balance"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by keyboard
        tabIndex={0}
        className={clsx('relative print-open follows rounded-lg border border-line bg-panel', focusRing, onPaper)}
      >
        <table className="w-full border-separate border-spacing-0">
          <caption className="sr-only">Trial balance, opening, debit, credit and closing of each account</caption>
          <thead>
            <tr>
              <th scope="col" className={clsx(head, 'left-0 z-30 px-3 py-1 text-left')}>
                Account
                {several && (
                  // It asks for no more room than the names of accounts do.
                  <span className="block min-w-44 font-normal whitespace-normal max-sm:hidden">
                    Totals in {base}, other currencies with their worth in it
                  </span>
                )}
              </th>
              {heads.map((title) => (
                <th key={title} scope="col" className={clsx(head, figureSides, 'text-right')}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          {byType(data).map(({ type, rows }) => (
            <tbody key={type}>
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={columnsIn(query)}
                  className="h-8 border-b border-line bg-hover px-3 text-left font-semibold"
                >
                  <span className="sticky left-3">{TYPE_LABELS[type] ?? type}</span>
                </th>
              </tr>
              {byAccount(rows).map((account) => (
                <AccountRows
                  key={account[0]?.account}
                  rows={account}
                  {...{ base, period, query, open }}
                  onToggle={toggle}
                />
              ))}
              <tr className="font-semibold">
                <th scope="row" className={clsx('h-9 border-b border-line px-3 text-left font-semibold', pinned)}>
                  {TYPE_LABELS[type] ?? type} in {base}
                </th>
                <FigureCells total beside={beside} figures={totalsOf(rows, base)} currency={base} />
              </tr>
            </tbody>
          ))}
          <tfoot>
            <tr className="font-semibold">
              <th scope="row" className={clsx('h-10 border-t-2 border-edge px-3 text-left font-semibold', pinned)}>
                Total in {base}
              </th>
              <FigureCells total last beside={beside} figures={totals} currency={base} />
            </tr>
          </tfoot>
        </table>
      </section>
    </Fading>
  );
}
