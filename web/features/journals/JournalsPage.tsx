import { Plus } from 'lucide-react';
import { listManualJournals } from '../../../domain/journals/contract.ts';
import { JOURNAL_STATES, JOURNAL_STATUSES } from '../../../domain/journals/states.ts';
import { manualJournalTable } from '../../../domain/journals/table.ts';
import { KINDS, nounsOf } from '../../../domain/records/kinds.ts';
import { can, useSession } from '../../api/session.ts';
import { useListPage } from '../../api/use-list.ts';
import { atId, journalHref, paths } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { leftFilters } from '../ledger/left-filter.ts';
import { badgeOf } from '../ledger/status.ts';
import { rowActs } from '../records/row-acts.ts';
import { useSelection } from '../records/use-selection.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { journalName } from './journal-form.ts';

const STATUS = JOURNAL_STATUSES.map((value) => ({ value, label: JOURNAL_STATES[value].label }));
const FILTERS: readonly Filter[] = [{ key: 'status', label: 'Status', kind: 'option', options: STATUS }];

const COLUMNS = screenColumns(manualJournalTable, {
  cells: {
    number: journalName,
    status: (row) => <StatusBadge {...badgeOf(JOURNAL_STATES[row.status])} />,
  },
});

/** What was booked by hand. M16. */
export function JournalsPage() {
  const session = useSession();
  const page = useListPage(listManualJournals, { name: 'journals', filters: ['status', 'left'] });
  const { selection, dialog } = useSelection({ kind: 'journal', call: listManualJournals, name: 'journals' });
  const create = can(session, 'journals.create') && (
    <LinkButton variant="primary" icon={<Plus size={14} aria-hidden="true" />} href={paths.journalNew}>
      New journal
    </LinkButton>
  );
  return (
    <>
      <ListPage
        title="Journals"
        {...page}
        {...{ selection }}
        views={<ViewsMenu call={listManualJournals} />}
        nouns={nounsOf(KINDS.journal)}
        searchLabel="Narration, account or number"
        filters={[...FILTERS, ...leftFilters(page.list.filters['left'])]}
        columns={COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={journalName}
        rowHref={(row) => journalHref(row.id)}
        rowActions={(row) =>
          rowActs(session, {
            id: row.id,
            status: row.status,
            branch: row.branch,
            kind: 'journal',
            editHref: atId(paths.journalEdit, row.id),
          })
        }
        primary={create}
        empty={
          <EmptyState title="No journals yet." action={create}>
            Accruals, corrections and what no document books are entered here by hand.
          </EmptyState>
        }
      />
      {dialog}
    </>
  );
}
