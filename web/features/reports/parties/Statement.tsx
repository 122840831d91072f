import { clsx } from 'clsx';
import { HandCoins } from 'lucide-react';
import type { WireReply } from '../../../../domain/endpoint.ts';
import type { facultativeReportItem } from '../../../../domain/reports/contract.ts';
import { statementTable, statementTotals } from '../../../../domain/reports/tables.ts';
import type { Rates } from '../../../../domain/reports/closing-rates.ts';
import { type Day, daysBetween } from '../../../../domain/values/day.ts';
import { can, useSession } from '../../../api/session.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { DayText, MoneyText } from '../../../ui/marks/Figures.tsx';
import { FigureLink } from '../../../ui/marks/FigureLink.tsx';
import { daysLate } from '../../../ui/marks/lateness.ts';
import { PartyLink } from '../../../ui/marks/NameLink.tsx';
import { StatementTable, type StatementColumn, type StatementGroup } from '../../../ui/tables/StatementTable.tsx';
import { cutText, focusRing } from '../../../ui/styles.ts';
import { type FigureHref, screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { Tooltip } from '../../../ui/buttons/Tooltip.tsx';
import { paths, policyHref, withQuery } from '../../../paths.ts';
import { differenceOf, isNothing, sumOf } from '../../ledger/wire-amounts.ts';
import { RecordLink } from '../RecordLinks.tsx';
import { besideColumns, useBeside } from '../BesideField.tsx';
import { leftInBase } from '../left-in-base.ts';
import { useRates } from '../RatesField.tsx';
import { onPaper } from '../../../ui/tables/use-wide-sheet.ts';
import { useFigures, useFiguresOfEach } from '../explained/figures.ts';
import { leftWhereNone } from '../../ledger/uncollectable.ts';
import { statements, statementSums } from '../../../../domain/explained/statements.ts';

type Reply = WireReply<typeof facultativeReportItem>;
type Row = Reply['data'][number];
type Total = Reply['totals'][number];

type Shown = { beside: Day | undefined; rates: Rates | undefined };

function columnsOf(reply: Reply, behind: FigureHref<Row>, { beside, rates }: Shown): StatementColumn<Row>[] {
  const { as_at: asAt, totals, base_currency: base } = reply;
  const { titles, without } = besideColumns(beside);
  return screenColumns(statementTable, {
    behind,
    base,
    titles,
    paired: true,
    under: { note: 'policy', balance: 'base_closing' },
    without: [...without, ...leftInBase(rates, reply), ...leftWhereNone(totals)],
    cells: {
      note: (row) => <span className="whitespace-nowrap">{row.note.number}</span>,
      policy: (row) => row.policy !== null && <RecordLink href={policyHref(row.policy.id)} name={row.policy.name} />,
      insured: (row) => (
        <span
          dir="auto"
          className={`block min-w-28 sm:max-w-44 ${cutText} max-sm:whitespace-normal print:max-w-none print:whitespace-normal`}
          title={`${row.insured} · ${row.class}`}
        >
          {row.insured}
          <span className="hidden text-mute print:inline"> · {row.class}</span>
        </span>
      ),
      due_on: (row) => {
        const late = daysBetween(row.due_on, asAt);
        // Where there is no room for both on a line, it is below.
        return (
          <>
            <DayText value={row.due_on} />{' '}
            {late > 0 && !isNothing(row.balance, row.currency) && (
              <span className="text-xs whitespace-nowrap text-warn">{daysLate(late)}</span>
            )}
          </>
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
  act: true,
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

/** What the notes that are shown come to. */
function totalOf(rows: readonly Row[], { currency, base }: { currency: string; base: string }): Total {
  const sumIn = (of: string, figure: (row: Row) => string | null) => sumOf(rows.map(figure), of);
  return {
    currency,
    amount: sumIn(currency, (row) => row.amount),
    paid: sumIn(currency, (row) => row.paid),
    uncollectable: sumIn(currency, (row) => row.uncollectable),
    balance: sumIn(currency, (row) => row.balance),
    beside: sumIn(currency, (row) => row.beside),
    change: sumIn(currency, (row) => row.change),
    base_balance: sumIn(base, (row) => row.base_balance),
    base_closing: sumIn(base, (row) => row.base_closing),
    unallocated: '0',
    claims: '0',
    to_come: '0',
  };
}

type Groups = {
  reply: Reply;
  /** What is behind the totals of a party. */
  behind: (party: number) => FigureHref<Total>;
};

type Line = { base: string; behind: FigureHref<Total> };
const totalLine = (total: Total, { base, behind }: Line) => ({
  posted_on: 'Total',
  ...totalCells(statementTotals, total, { currency: total.currency, base, behind }),
});

/** One reinsured: its notes by currency with what all of them come to. */
function groupsOfOne({ reply: { data, totals, party, base_currency: base }, behind }: Groups): StatementGroup<Row>[] {
  return totals.flatMap((total) => {
    const { currency } = total;
    const rows = data.filter((row) => row.currency === currency);
    // Where open notes alone are asked for, a currency may have none.
    if (rows.length === 0 && isNothing(total.amount, currency)) return [];
    return { id: currency, title: currency, rows, totals: totalLine(total, { base, behind: behind(party?.id ?? 0) }) };
  });
}

const byCurrency = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** All: by reinsured and currency, summed where the notes that are shown are all there are. */
function groupsOfAll({ reply: { data, more, base_currency: base }, behind }: Groups): StatementGroup<Row>[] {
  const byParty = [...Map.groupBy(data, (row) => row.reinsured.id).values()];
  const groups = byParty.flatMap((own) => [...Map.groupBy(own, (row) => row.currency)].toSorted(byCurrency));
  return groups.flatMap(([code, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const { reinsured, currency } = first;
    const id = `${reinsured.id}/${code}`;
    const title = (
      <>
        <PartyLink party={reinsured} inText /> · {currency}
      </>
    );
    const ofParty = behind(reinsured.id);
    const named: FigureHref<Total> = (figure) => ofParty({ ...figure, title: `${reinsured.name}, ${figure.title}` });
    const totals = more !== true && { totals: totalLine(totalOf(own, { currency, base }), { base, behind: named }) };
    return [{ id, title, rows: own, ...totals }];
  });
}

/** Notes by currency with their totals; unallocated cash and claims collected are next to the balance and reduce what is owed. M12. */
export function Statement({ reply, open }: { reply: Reply; open?: 'only' }) {
  const beside = useBeside();
  const rates = useRates();
  const mayReceive = can(useSession(), 'receipts.create');
  const receive = (row: Row) =>
    withQuery(paths.receiptNew, { reinsured: row.reinsured.id, currency: row.currency, note: row.note.id });
  const behind = useFigures(statements, { param: 'ALL', asat: reply.as_at, beside });
  const sums = useFiguresOfEach(statementSums);
  const behindSums = (party: number) => sums({ param: String(party), asat: reply.as_at, open, beside });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className={clsx('print-open rounded-lg border border-line bg-panel', onPaper)}>
        <StatementTable
          caption="Statement of account"
          columns={[...columnsOf(reply, behind, { beside, rates }), ...(mayReceive ? [receiveColumn(receive)] : [])]}
          rowKey={(row) => String(row.note.id)}
          groups={(reply.party === null ? groupsOfAll : groupsOfOne)({
            reply,
            behind: behindSums,
          })}
        />
      </div>
      <Owed totals={reply.totals} behind={sums({ param: String(reply.party?.id ?? 'ALL'), asat: reply.as_at })} />
    </div>
  );
}

/** Cash that takes away from what is owed, and opens as what it is. */
function Unallocated({ total, behind }: { total: Total; behind: FigureHref<Total> }) {
  const { currency, unallocated: value } = total;
  const title = 'Unallocated cash';
  const href = isNothing(value, currency)
    ? undefined
    : behind({ name: 'unallocated', row: total, title, value, currency });
  const less = <MoneyText value={differenceOf('0', value, currency)} {...{ currency }} />;
  return href === undefined ? less : <FigureLink {...{ href, title, currency }}>{less}</FigureLink>;
}

const owedColumns = (behind: FigureHref<Total>): readonly StatementColumn<Total>[] => [
  { id: 'currency', title: 'Currency', cell: (total) => total.currency },
  {
    id: 'balance',
    title: 'Balance of notes',
    align: 'right',
    cell: (total) => totalCells(statementTotals, total, { currency: total.currency, behind })['balance'],
  },
  {
    id: 'unallocated',
    title: 'Less unallocated cash',
    align: 'right',
    cell: (total) => <Unallocated {...{ total, behind }} />,
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

function Owed({ totals, behind }: { totals: readonly Total[]; behind: FigureHref<Total> }) {
  return (
    <div className={clsx('print-open ml-auto w-full max-w-4xl rounded-lg border border-line bg-panel', onPaper)}>
      <StatementTable
        caption="What is owed"
        columns={owedColumns(behind)}
        groups={[{ id: 'owed', rows: totals }]}
        rowKey={(total) => total.currency}
      />
    </div>
  );
}
