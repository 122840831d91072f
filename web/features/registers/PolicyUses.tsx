import { listPolicies } from '../../../domain/placements/lists.ts';
import { policyTable } from '../../../domain/placements/tables.ts';
import { paths } from '../../paths.ts';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { pageOf } from '../../ui/tables/ListStates.tsx';
import { Paging } from '../../ui/tables/Paging.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { useListState } from '../../ui/tables/use-list-state.ts';
import { useList } from '../../api/use-list.ts';
import { policyBadge } from './register-words.ts';

const COLUMNS = screenColumns(policyTable, {
  only: [
    'broker_reference',
    'status',
    'reinsured',
    'insured',
    'insurance_start_date',
    'insurance_end_date',
    'currency',
    'fac_premium',
  ],
  widths: { broker_reference: 180, reinsured: 180, insured: 180 },
  cells: {
    status: (row) => <StatusBadge {...policyBadge(row.status)} />,
    reinsured: (row) => <span dir="auto">{row.reinsured}</span>,
    insured: (row) => <span dir="auto">{row.insured}</span>,
  },
});

/** Local policies that use an entry of a register, in the branches that the caller sees. */
export function PolicyUses({ by, noun }: { by: { cover_type?: string; clause?: string }; noun: string }) {
  const list = useListState();
  const query = useList(listPolicies, { ...list.query, ...by });
  const { rows, past } = pageOf(list, query.data);
  return (
    <div className="rounded-lg border border-line bg-panel">
      <DataTable
        label={`Policies with this ${noun}`}
        columns={COLUMNS}
        {...{ rows }}
        rowKey={(row) => String(row.id)}
        rowHref={(row) => paths.policy.replace('$id', String(row.id))}
        rowLabel={(row) => row.broker_reference}
        loading={query.isFetching}
        error={query.error}
        onRetry={() => void query.refetch()}
        sort={list.sort}
        onSort={list.setSort}
        skeletonRows={6}
        empty={
          past ?? (
            <EmptyState title="No policies yet.">Policies with this {noun} in your branches appear here.</EmptyState>
          )
        }
      />
      <Paging list={list} filtered={query.data?.recordsFiltered} more={query.data?.more ?? false} rows={rows?.length} />
    </div>
  );
}
