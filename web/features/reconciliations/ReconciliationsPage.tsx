import { Plus } from 'lucide-react';
import { listReconciliations } from '../../../domain/reconciliations/contract.ts';
import { RECONCILIATION_STATES, RECONCILIATION_STATUSES } from '../../../domain/reconciliations/states.ts';
import { reconciliationTable } from '../../../domain/reconciliations/tables.ts';
import { can, useSession } from '../../api/session.ts';
import { useListPage } from '../../api/use-list.ts';
import { paths, reconciliationHref } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { badgeOf } from '../ledger/status.ts';
import { searchPayers } from '../ledger/use-lookups.ts';
import { StatementTabs } from '../statements/StatementTabs.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

const COLUMNS = screenColumns(reconciliationTable, {
  cells: {
    party: (row) => <span dir="auto">{row.party.name}</span>,
    status: (row) => <StatusBadge {...badgeOf(RECONCILIATION_STATES[row.status])} />,
  },
  second: { party: (row) => <span dir="auto">{row.file_name}</span> },
});
const STATUS = RECONCILIATION_STATUSES.map((value) => ({ value, label: RECONCILIATION_STATES[value].label }));

/** Statements of parties that were held against ours, the newest first. */
export function ReconciliationsPage() {
  const session = useSession();
  const page = useListPage(listReconciliations, { name: 'reconciliations', filters: ['status', 'party'] });
  const filters: Filter[] = [
    { key: 'status', label: 'Status', kind: 'option', options: STATUS },
    { key: 'party', label: 'Party', kind: 'record', search: searchPayers, shown: page.query.data?.data[0]?.party.name },
  ];
  const start = can(session, 'allocations.create') && (
    <LinkButton variant="primary" icon={<Plus size={14} aria-hidden="true" />} href={paths.reconciliationNew}>
      Read their statement
    </LinkButton>
  );
  return (
    <ListPage
      title="Reconciliations"
      {...page}
      views={<ViewsMenu call={listReconciliations} />}
      nouns={['reconciliation', 'reconciliations']}
      searchLabel="Name of a party"
      {...{ filters }}
      columns={COLUMNS}
      rowKey={(row) => String(row.id)}
      rowLabel={(row) => `${row.party.name} as at ${row.as_at}`}
      rowHref={(row) => reconciliationHref(row.id)}
      above={<StatementTabs current="reconciliations" />}
      primary={start}
      empty={
        <EmptyState title="No statement of a party yet." action={start}>
          What a reinsured or a security says of its account with us is held against ours here, to the cent.
        </EmptyState>
      }
    />
  );
}
