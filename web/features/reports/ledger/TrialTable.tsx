import { clsx } from 'clsx';
import { useState } from 'react';
import { focusRing, headCell } from '../../../ui/styles.ts';
import type { Period } from '../period.ts';
import { byType, totalsOf, TYPE_LABELS, type TrialQuery, type TrialReply } from './trial-balance.ts';
import { showDay } from '../../../../domain/values/day.ts';
import { columnsIn, FigureCells, shownFigures, TrialRows } from './TrialRows.tsx';
import { onPaper } from '../use-wide-sheet.ts';

const head = clsx(headCell, 'h-8 border-b border-line bg-panel px-2 first:pl-3');
// The first column keeps its place while the figures pass under it.
const pinned = 'sticky left-0 z-10 bg-panel';

const NOTHING = '\u00a0';

type Props = { reply: TrialReply; period: Period; query: TrialQuery };

/** Accounts by type with subtotals; in the account's currency and in base where there is more than one currency. */
export function TrialTable({ reply, period, query }: Props) {
  const { base_currency: base, data } = reply;
  const several = data.some((row) => row.currency !== base);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const totals = totalsOf(data, base);
  const beside = query.beside !== undefined;
  const heads = shownFigures(beside).map(({ figure, title }) =>
    figure === 'beside' && query.beside !== undefined ? showDay(query.beside) : title,
  );
  return (
    <section
      aria-label="Trial balance"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by keyboard
      tabIndex={0}
      className={clsx('relative print-open overflow-x-auto rounded-lg border border-line bg-panel', focusRing, onPaper)}
    >
      <table className={clsx('w-full border-separate border-spacing-0', several && 'text-xs')}>
        <caption className="sr-only">Trial balance, opening, debit, credit and closing of each account</caption>
        <thead>
          {several && (
            <tr>
              <th className={clsx(head, pinned, 'border-b-0')} colSpan={1}>
                <span className="sr-only">Account</span>
              </th>
              <th scope="colgroup" colSpan={1 + heads.length} className={clsx(head, 'border-l text-left')}>
                In its currency
              </th>
              <th scope="colgroup" colSpan={heads.length} className={clsx(head, 'border-l text-left')}>
                In {base}
              </th>
            </tr>
          )}
          <tr>
            <th scope="col" className={clsx(head, pinned, 'text-left')}>
              Account
            </th>
            {several && (
              <th scope="col" className={clsx(head, 'border-l text-left')}>
                Cur.
              </th>
            )}
            {(several ? [...heads, ...heads] : heads).map((title, index) => (
              <th
                key={`${title} ${index < heads.length ? 'own' : 'base'}`}
                scope="col"
                className={clsx(head, 'text-right', several && index === heads.length && 'border-l')}
              >
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
                colSpan={columnsIn(several, query)}
                className="h-8 border-b border-line bg-hover px-3 text-left font-semibold"
              >
                <span className="sticky left-3">{TYPE_LABELS[type] ?? type}</span>
              </th>
            </tr>
            {rows.map((row) => (
              <TrialRows
                key={`${row.account} ${row.currency}`}
                {...{ row, base, several, period, query }}
                open={open.has(`${row.account} ${row.currency}`)}
                onToggle={() => toggle(`${row.account} ${row.currency}`)}
              />
            ))}
            <tr className="font-semibold">
              <th scope="row" className={clsx('h-9 border-b border-line px-3 text-left font-semibold', pinned)}>
                {TYPE_LABELS[type] ?? type} in {base}
              </th>
              {several && (
                <td colSpan={1 + heads.length} className="border-b border-l border-line">
                  {NOTHING}
                </td>
              )}
              <FigureCells beside={beside} figures={totalsOf(rows, base)} currency={base} ruled={several} />
            </tr>
          </tbody>
        ))}
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className={clsx('h-10 border-t-2 border-edge px-3 text-left font-semibold', pinned)}>
              Total in {base}
            </th>
            {several && (
              <td colSpan={1 + heads.length} className="border-t-2 border-l border-edge">
                {NOTHING}
              </td>
            )}
            <FigureCells beside={beside} figures={totals} currency={base} ruled={several} last />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
