import { useState } from 'react';
import { Badge, type Tone } from '../../../ui/marks/Badge.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { Paging } from '../../../ui/tables/Paging.tsx';
import { RadioGroup } from '../../../ui/fields/Choice.tsx';
import type { Column } from '../../../ui/tables/table-types.ts';
import { showCount } from '../../../ui/fields/whole-number.ts';
import { useLocalList } from '../use-local-list.ts';
import { FromTo } from '../../../ui/marks/FromTo.tsx';
import type { WireReply } from '../../../../domain/endpoint.ts';
import type { currency as calls } from '../../../../domain/registers/currencies.ts';

export type Preview = WireReply<typeof calls.previewRates>;

type Row = Preview['rows'][number];

const OUTCOMES: Record<Row['outcome'], { label: string; tone: Tone; weight: number }> = {
  ERROR: { label: 'Error', tone: 'bad', weight: 0 },
  CHANGED: { label: 'Changed', tone: 'warn', weight: 2 },
  NEW: { label: 'New', tone: 'good', weight: 3 },
  SAME: { label: 'Same', tone: 'neutral', weight: 4 },
};

// What needs a look comes first.
const weightOf = (row: Row) => (row.warnings.length > 0 ? 1 : OUTCOMES[row.outcome].weight);

function Remark({ row }: { row: Row }) {
  if (row.errors.length > 0)
    return (
      <ul className="text-bad">
        {row.errors.map(({ column, message }) => (
          <li key={`${column} ${message}`}>{message}</li>
        ))}
      </ul>
    );
  return (
    <>
      {row.outcome === 'CHANGED' && (
        <span className="tabular-nums">
          <FromTo from={row.before} to={row.rate} />
        </span>
      )}
      {row.warnings.map((text) => (
        <span key={text} className="block text-warn">
          {text}
        </span>
      ))}
    </>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'line', title: 'Line', align: 'right', cell: (row) => showCount(row.line) },
  {
    id: 'outcome',
    title: 'Outcome',
    cell: (row) => (
      <>
        <Badge tone={OUTCOMES[row.outcome].tone}>{OUTCOMES[row.outcome].label}</Badge>
        {/* On a narrow screen its own column would be out of sight. */}
        <div className="w-40 whitespace-normal sm:hidden">
          <Remark row={row} />
        </div>
      </>
    ),
  },
  { id: 'day', title: 'Day', cell: (row) => row.day },
  { id: 'currency', title: 'Currency', cell: (row) => row.currency },
  { id: 'rate', title: 'Rate', align: 'right', cell: (row) => row.rate },
  {
    id: 'remark',
    title: 'What to look at',
    width: 280,
    cell: (row) => (
      <div className="whitespace-normal max-sm:hidden">
        <Remark row={row} />
      </div>
    ),
  },
];

const SHOWN = ['all', 'look'] as const;

/** What importing a file would do, line by line; what needs a look first. */
export function RatesPreview({ preview }: { preview: Preview }) {
  const { counts, ignored } = preview;
  const needing = counts.errors + counts.warnings;
  const [shown, setShown] = useState<(typeof SHOWN)[number]>(needing > 0 ? 'look' : 'all');
  const list = useLocalList(50);
  const rows = preview.rows
    .filter((row) => shown === 'all' || row.errors.length > 0 || row.warnings.length > 0)
    .toSorted((a, b) => weightOf(a) - weightOf(b) || a.line - b.line);
  const page = rows.slice((list.page - 1) * list.size, list.page * list.size);
  const totals = [
    { label: 'New', count: counts.new },
    { label: 'Changed', count: counts.changed },
    { label: 'Same', count: counts.same },
    { label: 'Warnings', count: counts.warnings },
    { label: 'Errors', count: counts.errors },
  ];
  return (
    <>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-5">
        {totals.map(({ label, count }) => (
          <div key={label} className="bg-panel px-3 py-2 max-sm:last:col-span-2">
            <dt className="text-xs text-mute">{label}</dt>
            <dd
              className={`font-semibold tabular-nums ${label === 'Errors' && count > 0 ? 'text-bad' : label === 'Warnings' && count > 0 ? 'text-warn' : ''}`}
            >
              {showCount(count)}
            </dd>
          </div>
        ))}
      </dl>
      {ignored.length > 0 && <p className="text-xs text-mute">Not read: {ignored.join(', ')}.</p>}
      {needing > 0 && (
        <RadioGroup
          label="Lines shown"
          inline
          options={[
            { value: 'look', label: 'Those to look at' },
            { value: 'all', label: 'All' },
          ]}
          value={shown}
          onChange={(value) => {
            setShown(SHOWN.find((one) => one === value) ?? 'all');
            list.setPage(1);
          }}
        />
      )}
      <div className="rounded-lg border border-line">
        <DataTable<Row>
          label="Rates of the file"
          columns={COLUMNS}
          rows={page}
          rowKey={(row) => String(row.line)}
          maxHeight="max-h-[40dvh]"
        />
        <Paging list={list} filtered={rows.length} rows={page.length} />
      </div>
    </>
  );
}
