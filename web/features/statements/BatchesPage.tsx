import { BATCH_SIDES, SIDE_LABELS } from '../../../domain/statements/account.ts';
import { listStatementBatches } from '../../../domain/statements/contract.ts';
import { BATCH_KIND_LABELS, BATCH_KINDS, BATCH_LABELS, batchTable } from '../../../domain/statements/tables.ts';
import { BATCH_STATES } from '../../../domain/renewals/states.ts';
import { useListPage } from '../../api/use-list.ts';
import { paths, statementBatchHref } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { InstantText } from '../../ui/marks/Figures.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { batchBadge } from './batch-words.ts';
import { StatementTabs } from './StatementTabs.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { showDay } from '../../ui/marks/format.ts';

const COLUMNS = screenColumns(batchTable, {
  cells: {
    made_at: (row) => <InstantText value={row.made_at} />,
    state: (row) => <StatusBadge {...batchBadge(row.state)} />,
    problems: (row) => (row.problems === 0 ? '–' : <span className="text-warn">{row.problems}</span>),
  },
});
const FILTERS: Filter[] = [
  {
    key: 'kind',
    label: 'What',
    kind: 'option',
    options: BATCH_KINDS.map((value) => ({ value, label: BATCH_KIND_LABELS[value] })),
  },
  {
    key: 'side',
    label: 'Of',
    kind: 'option',
    options: BATCH_SIDES.map((value) => ({ value, label: SIDE_LABELS[value] })),
  },
  {
    key: 'state',
    label: 'State',
    kind: 'option',
    options: BATCH_STATES.map((value) => ({ value, label: BATCH_LABELS[value] })),
  },
];

/** Statements, reminders and remittance advice that were made together, the newest first. */
export function BatchesPage() {
  const page = useListPage(listStatementBatches, { name: 'statement-batches', filters: ['kind', 'side', 'state'] });
  return (
    <ListPage
      title="Batches"
      {...page}
      views={<ViewsMenu call={listStatementBatches} />}
      nouns={['batch', 'batches']}
      searchLabel="Name of a party"
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={(row) => String(row.id)}
      rowLabel={(row) =>
        `${BATCH_KIND_LABELS[row.kind]} of ${SIDE_LABELS[row.side].toLowerCase()} as at ${showDay(row.as_at)}`
      }
      rowHref={(row) => statementBatchHref(row.id)}
      above={<StatementTabs current="batches" />}
      empty={
        <EmptyState
          title="No batches yet."
          action={<LinkButton href={paths.statementAccounts}>Choose accounts</LinkButton>}
        >
          Statements, reminders and remittance advice of several parties are made in one go and mailed.
        </EmptyState>
      }
    />
  );
}
