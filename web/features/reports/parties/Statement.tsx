import { clsx } from 'clsx';
import { HandCoins } from 'lucide-react';
import type { WireReply } from '../../../../domain/endpoint.ts';
import type { facultativeReportItem } from '../../../../domain/reports/contract.ts';
import { statementTable, statementTotals } from '../../../../domain/reports/tables.ts';
import { daysBetween } from '../../../../domain/values/day.ts';
import { can, useSession } from '../../../api/session.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { DayText, MoneyText } from '../../../ui/marks/Figures.tsx';
import { PartyLink } from '../../../ui/marks/NameLink.tsx';
import { StatementTable, type StatementColumn, type StatementGroup } from '../../../ui/tables/StatementTable.tsx';
import { cutText, focusRing } from '../../../ui/styles.ts';
import { type FigureHref, screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { Tooltip } from '../../../ui/buttons/Tooltip.tsx';
import { paths, policyHref, withQuery } from '../../../paths.ts';
import { differenceOf, isNothing, sumOf } from '../../ledger/wire-amounts.ts';
import { RecordLink } from '../RecordLinks.tsx';
import { onPaper } from '../use-wide-sheet.ts';
import { useFigures } from '../explained/figures.ts';
import { leftWhereNone } from '../../ledger/uncollectable.ts';
import { statements, statementSums } from '../../../../domain/explained/money.ts';

type Reply = WireReply<typeof facultativeReportItem>;
type Row = Reply['data'][number];
type Total = Reply['totals'][number];

function columnsOf({ as_at: asAt, totals }: Reply, behind: FigureHref<Row>): StatementColumn<Row>[] {
  return screenColumns(statementTable, {
    behind,
    paired: true,
    under: { note: 'policy' },
    without: leftWhereNone(totals),
    cells: {
      note: (row) => <span className="whitespace-nowrap">{row.note.number}</span>,
      policy: (row) => row.policy !== null && <RecordLink href={policyHref(row.policy.id)} name={row.policy.name} />,
      insured: (row) => (
        <span
          dir="auto"
          className={`block max-w-40 min-w-28 ${cutText} print:max-w-none print:whitespace-normal`}
          title={`${row.insured} · ${row.class}`}
        >
          {row.insured}
          <span className="hidden text-mute print:inline"> · {row.class}</span>
        </span>
      ),
      due_on: (row) => {
        const late = daysBetween(row.due_on, asAt);
        return (
          <span className="whitespace-nowrap">
            <DayText value={row.due_on} />
            {late > 0 && !isNothing(row.balance, row.currency) && (
              <span className="ml-1.5 text-xs text-warn">
                <span aria-hidden="true">{late} d</span>
                <span className="sr-only">{late} days late</span>
              </span>
            )}
          </span>
        );
      },
      balance: (row) => <MoneyText value={row.balance} currency={row.currency} strong />,
    },
  });
}

/** The way from an open note to a receipt for it. */
const receiveColumn = (receive: (row: Row) => string): StatementColumn<Row> => ({
  id: 'act',
  title: <span className="no-print sr-only">Receive</span>,
  cell: (row) =>
    !isNothing(row.balance, row.currency) && (
      <Tooltip text={`Enter a receipt for ${row.note.number}`}>
        <AppLink
          href={receive(row)}
          aria-label={`Enter a receipt for ${row.note.number}`}
          className={clsx(
            'no-print grid size-6 place-items-center rounded text-mute hover:bg-hover hover:text-fg',
            focusRing,
          )}
        >
          <HandCoins size={14} aria-hidden="true" />
        </AppLink>
      </Tooltip>
    ),
});

/** One reinsured: its notes by currency with their totals. */
const groupsOfOne = ({ totals }: Reply, rows: readonly Row[], behind: FigureHref<Total>): StatementGroup<Row>[] =>
  totals.map((total) => ({
    id: total.currency,
    title: total.currency,
    rows: rows.filter((row) => row.currency === total.currency),
    totals: { posted_on: 'Total', ...totalCells(statementTotals, total, { currency: total.currency, behind }) },
  }));

const FIGURES = ['amount', 'paid', 'uncollectable', 'balance'] as const;

/** All: by reinsured and currency, summed where the notes that are shown are all there are. */
function groupsOfAll({ more }: Reply, rows: readonly Row[]): StatementGroup<Row>[] {
  return [...Map.groupBy(rows, (row) => `${row.reinsured.id}/${row.currency}`)].flatMap(([id, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const { reinsured, currency } = first;
    const sums = FIGURES.map((name) => [
      name,
      <MoneyText
        key={name}
        value={sumOf(
          own.map((row) => row[name]),
          currency,
        )}
        currency={currency}
      />,
    ]);
    const title = (
      <>
        <PartyLink party={reinsured} inText /> · {currency}
      </>
    );
    return [
      { id, title, rows: own, ...(more !== true && { totals: { posted_on: 'Total', ...Object.fromEntries(sums) } }) },
    ];
  });
}

/** Notes by currency with their totals; unallocated cash and claims collected are next to the balance and reduce what is owed. M12. */
export function Statement({ reply, openOnly }: { reply: Reply; openOnly: boolean }) {
  const mayReceive = can(useSession(), 'receipts.create');
  const receive = (row: Row) =>
    withQuery(paths.receiptNew, { reinsured: row.reinsured.id, currency: row.currency, note: row.note.id });
  const behind = useFigures(statements, { param: 'ALL', asat: reply.as_at });
  const behindSums = useFigures(statementSums, { param: String(reply.party?.id ?? 'ALL'), asat: reply.as_at });
  const shown = reply.data.filter((row) => !openOnly || !isNothing(row.balance, row.currency));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className={clsx('print-open rounded-lg border border-line bg-panel', onPaper)}>
        <StatementTable
          sheet
          caption="Statement of account"
          columns={[...columnsOf(reply, behind), ...(mayReceive ? [receiveColumn(receive)] : [])]}
          rowKey={(row) => String(row.note.id)}
          groups={reply.party === null ? groupsOfAll(reply, shown) : groupsOfOne(reply, shown, behindSums)}
        />
      </div>
      <Owed totals={reply.totals} />
    </div>
  );
}

const OWED: readonly StatementColumn<Total>[] = [
  { id: 'currency', title: 'Currency', cell: (total) => total.currency },
  {
    id: 'balance',
    title: 'Balance of notes',
    align: 'right',
    cell: (total) => <MoneyText value={total.balance} currency={total.currency} />,
  },
  {
    id: 'unallocated',
    title: 'Less unallocated cash',
    align: 'right',
    cell: (total) => (
      <MoneyText value={differenceOf('0', total.unallocated, total.currency)} currency={total.currency} />
    ),
  },
  {
    id: 'claims',
    title: 'Less claims collected',
    align: 'right',
    cell: (total) => <MoneyText value={differenceOf('0', total.claims, total.currency)} currency={total.currency} />,
  },
  {
    id: 'owed',
    title: 'Due to us',
    align: 'right',
    cell: (total) => (
      <MoneyText
        strong
        value={differenceOf(
          differenceOf(total.balance, total.unallocated, total.currency),
          total.claims,
          total.currency,
        )}
        currency={total.currency}
      />
    ),
  },
  {
    id: 'to_come',
    title: 'Apart: claims to come',
    align: 'right',
    cell: (total) => <MoneyText value={total.to_come} currency={total.currency} />,
  },
];

function Owed({ totals }: { totals: readonly Total[] }) {
  return (
    <div className={clsx('print-open ml-auto w-full max-w-4xl rounded-lg border border-line bg-panel', onPaper)}>
      <StatementTable
        sheet
        caption="What is owed"
        columns={OWED}
        groups={[{ id: 'owed', rows: totals }]}
        rowKey={(total) => total.currency}
      />
    </div>
  );
}
