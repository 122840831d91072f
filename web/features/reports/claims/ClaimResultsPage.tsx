import type { ReactNode } from 'react';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { underwritingReport } from '../../../../domain/claims/report-contract.ts';
import {
  UNDERWRITING_GROUPS,
  UNDERWRITING_LABELS,
  type UnderwritingGroup,
  underwritingTable,
} from '../../../../domain/claims/table.ts';
import { lossRatio } from '../../../../domain/claims/ratios.ts';
import { parseDay } from '../../../../domain/values/day.ts';
import { formatRate } from '../../../../domain/values/rate.ts';
import type { Rates } from '../../../../domain/reports/closing-rates.ts';
import { useBaseCurrency } from '../../../api/base-currency.ts';
import { exportFile } from '../../../api/export-file.ts';
import { DayField } from '../../../ui/fields/DayField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { RateText } from '../../../ui/marks/Figures.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { type FigureHref, screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { useAlikeTables } from '../../../ui/tables/use-alike-tables.ts';
import { sumOf, unitsOf } from '../../ledger/wire-amounts.ts';
import { ClaimTabs } from '../../claims/ClaimTabs.tsx';
import { AsAtField, useReportDay } from '../AsAtField.tsx';
import { periodFault } from '../period.ts';
import { ReportHead } from '../ReportHead.tsx';
import { Sheet } from '../Sheet.tsx';
import { leftAt, RatedWait, RatesField, useRates } from '../RatesField.tsx';
import { BaseTotal } from '../parties/AsAtTotal.tsx';
import { usePeriodReport } from '../use-period-report.ts';
import { onPaper, useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { useFigures } from '../explained/figures.ts';
import { results } from '../../../../domain/explained/claims.ts';
import { showDay } from '../../../ui/marks/format.ts';

type Row = WireReply<typeof underwritingReport>[number];

type Based = { base: string; rates: Rates | undefined };
const columnsOf = (behind: FigureHref<Row>, { base, rates }: Based) =>
  screenColumns(underwritingTable, {
    behind,
    base,
    paired: true,
    without: ['id', 'currency', ...leftAt(rates)],
  });
const FROM = 'Policies from';
const GROUPS = UNDERWRITING_GROUPS.map((value) => ({ value, label: UNDERWRITING_LABELS[value] }));

type ResultsProps = Based & {
  currency: string;
  rows: readonly Row[];
  by: UnderwritingGroup;
  behind: FigureHref<Row>;
};

type Sums = Omit<ResultsProps, 'rates'>;
/** What all rows come to. Their ratios are of the sums; of securities, each of which has the same policy and claim in its row, these are not counted. */
function totalOf({ rows, currency, by, behind, base }: Sums): Record<string, ReactNode> {
  const [first] = rows;
  if (first === undefined) return {};
  const sum = (amount: (row: Row) => string) => sumOf(rows.map(amount), currency);
  // Of no group: what is behind it is of all of them.
  const total: Row = {
    ...first,
    id: '',
    name: 'Total',
    written: sum((row) => row.written),
    earned: sum((row) => row.earned),
    incurred: sum((row) => row.incurred),
    called: sum((row) => row.called),
    fees: sum((row) => row.fees),
    ex_gratia: sum((row) => row.ex_gratia),
    salvage: sum((row) => row.salvage),
    base_closing:
      first.base_closing === null
        ? null
        : sumOf(
            rows.map((row) => row.base_closing),
            base,
          ),
  };
  const loss = { incurred: unitsOf(total.incurred, currency), exGratia: unitsOf(total.ex_gratia, currency) };
  const ratio = (premium: string) => {
    const of = lossRatio(loss, unitsOf(premium, currency));
    return <RateText value={of === null ? null : formatRate(of)} />;
  };
  return {
    ...totalCells(underwritingTable, total, { currency, base, behind }),
    name: 'Total',
    ...(by !== 'security' && {
      policies: rows.reduce((count, { policies }) => count + policies, 0),
      claims: rows.reduce((count, { claims }) => count + claims, 0),
    }),
    ratio_written: ratio(total.written),
    ratio_earned: ratio(total.earned),
  };
}

/** The rows of one currency, and what they come to. */
function ResultsTable({ currency, rows, by, behind, base, rates }: ResultsProps) {
  const columns = columnsOf(behind, { base, rates }).map((column) =>
    column.id === 'name' ? { ...column, title: UNDERWRITING_LABELS[by] } : column,
  );
  return (
    <Card flush title={currency}>
      <div className={onPaper}>
        <DataTable
          label={`Claims against premium in ${currency}`}
          {...{ columns, rows }}
          rowKey={(row) => row.id}
          totals={totalOf({ rows, currency, by, behind, base })}
        />
      </div>
    </Card>
  );
}

/** What all rows come to in base, and the rates of their currencies. */
function inBase(rows: readonly Row[], base: string) {
  const named = rows.flatMap(({ currency, rate, rate_day: day }) =>
    rate === null || day === null || currency === base ? [] : [{ currency, rate, day }],
  );
  return {
    base_currency: base,
    base_total: sumOf(
      rows.map((row) => row.base_closing),
      base,
    ),
    rates: [...new Map(named.map((rate) => [rate.currency, rate])).values()].toSorted((a, b) =>
      a.currency < b.currency ? -1 : 1,
    ),
  };
}

/** Premium written and earned, claims and what they come to of it, by class, reinsured, security or year. */
export function ClaimResultsPage() {
  useWideSheet();
  const tables = useAlikeTables();
  const [address, change] = useAddress();
  const asAt = useReportDay();
  const by = UNDERWRITING_GROUPS.find((one) => one === address['by']) ?? 'class';
  const from = parseDay(address['from'] ?? '');
  const base = useBaseCurrency();
  const rates = useRates();
  const query = { by, asat: asAt, rates, ...(from !== null && { from }) };
  const fault = periodFault({ from, to: asAt }, FROM);
  const { data, waiting, ...wait } = usePeriodReport(underwritingReport, { query }, { fault });
  const behind = useFigures(results, query);
  const currencies = [...new Set(data?.map((row) => row.currency))].toSorted();
  return (
    <div ref={tables} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        {...{ waiting }}
        call={underwritingReport}
        title="Claims against premium"
        detail={
          <>
            As at {showDay(asAt)}
            {from !== null && `, policies that began from ${showDay(from)}`}
            {data !== undefined && rates === 'closing' && (
              <>
                {' · '}
                <BaseTotal reply={inBase(data, base)} of="incurred" />
              </>
            )}
          </>
        }
        onExport={(format) => exportFile(underwritingReport, { query, name: 'underwriting-results' }, format)}
      >
        <Select
          label="By"
          name="results-by"
          className="w-64"
          options={GROUPS}
          value={by}
          onChange={(one) => change({ by: one }, 'push')}
        />
        <DayField
          label={FROM}
          name="results-from"
          whenLeft
          error={wait.fault}
          className="w-40 pointer-coarse:w-42"
          value={from ?? ''}
          onChange={(day) => change({ from: day === '' ? undefined : day })}
        />
        <RatesField unbooked />
        <AsAtField />
      </ReportHead>
      <ClaimTabs current="Against premium" />
      <Sheet {...{ waiting }}>
        {data === undefined && <RatedWait unbooked {...wait} />}
        {data?.length === 0 && (
          <EmptyState title="No policies by this date.">
            Premium is written when a policy is approved; its claims are shown beside it.
          </EmptyState>
        )}
        {currencies.map((currency) => (
          <ResultsTable
            key={currency}
            {...{ currency, by, behind, base, rates }}
            rows={(data ?? []).filter((row) => row.currency === currency)}
          />
        ))}
      </Sheet>
    </div>
  );
}
