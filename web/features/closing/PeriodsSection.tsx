import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { periods } from '../../../domain/closing/periods.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { paths, withQuery } from '../../paths.ts';
import { Button, IconButton } from '../../ui/buttons/Button.tsx';
import { CardRows } from '../../ui/tables/CardRows.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { InstantText } from '../../ui/marks/Figures.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import type { Column } from '../../ui/tables/table-types.ts';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { showCount, wholeNumber } from '../../ui/fields/whole-number.ts';
import { PeriodDialog } from './PeriodDialog.tsx';
import { YearDialog } from './YearDialog.tsx';
import { useMayManage } from '../firm/SettingForm.tsx';
import { type Period, monthName } from '../firm/firm-words.ts';

const COLUMNS: readonly Column<Period>[] = [
  { id: 'month', title: 'Month', width: 150, cell: monthName },
  {
    id: 'state',
    title: 'Status',
    cell: (row) =>
      row.closed ? (
        <StatusBadge label="Closed" tone="neutral" />
      ) : (
        <StatusBadge label={row.ended ? 'Open' : 'Not ended'} tone={row.ended ? 'good' : 'info'} />
      ),
  },
  { id: 'entries', title: 'Journal entries', align: 'right', cell: (row) => showCount(row.entries) },
  {
    id: 'undecided',
    title: 'Not decided or not paid',
    align: 'right',
    isBlank: (row) => row.undecided === 0,
    cell: (row) => (row.undecided === 0 ? '–' : showCount(row.undecided)),
  },
  {
    id: 'closed',
    title: 'Closed',
    width: 200,
    isBlank: (row) => row.closed_at === null,
    cell: (row) =>
      row.closed_at === null ? (
        ''
      ) : (
        <>
          <InstantText value={row.closed_at} /> by {row.closed_by}
        </>
      ),
  },
];

type YearProps = { data: WireReply<typeof periods>; mayClose: boolean; onClose: () => void };

/** Whether the year is closed, and the way to close it once it has ended. */
function YearState({ data: { closing, label, data }, mayClose, onClose }: YearProps) {
  if (closing !== null) return <StatusBadge label={`${label} closed by ${closing.by}`} tone="neutral" />;
  const ended = data.every((row) => row.ended);
  if (!mayClose || !ended) return null;
  return <Button onClick={onClose}>Close year…</Button>;
}

/** The months of a financial year, to be closed and reopened. */
export function PeriodsSection() {
  const [address, change] = useAddress();
  const mayManage = useMayManage();
  const Rows = useNarrow() ? CardRows : DataTable;
  const year = address['year'];
  const query = useEndpoint(periods, { query: year === undefined ? {} : { year } });
  const [turning, setTurning] = useState<Period | null>(null);
  const [closingYear, setClosingYear] = useState(false);
  const { data } = query;
  const step = (by: number) => change({ year: String((data?.year ?? wholeNumber(year, 0)) + by) });
  const actions = (row: Period): MenuEntry[] => [
    {
      label: row.closed ? 'Reopen…' : 'Close…',
      onSelect: () => setTurning(row),
      disabledReason: row.ended || row.closed ? undefined : 'The month has not ended.',
    },
    { label: 'Revaluation', href: withQuery(paths.revaluation, { month: row.month }) },
  ];
  return (
    <div className="flex max-w-5xl flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <PageTitle title="Periods" detail="Nobody can post into a closed month, so its figures stay as they are." />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {data !== undefined && <YearState data={data} mayClose={mayManage} onClose={() => setClosingYear(true)} />}
          <fieldset className="no-print flex items-center gap-1">
            <legend className="sr-only">Financial year</legend>
            <IconButton
              label="Year before"
              disabled={data === undefined || data.year <= data.first}
              icon={<ChevronLeft size={15} aria-hidden="true" />}
              onClick={() => step(-1)}
            />
            <span className="min-w-16 text-center font-medium tabular-nums" aria-live="polite">
              {data?.label ?? ' '}
            </span>
            <IconButton
              label="Year after"
              disabled={data === undefined || data.year >= data.last}
              icon={<ChevronRight size={15} aria-hidden="true" />}
              onClick={() => step(1)}
            />
          </fieldset>
        </div>
      </div>
      <div className="print-open rounded-lg border border-line bg-panel">
        <Rows
          label="Periods"
          columns={COLUMNS}
          rows={data?.data}
          rowKey={(row) => row.month}
          rowLabel={monthName}
          loading={query.isFetching}
          error={query.error}
          onRetry={() => void query.refetch()}
          skeletonRows={12}
          {...(mayManage ? { rowActions: actions } : {})}
        />
      </div>
      {closingYear && data !== undefined && <YearDialog {...data} onClose={() => setClosingYear(false)} />}
      {turning !== null && <PeriodDialog row={turning} onClose={() => setTurning(null)} />}
    </div>
  );
}
