import { brokerageEarned, brokerageEarnedSums } from '../../../../domain/explained/brokerage.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import {
  BROKERAGE_GROUPS,
  BROKERAGE_LABELS,
  BROKERAGE_LAST_YEAR,
  type BrokerageGroup,
  brokerageReport,
  brokerageTable,
  brokerageTotals,
} from '../../../../domain/reports/brokerage.ts';
import { exportFile } from '../../../api/export-file.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { FieldRow } from '../../../ui/layout/FieldRow.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { GroupName } from './GroupName.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { type FigureHref, screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { useAlikeTables } from '../../../ui/tables/use-alike-tables.ts';
import { useFigures } from '../explained/figures.ts';
import { LastYearField, useLastYear } from '../BesideField.tsx';
import { PeriodBar } from '../PeriodBar.tsx';
import { detailOf, periodFault, shownPeriod } from '../period.ts';
import { usePeriod } from '../use-period.ts';
import { ReportHead } from '../ReportHead.tsx';
import { Sheet } from '../Sheet.tsx';
import { ReportWait } from '../ReportWait.tsx';
import { usePeriodReport } from '../use-period-report.ts';
import { onPaper, useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';

type Reply = WireReply<typeof brokerageReport>;

const GROUPS = BROKERAGE_GROUPS.map((value) => ({ value, label: BROKERAGE_LABELS[value] }));

type Shown = { by: BrokerageGroup; base: string; beside: ReturnType<typeof useLastYear> };

const columnsOf = (behind: FigureHref<Reply['data'][number]>, { by, base, beside }: Shown) =>
  screenColumns(brokerageTable, {
    behind,
    base,
    without: ['currency', ...(beside === undefined ? BROKERAGE_LAST_YEAR : (['debited', 'returned'] as const))],
    titles: { name: BROKERAGE_LABELS[by] },
    cells: {
      name: (row) => <GroupName {...{ by, row }} />,
      noted: (row) => <MoneyText value={row.noted} currency={row.currency} strong />,
      earned: (row) => <MoneyText value={row.earned} currency={row.currency} strong />,
    },
  });

type CardProps = { reply: Reply; totals: Reply['totals'][number] } & Omit<Shown, 'base'>;

function CurrencyCard({ reply, totals, by, beside }: CardProps) {
  const { currency } = totals;
  const query = { by, from: reply.from, to: reply.to, beside };
  const behind = useFigures(brokerageEarned, query);
  const behindSums = useFigures(brokerageEarnedSums, query);
  return (
    <Card flush title={currency}>
      <div className={onPaper}>
        <DataTable
          label={`Brokerage in ${currency}`}
          columns={columnsOf(behind, { by, base: reply.base_currency, beside })}
          rows={reply.data.filter((row) => row.currency === currency)}
          rowKey={(row) => row.id}
          totals={{
            ...totalCells(brokerageTotals, totals, { currency, base: reply.base_currency, behind: behindSums }),
            name: 'Total',
          }}
        />
      </div>
    </Card>
  );
}

/** Brokerage noted, earned and still to earn over a period, as the ledger has it. */
export function BrokeragePage() {
  useWideSheet();
  const tables = useAlikeTables();
  const [address, change] = useAddress();
  const period = usePeriod();
  const by = BROKERAGE_GROUPS.find((one) => one === address['by']) ?? 'producer';
  const beside = useLastYear();
  const query = { by, from: period.from ?? undefined, to: period.to, beside };
  const { data, waiting, ...wait } = usePeriodReport(brokerageReport, { query }, { fault: periodFault(period) });
  return (
    <div ref={tables} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        {...{ waiting }}
        call={brokerageReport}
        shown={shownPeriod(period)}
        title="Brokerage earned and noted"
        detail={detailOf(period)}
        onExport={(format) => exportFile(brokerageReport, { query, name: 'brokerage' }, format)}
      >
        <Select
          label="By"
          name="brokerage-by"
          className="w-40"
          options={GROUPS}
          value={by}
          onChange={(one) => change({ by: one }, 'push')}
        />
        <LastYearField />
      </ReportHead>
      <FieldRow>
        <PeriodBar fault={wait.fault} />
      </FieldRow>
      <Sheet {...{ waiting }}>
        {data === undefined && <ReportWait {...wait} />}
        {data?.data.length === 0 && (
          <EmptyState title="No brokerage in this period.">
            What debit notes brought, what was given back, what was earned of it and what is still deferred are summed
            here by producer and by class.
          </EmptyState>
        )}
        {data?.totals.map((totals) => (
          <CurrencyCard key={totals.currency} reply={data} {...{ totals, by, beside }} />
        ))}
      </Sheet>
    </div>
  );
}
