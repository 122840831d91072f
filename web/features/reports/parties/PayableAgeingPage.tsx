import type { WireReply } from '../../../../domain/endpoint.ts';
import { payableAgeingOverview, payableAgeingTable, payableTotals } from '../../../../domain/reports/ageing.ts';
import { BUCKETS } from '../../../../domain/reports/buckets.ts';
import { exportFile } from '../../../api/export-file.ts';
import { can, useSession } from '../../../api/session.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { paths, withQuery } from '../../../paths.ts';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { type FigureHref, screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { AgedCard, AgedName } from './AgedCard.tsx';
import { AsAtField, useReportDay } from '../AsAtField.tsx';
import { AsAtTotal } from './AsAtTotal.tsx';
import { PayableFigures } from './PayableFigures.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { leftAt, RatedWait, RatesField, useRates } from '../RatesField.tsx';
import { usePartyOrder } from './use-party-order.ts';
import { useWideSheet } from '../use-wide-sheet.ts';
import { useFigures } from '../explained/figures.ts';
import { payables } from '../../../../domain/explained/money.ts';
import { besideColumns, BesideField, useBeside } from '../BesideField.tsx';
import { besideTotals } from './beside-totals.tsx';
import { closingTotals } from './closing-totals.tsx';
import type { Rates } from '../../../../domain/reports/closing-rates.ts';
import type { Day } from '../../../../domain/values/day.ts';

type Reply = WireReply<typeof payableAgeingOverview>;
type Row = Reply['data'][number];
type Figure = Exclude<keyof Reply['totals'][number], 'currency'>;

type Shown = { beside: Day | undefined; rates: Rates | undefined; base: string };
const columnsOf = (behind: FigureHref<Row>, { beside, rates, base }: Shown) =>
  screenColumns(payableAgeingTable, {
    behind,
    base,
    titles: besideColumns(beside).titles,
    without: [...besideColumns(beside).without, ...leftAt(rates)],
    cells: {
      party: (row) => <AgedName name={row.party.name} aged={row} />,
      total: (row) => <MoneyText value={row.total} currency={row.currency} strong />,
    },
  }).map((column) => ({ ...column, sortable: true }));
const FIGURES: readonly Figure[] = [...BUCKETS, 'due_released', 'due_awaiting', 'returns', 'total'];

function figureOf(row: Row, column: string): string | null {
  const figure = FIGURES.find((one) => one === column);
  return figure === undefined ? null : row[figure];
}

type TableProps = { totals: Reply['totals'][number]; rows: readonly Row[]; asAt: string; base: string };

function PayableTable({ totals, rows, asAt, base }: TableProps) {
  const rates = useRates();
  const { currency } = totals;
  const order = usePartyOrder(rows, figureOf);
  const beside = useBeside();
  const behind = useFigures(payables, { asat: asAt, beside, rates });
  const mayPay = can(useSession(), 'vouchers.create');
  const to = (path: string, row: Row) => withQuery(path, { param: row.party.id, asat: asAt });
  const actions = (row: Row): MenuEntry[] => [
    { label: 'Ageing by note', href: to(paths.ageingPayableSummary, row) },
    { label: 'Security statement', href: to(paths.payableReport, row) },
    ...(mayPay
      ? [{ label: 'New voucher', href: withQuery(paths.voucherNew, { security: row.party.id, currency }) }]
      : []),
  ];
  return (
    <AgedCard totals={totals} more={<PayableFigures totals={totals} />}>
      <DataTable
        label={`Payables by age in ${currency}`}
        columns={columnsOf(behind, { beside, rates, base })}
        {...order}
        rowKey={(row) => String(row.party.id)}
        rowLabel={(row) => row.party.name}
        rowHref={(row) => to(paths.ageingPayableSummary, row)}
        rowActions={actions}
        totals={{
          ...totalCells(payableTotals, totals, currency),
          party: 'Total',
          ...besideTotals(rows, currency),
          ...closingTotals(rows, base),
        }}
      />
    </AgedCard>
  );
}

/** What each security is owed by the age of its due date; what is due and released apart. */
export function PayableAgeingPage() {
  useWideSheet();
  const asAt = useReportDay();
  const beside = useBeside();
  const rates = useRates();
  const query = { asat: asAt, beside, rates };
  const { data, error, refetch } = useEndpoint(payableAgeingOverview, { query });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        call={payableAgeingOverview}
        title="Payables ageing"
        detail={<AsAtTotal asAt={data?.as_at ?? asAt} reply={data} />}
        onExport={(format) => exportFile(payableAgeingOverview, { query, name: 'payables-ageing' }, format)}
      >
        <RatesField />
        <BesideField />
        <AsAtField />
      </ReportHead>
      {data === undefined && <RatedWait {...{ error, refetch }} />}
      {data?.data.length === 0 && (
        <EmptyState title="Nothing is owed to securities.">
          Credit notes that are not paid by this date are listed here by their age.
        </EmptyState>
      )}
      {data?.totals.map((totals) => (
        <PayableTable
          key={totals.currency}
          totals={totals}
          rows={data.data.filter((row) => row.currency === totals.currency)}
          asAt={data.as_at}
          base={data.base_currency}
        />
      ))}
    </div>
  );
}
