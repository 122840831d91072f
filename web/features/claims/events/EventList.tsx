import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { listEvents } from '../../../../domain/claims/report-contract.ts';
import { eventTable } from '../../../../domain/claims/table.ts';
import { can, useSession } from '../../../api/session.ts';
import { useListPage } from '../../../api/use-list.ts';
import { eventHref } from '../../../paths.ts';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { NoPage } from '../../../ui/layout/NoPage.tsx';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import { LongName } from '../../../ui/marks/LongName.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { ListPage } from '../../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../../ui/tables/table-columns.tsx';
import { EventDialog } from './EventDialog.tsx';
import { ViewsMenu } from '../../views/ViewsMenu.tsx';

const COLUMNS = screenColumns(eventTable, {
  cells: {
    name: (row) => <LongName>{row.name}</LongName>,
    status: (row) =>
      row.status === 'ACTIVE' ? (
        <StatusBadge label="In use" tone="good" />
      ) : (
        <StatusBadge label="Inactive" tone="neutral" />
      ),
  },
});

/** Events that hit several policies, each with how many claims of it there are. */
export function EventList({ tabs }: { tabs: ReactNode }) {
  const session = useSession();
  const go = useGo();
  const [adding, setAdding] = useState(false);
  const may = can(session, 'claims.view');
  const page = useListPage(listEvents, { name: 'events', filters: ['status'], enabled: may });
  if (!may) return <NoPage title="Claims" may={false} />;
  const create = can(session, 'claims.create') && (
    <Button variant="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => setAdding(true)}>
      New event
    </Button>
  );
  return (
    <>
      <ListPage
        title="Events"
        {...page}
        views={<ViewsMenu call={listEvents} />}
        above={tabs}
        nouns={['event', 'events']}
        searchLabel="Event"
        filters={[
          {
            key: 'status',
            label: 'Status',
            kind: 'option',
            options: [
              { value: 'ACTIVE', label: 'In use' },
              { value: 'INACTIVE', label: 'Inactive' },
            ],
          },
        ]}
        columns={COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        rowHref={(row) => eventHref(row.id)}
        primary={create}
        empty={
          <EmptyState title="No events yet." action={create}>
            A storm or a flood that hits several policies is entered once; its claims are then looked at together.
          </EmptyState>
        }
      />
      {adding && <EventDialog onClose={() => setAdding(false)} onSaved={({ id }) => go(eventHref(id))} />}
    </>
  );
}
