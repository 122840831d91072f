import { listRecordBatches } from '../../../domain/batches/contract.ts';
import { BATCH_ACT_LABELS, BATCH_ACTS, recordBatchTable } from '../../../domain/batches/tables.ts';
import { KIND_NAMES, KINDS } from '../../../domain/records/kinds.ts';
import { BATCH_STATES } from '../../../domain/renewals/states.ts';
import { BATCH_LABELS } from '../../../domain/statements/tables.ts';
import { useListPage } from '../../api/use-list.ts';
import { batchHref } from '../../paths.ts';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { useShowsBranches } from '../../ui/tables/shows-branches.ts';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { batchBadge } from '../statements/batch-words.ts';

const COLUMNS = screenColumns(recordBatchTable, {
  cells: { state: (row) => <StatusBadge {...batchBadge(row.state)} /> },
});
const FILTERS: Filter[] = [
  {
    key: 'act',
    label: 'What',
    kind: 'option',
    options: BATCH_ACTS.map((value) => ({ value, label: BATCH_ACT_LABELS[value] })),
  },
  {
    key: 'kind',
    label: 'Of',
    kind: 'option',
    options: KIND_NAMES.map((value) => ({ value, label: KINDS[value].plural })),
  },
  {
    key: 'state',
    label: 'State',
    kind: 'option',
    options: BATCH_STATES.map((value) => ({ value, label: BATCH_LABELS[value] })),
  },
];

/** What one did to records together, the newest first. */
export function RecordBatchesPage() {
  const withBranch = useShowsBranches();
  const page = useListPage(listRecordBatches, { name: 'batches', filters: FILTERS.map((filter) => filter.key) });
  return (
    <ListPage
      title="Batches"
      {...page}
      views={<ViewsMenu call={listRecordBatches} />}
      nouns={['batch', 'batches']}
      searchLabel="Record or party"
      filters={FILTERS}
      columns={withBranch ? COLUMNS : COLUMNS.filter(({ id }) => id !== 'branch')}
      rowKey={(row) => String(row.id)}
      rowHref={(row) => batchHref(row.id)}
      rowLabel={(row) => `${BATCH_ACT_LABELS[row.act]} ${KINDS[row.kind].plural}`}
      empty={
        <EmptyState title="No batches yet.">
          Select rows of a list and submit or approve them: how far it is, and what was not done, is kept here.
        </EmptyState>
      }
    />
  );
}
