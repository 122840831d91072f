import { EVERY, EVERY_LABELS, SCHEDULE_STATES, SCHEDULE_STATUSES } from '../../../domain/invoices/schedule.ts';
import { listSchedules } from '../../../domain/invoices/schedule-contract.ts';
import { scheduleTable } from '../../../domain/invoices/schedule-tables.ts';
import { useListPage } from '../../api/use-list.ts';
import { paths, scheduleHref } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { ReceivableTabs } from '../ledger/ReceivableTabs.tsx';
import { badgeOf } from '../ledger/status.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

const COLUMNS = screenColumns(scheduleTable, {
  cells: {
    party: (row) => <span dir="auto">{row.party.name}</span>,
    status: (row) => <StatusBadge {...badgeOf(SCHEDULE_STATES[row.status])} />,
    problem: (row) => row.problem && <StatusBadge label="Not drafted" tone="bad" />,
  },
});
const FILTERS: Filter[] = [
  {
    key: 'status',
    label: 'Status',
    kind: 'option',
    options: SCHEDULE_STATUSES.map((value) => ({ value, label: SCHEDULE_STATES[value].label })),
  },
  {
    key: 'every',
    label: 'Every',
    kind: 'option',
    options: EVERY.map((value) => ({ value, label: EVERY_LABELS[value] })),
  },
];

/** Invoices that are drafted again by the calendar, the newest first. */
export function SchedulesPage() {
  const page = useListPage(listSchedules, { name: 'invoice-schedules', filters: ['status', 'every'] });
  return (
    <ListPage
      title="Receivables"
      {...page}
      views={<ViewsMenu call={listSchedules} />}
      nouns={['recurring invoice', 'recurring invoices']}
      searchLabel="Party, number or what for"
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={(row) => String(row.id)}
      rowLabel={(row) => `${row.invoice} to ${row.party.name}`}
      rowHref={(row) => scheduleHref(row.id)}
      above={<ReceivableTabs current="schedules" />}
      empty={
        <EmptyState
          title="No recurring invoices yet."
          action={<LinkButton href={paths.invoices}>Open invoices</LinkButton>}
        >
          Open an approved invoice and choose Repeat: drafts of it are then made by the calendar.
        </EmptyState>
      }
    />
  );
}
