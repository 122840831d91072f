import { clsx } from 'clsx';
import type { WireReply } from '../../../../domain/endpoint.ts';
import {
  exposure,
  EXPOSURE_GROUPS,
  EXPOSURE_LABELS,
  type ExposureGroup,
  exposureTable,
  exposureTotals,
} from '../../../../domain/reports/exposure.ts';
import { HUNDRED, parseRate } from '../../../../domain/values/rate.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { MoneyText, RateText } from '../../../ui/marks/Figures.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { type FigureHref, screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { useAlikeTables } from '../../../ui/tables/use-alike-tables.ts';
import { AsAtField, useReportDay } from '../AsAtField.tsx';
import type { Day } from '../../../../domain/values/day.ts';
import { BesideField, besideColumns, useBeside } from '../BesideField.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { Sheet } from '../Sheet.tsx';
import { besideTotals } from '../parties/beside-totals.tsx';
import { ReportWait } from '../ReportWait.tsx';
import { onPaper, useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { ExposedName } from './ExposedName.tsx';
import { ExposureBars } from './ExposureBars.tsx';
import { SecurityLimit } from './SecurityLimit.tsx';
import { useFigures } from '../explained/figures.ts';
import { exposureRows, exposureSums } from '../../../../domain/explained/cover.ts';
import { showDay } from '../../../ui/marks/format.ts';

type Reply = WireReply<typeof exposure>;

const GROUPS = EXPOSURE_GROUPS.map((value) => ({ value, label: EXPOSURE_LABELS[value] }));

/** More than the whole of a limit is used. */
const isOver = (used: string): boolean => {
  const rate = parseRate(used);
  return typeof rate === 'bigint' && rate > HUNDRED;
};

/** Who has a limit and no figure for what is used of it lacks a rate for one of them. */
const hasLimit = ({ base_limit: limit, unrated_limit: unrated }: Reply['data'][number]): boolean =>
  limit !== null || unrated !== null;

type Shown = { by: ExposureGroup; base: string; beside: Day | undefined };
const OF_LIMITS = ['line_limit', 'base_lines', 'used'] as const;
/** Each stands below another. */
const LOWER = ['largest_line', 'above', 'base_limit'] as const;
/** Its own currency stands in the place of the base. */
const IN_PLACE = ['unrated_limit'] as const;

const TITLES = {
  exposure: 'Its lines',
  largest_line: 'Its line',
  line_limit: 'Line limit',
  base_lines: 'Lines in all',
  base_limit: 'Limit in all',
};

const columnsOf = (behind: FigureHref<Reply['data'][number]>, { by, base, beside }: Shown) => {
  const other = besideColumns(beside);
  return screenColumns(exposureTable, {
    behind,
    base,
    titles: { name: EXPOSURE_LABELS[by], ...(by === 'security' && TITLES), ...other.titles },
    without: ['currency', ...IN_PLACE, ...other.without, ...(by === 'security' ? [] : [...OF_LIMITS, ...LOWER])],
    under: { beside: 'change', largest: 'largest_line', line_limit: 'above', base_lines: 'base_limit' },
    cells: {
      name: (row) => <ExposedName {...{ by, row }} />,
      exposure: (row) => <MoneyText value={row.exposure} currency={row.currency} strong />,
      base_limit: (row) => <SecurityLimit {...{ row, base }} />,
      used: (row) =>
        row.used === null ? (
          <span className="text-mute">{hasLimit(row) ? 'No rate' : '–'}</span>
        ) : (
          <span className={clsx(isOver(row.used) && 'font-medium text-bad')}>
            <RateText value={row.used} />
          </span>
        ),
      above: (row) =>
        row.above === null || row.above === 0 ? null : <span className="text-bad">{row.above} above</span>,
    },
  });
};

type CardProps = { reply: Reply; totals: Reply['totals'][number]; by: ExposureGroup; beside: Day | undefined };

function CurrencyCard({ reply, totals, by, beside }: CardProps) {
  const { currency } = totals;
  const query = { by, asat: reply.as_at, beside };
  const behind = useFigures(exposureRows, query);
  const behindSums = useFigures(exposureSums, query);
  const rows = reply.data.filter((row) => row.currency === currency);
  return (
    <Card flush title={currency}>
      {rows.length > 1 && <ExposureBars {...{ rows, currency, by }} />}
      <div className={onPaper}>
        <DataTable
          label={`Exposure in ${currency}`}
          columns={columnsOf(behind, { by, base: reply.base_currency, beside })}
          rows={rows}
          rowKey={(row) => row.id}
          totals={{
            ...totalCells(exposureTotals, totals, { currency, behind: behindSums }),
            ...besideTotals(rows, currency),
            name: 'Total',
            policies: totals.policies,
          }}
        />
      </div>
    </Card>
  );
}

/** What is in force on a day by country, class, reinsured or security: where losses would gather. */
export function ExposurePage() {
  useWideSheet();
  const tables = useAlikeTables();
  const [address, change] = useAddress();
  const by = EXPOSURE_GROUPS.find((one) => one === address['by']) ?? 'country';
  const asat = useReportDay();
  const beside = useBeside();
  const query = { by, asat, beside };
  const { data, error, refetch, isPlaceholderData: waiting } = useEndpoint(exposure, { query });
  return (
    <div ref={tables} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        {...{ waiting }}
        call={exposure}
        title="Exposure in force"
        detail={`Sums insured and what is placed of them, as at ${showDay(asat)}`}
        onExport={(format) => exportFile(exposure, { query, name: 'exposure' }, format)}
      >
        <Select
          label="By"
          name="exposure-by"
          className="w-36"
          options={GROUPS}
          value={by}
          onChange={(one) => change({ by: one }, 'push')}
        />
        <BesideField />
        <AsAtField />
      </ReportHead>
      <Sheet {...{ waiting }}>
        {data === undefined && <ReportWait {...{ error, refetch }} above={6.25} />}
        {data?.data.length === 0 && (
          <EmptyState title="Nothing is in force.">
            Approved policies whose cover includes this day are summed here.
          </EmptyState>
        )}
        {data?.totals.map((totals) => (
          <CurrencyCard key={totals.currency} reply={data} {...{ totals, by, beside }} />
        ))}
      </Sheet>
    </div>
  );
}
