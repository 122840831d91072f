import type { WireReply } from '../../../../domain/endpoint.ts';
import { BUCKETS } from '../../../../domain/reports/buckets.ts';
import { agedTotals, type ageingOverview, ageingTable } from '../../../../domain/reports/ageing.ts';
import { can, useSession } from '../../../api/session.ts';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { type FigureHref, screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { paths, withQuery } from '../../../paths.ts';
import { AgedCard, AgedName } from './AgedCard.tsx';
import { negatedCell } from './UnallocatedCell.tsx';
import { usePartyOrder } from './use-party-order.ts';
import { useFigures } from '../explained/figures.ts';
import { receivables } from '../../../../domain/explained/money.ts';
import { besideColumns, useBeside } from '../BesideField.tsx';
import { besideTotals } from './beside-totals.tsx';
import { closingTotals } from './closing-totals.tsx';
import { leftAt, useRates } from '../RatesField.tsx';
import type { Rates } from '../../../../domain/reports/closing-rates.ts';
import type { Day } from '../../../../domain/values/day.ts';

type Reply = WireReply<typeof ageingOverview>;
type Row = Reply['data'][number];
type Figure = Exclude<keyof Reply['totals'][number], 'currency'>;

type Shown = { beside: Day | undefined; rates: Rates | undefined; base: string };
const columnsOf = (behind: FigureHref<Row>, { beside, rates, base }: Shown) =>
  screenColumns(ageingTable, {
    behind,
    base,
    titles: besideColumns(beside).titles,
    without: [...besideColumns(beside).without, ...leftAt(rates)],
    cells: {
      party: (row) => <AgedName name={row.party.name} aged={row} />,
      unallocated: negatedCell,
      total: (row) => <MoneyText value={row.total} currency={row.currency} strong />,
    },
  }).map((column) => ({ ...column, sortable: true }));

const FIGURES: readonly Figure[] = [...BUCKETS, 'unallocated', 'total'];

function figureOf(row: Row, column: string): string | null {
  const figure = FIGURES.find((one) => one === column);
  return figure === undefined ? null : row[figure];
}

type Props = { totals: Reply['totals'][number]; rows: readonly Row[]; asAt: string; base: string };

/** The ageing in one currency: what is owed by age, who owes it, the largest first. */
export function AgeingTable({ totals, rows, asAt, base }: Props) {
  const rates = useRates();
  const session = useSession();
  const { currency } = totals;
  const order = usePartyOrder(rows, figureOf);
  const beside = useBeside();
  const behind = useFigures(receivables, { asat: asAt, beside, rates });
  const mayState = can(session, 'reports.money');
  const statement = (row: Row) => withQuery(paths.facultativeReport, { param: row.party.id, asat: asAt });
  const byNote = (row: Row) => withQuery(paths.ageingSummary, { param: row.party.id, asat: asAt });
  const actions = (row: Row): MenuEntry[] => [
    { label: 'Ageing by note', href: byNote(row) },
    ...(mayState ? [{ label: 'Statement of account', href: statement(row) }] : []),
    ...(can(session, 'receipts.create')
      ? [
          {
            label: 'New receipt',
            href: withQuery(paths.receiptNew, { reinsured: row.party.id, currency }),
          },
        ]
      : []),
  ];
  return (
    <AgedCard totals={totals}>
      <DataTable
        label={`Ageing in ${currency}`}
        columns={columnsOf(behind, { beside, rates, base })}
        {...order}
        rowKey={(row) => String(row.party.id)}
        rowLabel={(row) => row.party.name}
        rowHref={mayState ? statement : byNote}
        rowActions={actions}
        totals={{
          ...totalCells(agedTotals, totals, currency),
          party: 'Total',
          ...besideTotals(rows, currency),
          ...closingTotals(rows, base),
          unallocated: negatedCell(totals),
        }}
      />
    </AgedCard>
  );
}
