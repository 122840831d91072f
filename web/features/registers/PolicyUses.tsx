import type { WireReply } from '../../../domain/endpoint.ts';
import { listPolicies } from '../../../domain/placements/contract.ts';
import { POLICY_STATES } from '../../../domain/placements/states.ts';
import { paths } from '../../paths.ts';
import { StatusBadge, type Tone } from '../../ui/marks/Badge.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { DayText, MoneyText } from '../../ui/marks/Figures.tsx';
import { Paging } from '../../ui/Paging.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Column } from '../../ui/table-types.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { useList } from '../../api/use-list.ts';

type Row = WireReply<typeof listPolicies>['data'][number];

const TONES = {
  neutral: 'neutral',
  waiting: 'warn',
  good: 'good',
  bad: 'bad',
  muted: 'neutral',
} as const satisfies Record<string, Tone>;

const COLUMNS: readonly Column<Row>[] = [
  { id: 'broker_reference', title: 'Reference', sortable: true, width: 180, cell: (row) => row.broker_reference },
  {
    id: 'status',
    title: 'Status',
    cell: (row) => <StatusBadge label={POLICY_STATES[row.status].label} tone={TONES[POLICY_STATES[row.status].tone]} />,
  },
  { id: 'reinsured', title: 'Reinsured', width: 180, cell: (row) => <span dir="auto">{row.reinsured}</span> },
  { id: 'insured', title: 'Insured', width: 180, cell: (row) => <span dir="auto">{row.insured}</span> },
  {
    id: 'insurance_start_date',
    title: 'From',
    sortable: true,
    cell: (row) => <DayText value={row.insurance_start_date} />,
  },
  { id: 'insurance_end_date', title: 'To', sortable: true, cell: (row) => <DayText value={row.insurance_end_date} /> },
  { id: 'currency', title: 'Currency', cell: (row) => row.currency },
  {
    id: 'fac_premium',
    title: 'Fac premium',
    align: 'right',
    cell: (row) => <MoneyText value={row.fac_premium} currency={row.currency} />,
  },
];

/** Local policies that use an entry of a register, in the branches that the caller sees. */
export function PolicyUses({ by, noun }: { by: { cover_type?: string; clause?: string }; noun: string }) {
  const list = useListState();
  const query = useList(listPolicies, { ...list.query, ...by });
  return (
    <div className="rounded-lg border border-line bg-panel">
      <DataTable
        label={`Policies with this ${noun}`}
        columns={COLUMNS}
        rows={query.data?.data}
        rowKey={(row) => String(row.id)}
        rowHref={(row) => paths.policy.replace('$id', String(row.id))}
        rowLabel={(row) => row.broker_reference}
        loading={query.isFetching}
        error={query.error}
        onRetry={() => void query.refetch()}
        sort={list.sort}
        onSort={list.setSort}
        skeletonRows={6}
        empty={<EmptyState title="No policies yet">Policies with this {noun} in your branches stand here.</EmptyState>}
      />
      <Paging
        list={list}
        filtered={query.data?.recordsFiltered}
        more={query.data?.more ?? false}
        rows={query.data?.data.length}
      />
    </div>
  );
}
