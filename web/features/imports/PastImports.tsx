import type { WireReply } from '../../../domain/endpoint.ts';
import { imports } from '../../../domain/imports/contract.ts';
import type { ImportTarget } from '../../../domain/imports/targets.ts';
import { useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { InstantText } from '../../ui/marks/Figures.tsx';
import { Paging } from '../../ui/tables/Paging.tsx';
import type { Column } from '../../ui/tables/table-types.ts';
import { useListState } from '../../ui/tables/use-list-state.ts';
import { showCount } from '../../ui/fields/whole-number.ts';
import { importHref, stateBadge } from './import-words.ts';

type Past = WireReply<typeof imports.items>['data'][number];

const COLUMNS: readonly Column<Past>[] = [
  { id: 'file', title: 'File', width: 200, cell: (row) => row.file_name },
  { id: 'state', title: 'Status', cell: (row) => <StatusBadge {...stateBadge(row.state)} /> },
  { id: 'rows', title: 'Rows', align: 'right', cell: (row) => showCount(row.counts.rows) },
  { id: 'added', title: 'Added', align: 'right', cell: (row) => showCount(row.counts.written) },
  { id: 'updated', title: 'Updated', align: 'right', cell: (row) => showCount(row.counts.updated) },
  { id: 'faulty', title: 'Faulty', align: 'right', cell: (row) => showCount(row.counts.faulty) },
  { id: 'by', title: 'By', cell: (row) => row.by.name },
  { id: 'at', title: 'When', cell: (row) => <InstantText value={row.created_at} /> },
];

/** Earlier imports here: the user's own, for root everybody's. */
export function PastImports({ target }: { target: ImportTarget }) {
  const list = useListState();
  const session = useSession();
  const { start, length } = list.query;
  const query = useEndpoint(imports.items, {
    query: { target: target.key, ...(start !== undefined && { start }), ...(length !== undefined && { length }) },
  });
  if (query.data?.recordsTotal === 0) return null;
  const everybody = session?.user.roles.some((held) => held.role === 'ROLE_ROOT') ?? false;
  const title = everybody ? 'Earlier imports' : 'Your earlier imports';
  return (
    <Card title={title} flush>
      <DataTable
        label="Files imported before"
        columns={COLUMNS}
        rows={query.data?.data}
        rowKey={(row) => String(row.id)}
        rowHref={(row) => importHref(target, row.id)}
        rowLabel={(row) => row.file_name}
        loading={query.isFetching}
        error={query.error}
        onRetry={() => void query.refetch()}
        skeletonRows={3}
      />
      <Paging list={list} filtered={query.data?.recordsFiltered} rows={query.data?.data.length} />
    </Card>
  );
}
