import type { WireReply } from '../../../../domain/endpoint.ts';
import {
  facultativeReportOut,
  OUTSTANDING_FIGURES,
  outstandingTable,
  outstandingTotals,
} from '../../../../domain/reports/outstanding.ts';
import { BY_NAME } from '../../../../domain/reports/party-order.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { paths, withQuery } from '../../../paths.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { LongName } from '../../../ui/marks/LongName.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { type FigureHref, screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { useAlikeTables } from '../../../ui/tables/use-alike-tables.ts';
import type { Day } from '../../../../domain/values/day.ts';
import { AsAtField, useReportDay } from '../AsAtField.tsx';
import { BesideField, besideColumns, useBeside } from '../BesideField.tsx';
import { CLOSE } from './AgedCard.tsx';
import { AsAtTotal } from './AsAtTotal.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { Sheet } from '../Sheet.tsx';
import { leftAt, RatedWait, RatesField, useRates } from '../RatesField.tsx';
import type { Rates } from '../../../../domain/reports/closing-rates.ts';
import { besideTotals } from './beside-totals.tsx';
import { closingTotals } from './closing-totals.tsx';
import { usePartyOrder, usePartySort } from './use-party-sort.ts';
import { negatedCell } from './UnallocatedCell.tsx';
import { onPaper, useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { useFigures } from '../explained/figures.ts';
import { leftWhereNone } from '../../ledger/uncollectable.ts';
import { outstanding, outstandingSums } from '../../../../domain/explained/money.ts';

type Row = WireReply<typeof facultativeReportOut>['data'][number];

type Total = WireReply<typeof facultativeReportOut>['totals'][number];
type Shown = { beside: Day | undefined; rates: Rates | undefined; base: string; totals: readonly Total[] };

const columnsOf = (behind: FigureHref<Row>, { beside, rates, base, totals }: Shown) => {
  const { titles, without } = besideColumns(beside);
  const columns = screenColumns(outstandingTable, {
    behind,
    base,
    titles,
    // There is no room for another day, or for other rates, with all of them next to one another.
    ...((beside !== undefined || rates === 'closing') && { paired: true, under: { owed: 'base_closing' } as const }),
    without: [...without, ...leftAt(rates), ...leftWhereNone(totals)],
    cells: {
      reinsured: (row) => <LongName>{row.reinsured.name}</LongName>,
      unallocated: negatedCell,
      overdue: (row) => <MoneyText value={row.overdue} currency={row.currency} tone="bad" />,
      owed: (row) => <MoneyText value={row.owed} currency={row.currency} strong />,
    },
  });
  const ordered: readonly string[] = ['reinsured', ...OUTSTANDING_FIGURES];
  return columns.map((column) => ({ ...column, sortable: ordered.includes(column.id) }));
};

/** What is outstanding, by reinsured and currency; each opens to its open notes. */
export function OutstandingPage() {
  useWideSheet();
  const tables = useAlikeTables();
  const asAt = useReportDay();
  const rates = useRates();
  const beside = useBeside();
  const sort = usePartySort(OUTSTANDING_FIGURES, BY_NAME);
  const order = usePartyOrder(OUTSTANDING_FIGURES, { named: 'reinsured', first: BY_NAME });
  const shown = { asat: asAt, beside, rates };
  const query = { ...shown, sort };
  const { data, error, refetch, isPlaceholderData: waiting } = useEndpoint(facultativeReportOut, { query });
  const behind = useFigures(outstanding, shown);
  const behindSums = useFigures(outstandingSums, shown);
  const rowsIn = (currency: string) => data?.data.filter((row) => row.currency === currency) ?? [];
  const items = (row: Row) =>
    withQuery(paths.facultativeReport, { param: row.reinsured.id, asat: data?.as_at, beside, rates, open: 'only' });
  return (
    <div ref={tables} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        {...{ waiting }}
        call={facultativeReportOut}
        shown={{ sort }}
        title="Outstanding"
        detail={<AsAtTotal asAt={data?.as_at ?? asAt} reply={data} of="of premium due in all, less unallocated cash" />}
        onExport={(format) => exportFile(facultativeReportOut, { query, name: 'outstanding' }, format)}
      >
        <BesideField />
        <RatesField />
        <AsAtField />
      </ReportHead>
      <Sheet {...{ waiting }}>
        {data === undefined && <RatedWait {...{ error, refetch }} />}
        {data?.data.length === 0 && (
          <EmptyState title="Nothing is outstanding.">
            Reinsureds with debit notes that are not paid by this date are listed here.
          </EmptyState>
        )}
        {data?.totals.map((totals) => (
          <Card flush key={totals.currency} title={totals.currency} className={`${onPaper} ${CLOSE}`}>
            <DataTable
              label={`Outstanding in ${totals.currency}`}
              columns={columnsOf(behind, { beside, rates, base: data.base_currency, totals: data.totals })}
              rows={rowsIn(totals.currency)}
              {...order}
              rowKey={(row) => String(row.reinsured.id)}
              rowHref={items}
              totals={{
                ...totalCells(outstandingTotals, totals, { currency: totals.currency, behind: behindSums }),
                reinsured: 'Total',
                unallocated: negatedCell(totals),
                ...besideTotals(data.data, totals.currency),
                ...closingTotals(rowsIn(totals.currency), data.base_currency),
                notes: rowsIn(totals.currency).reduce((sum, { notes }) => sum + notes, 0),
              }}
            />
          </Card>
        ))}
      </Sheet>
    </div>
  );
}
