import type { WireReply } from '../../../../domain/endpoint.ts';
import {
  PAYABLE_FIGURES,
  payableAgeingOverview,
  payableAgeingTable,
  payableTotals,
  RELEASED,
} from '../../../../domain/reports/ageing.ts';
import { exportFile } from '../../../api/export-file.ts';
import { can, useSession } from '../../../api/session.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { paths, withQuery } from '../../../paths.ts';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { type FigureHref, screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { AgedBars, AgedTotal } from './AgedCard.tsx';
import { type AgeColumns, useAgeColumns } from './use-age-columns.ts';
import { PartyTable } from './PartyTable.tsx';
import { AsAtField, useReportDay } from '../AsAtField.tsx';
import { AsAtTotal } from './AsAtTotal.tsx';
import { PayableFigures } from './PayableFigures.tsx';
import { ReleasedThenSwitch, useReleasedThen } from './ReleasedThen.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { Sheet } from '../Sheet.tsx';
import { leftAt, RatedWait, RatesField, useRates } from '../RatesField.tsx';
import { useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { useFigures } from '../explained/figures.ts';
import { payables, payableSums } from '../../../../domain/explained/money.ts';
import { usePartySort } from './use-party-sort.ts';
import { besideColumns, BesideField, useBeside } from '../BesideField.tsx';
import { besideTotals } from './beside-totals.tsx';
import { closingTotals } from './closing-totals.tsx';
import type { Rates } from '../../../../domain/reports/closing-rates.ts';
import type { Day } from '../../../../domain/values/day.ts';

type Reply = WireReply<typeof payableAgeingOverview>;
type Row = Reply['data'][number];

type Shown = { beside: Day | undefined; rates: Rates | undefined; known: boolean; base: string; ages: AgeColumns };
const columnsOf = (behind: FigureHref<Row>, { beside, rates, known, base, ages: { paired, alike } }: Shown) => {
  const { titles, without } = besideColumns(beside);
  const further = beside === undefined ? 0 : 1;
  return screenColumns(payableAgeingTable, {
    behind,
    base,
    titles: { ...titles, currency: 'Cur.' },
    without: [...without, ...leftAt(rates), ...(known ? [] : RELEASED)],
    under: {
      total: 'base_closing',
      beside: 'change',
      ...(known && { due_released: 'due_awaiting' }),
      ...paired(known ? (further === 1 ? 2 : 1) : further),
    },
    alike,
    cells: { total: (row) => <AgedTotal aged={row} /> },
  });
};

function figureOf(row: Row, column: string): string | null {
  const figure = PAYABLE_FIGURES.find((one) => one === column);
  return figure === undefined ? null : row[figure];
}

const apart = (totals: Reply['totals'][number]) => <PayableFigures totals={totals} />;

function PayableTable({ reply }: { reply: Reply }) {
  const rates = useRates();
  const ages = useAgeColumns();
  const { as_at: asAt, data: rows, totals } = reply;
  const beside = useBeside();
  const behind = useFigures(payables, { asat: asAt, beside, rates });
  const behindSums = useFigures(payableSums, { asat: asAt, beside, rates });
  const known = totals.some((one) => one.released !== null);
  const mayPay = can(useSession(), 'vouchers.create');
  const hrefIn = (path: string, { party }: Pick<Row, 'party'>) =>
    withQuery(path, { param: party.id, asat: asAt, beside, rates });
  const voucher = ({ currency }: Row, lines: readonly Row[], security: number): MenuEntry => ({
    label: lines.length === 1 ? 'New voucher' : `New voucher in ${currency}`,
    href: withQuery(paths.voucherNew, { security, currency }),
  });
  return (
    <AgedBars totals={totals} more={apart}>
      <PartyTable
        label="Payables by age"
        columns={columnsOf(behind, { beside, rates, known, base: reply.base_currency, ages })}
        {...{ rows, reply, figureOf }}
        figures={PAYABLE_FIGURES}
        rowHref={(of) => hrefIn(paths.ageingPayableSummary, of)}
        rowActions={({ party, lines }) => [
          { label: 'Ageing by note', href: hrefIn(paths.ageingPayableSummary, { party }) },
          { label: 'Security statement', href: hrefIn(paths.payableReport, { party }) },
          ...(mayPay ? lines.map((line) => voucher(line, lines, party.id)) : []),
        ]}
        totals={totals.map((one) => ({
          ...totalCells(payableTotals, one, { currency: one.currency, behind: behindSums }),
          ...besideTotals(rows, one.currency),
          ...closingTotals(
            rows.filter((row) => row.currency === one.currency),
            reply.base_currency,
          ),
          currency: one.currency,
        }))}
      />
    </AgedBars>
  );
}

/** What each security is owed by the age of its due date; what is due and released apart. */
export function PayableAgeingPage() {
  useWideSheet();
  const asAt = useReportDay();
  const beside = useBeside();
  const rates = useRates();
  const sort = usePartySort(PAYABLE_FIGURES);
  const query = { asat: asAt, beside, rates, released: useReleasedThen(), sort };
  const { data, error, refetch, isPlaceholderData: waiting } = useEndpoint(payableAgeingOverview, { query });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        {...{ waiting }}
        call={payableAgeingOverview}
        shown={{ sort }}
        title="Payables ageing"
        detail={<AsAtTotal asAt={data?.as_at ?? asAt} reply={data} />}
        onExport={(format) => exportFile(payableAgeingOverview, { query, name: 'payables-ageing' }, format)}
      >
        <RatesField />
        <BesideField />
        <AsAtField />
      </ReportHead>
      <ReleasedThenSwitch />
      <Sheet {...{ waiting }}>
        {data === undefined && <RatedWait {...{ error, refetch }} />}
        {data?.data.length === 0 && (
          <EmptyState title="Nothing is owed to securities.">
            Credit notes that are not paid by this date are listed here by their age.
          </EmptyState>
        )}
        {data !== undefined && data.data.length > 0 && <PayableTable reply={data} />}
      </Sheet>
    </div>
  );
}
