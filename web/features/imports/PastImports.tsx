import type { WireReply } from '../../../domain/endpoint.ts';
import { imports } from '../../../domain/imports/contract.ts';
import { IMPORT_STATE_NAMES, IMPORT_STATES } from '../../../domain/imports/states.ts';
import { exportFile } from '../../api/export-file.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { ExportButton } from '../../ui/tables/ListPage.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import type { ImportTarget } from '../../../domain/imports/targets.ts';
import { useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { InstantText } from '../../ui/marks/Figures.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { pageOf } from '../../ui/tables/ListStates.tsx';
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

const STATES = IMPORT_STATE_NAMES.map((value) => ({ value, label: IMPORT_STATES[value].label }));

/** Earlier imports here: the user's own, for root everybody's. */
export function PastImports({ target }: { target: ImportTarget }) {
  const list = useListState({ filters: ['state'] });
  const session = useSession();
  const { start, length } = list.query;
  const state = IMPORT_STATE_NAMES.find((one) => one === list.filters['state']);
  const which = { target: target.key, ...(state !== undefined && { state }) };
  const query = useEndpoint(imports.items, {
    query: { ...which, ...(start !== undefined && { start }), ...(length !== undefined && { length }) },
  });
  if (query.data?.recordsTotal === 0 && state === undefined) return null;
  const { rows, past } = pageOf(list, query.data);
  const everybody = session?.user.roles.some((held) => held.role === 'ROLE_ROOT') ?? false;
  const title = everybody ? 'Earlier imports' : 'Your earlier imports';
  return (
    <Card
      title={title}
      flush
      actions={
        <div className="flex flex-wrap items-end gap-2">
          <Select
            label="Status"
            hideLabel
            name="imports-state"
            placeholder="Any status"
            clearable
            className="w-36"
            options={STATES}
            value={state ?? ''}
            onChange={(value) => list.setFilter('state', value)}
          />
          <ViewsMenu call={imports.items} />
          <ExportButton onExport={(format) => exportFile(imports.items, { query: which, name: 'imports' }, format)} />
        </div>
      }
    >
      <DataTable
        label="Files imported before"
        columns={COLUMNS}
        {...{ rows }}
        rowKey={(row) => String(row.id)}
        rowHref={(row) => importHref(target, row.id)}
        rowLabel={(row) => row.file_name}
        empty={past ?? <EmptyState title="No import is in this status." />}
        loading={query.isFetching}
        error={query.error}
        onRetry={() => void query.refetch()}
        skeletonRows={3}
      />
      <Paging list={list} filtered={query.data?.recordsFiltered} rows={rows?.length} />
    </Card>
  );
}
