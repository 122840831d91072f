import { useState } from 'react';
import { editEvent, getEvent } from '../../../../domain/claims/report-contract.ts';
import { can, useSession } from '../../../api/session.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { claimHref, claimsTab, LISTS, paths, withQuery } from '../../../paths.ts';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import { useRecordId } from '../../../ui/hooks/use-record-id.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { NoPage } from '../../../ui/layout/NoPage.tsx';
import { RecordPage } from '../../../ui/layout/RecordPage.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { PartyLink } from '../../../ui/marks/NameLink.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { StatementTable, type StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import { sumOf } from '../../ledger/wire-amounts.ts';
import { claimColumns } from '../list/claim-columns.tsx';
import { EventDialog, type EventRecord } from './EventDialog.tsx';
import { showDay } from '../../../ui/marks/format.ts';
import { AsOpened } from '../../../ui/dialogs/AsOpened.tsx';

export function EventPage() {
  const id = useRecordId();
  const may = can(useSession(), 'claims.view');
  const { data, error, refetch } = useEndpoint(getEvent, { params: { id } }, { enabled: may });
  if (!may || data === undefined) return <NoPage title="Event" {...{ may, error, refetch }} list={LISTS.claims} />;
  return <EventView key={data.id} event={data} />;
}

type Security = EventRecord['securities'][number];
type Amount = 'incurred' | 'called' | 'collected';

function securityColumns(currency: string): StatementColumn<Security>[] {
  const money = (id: Amount, title: string): StatementColumn<Security> => ({
    id,
    title,
    align: 'right',
    cell: (row) => <MoneyText value={row[id]} {...{ currency }} />,
  });
  return [
    { id: 'security', title: 'Security', cell: ({ security }) => <PartyLink party={security} /> },
    money('incurred', 'Incurred'),
    money('called', 'Called'),
    money('collected', 'Collected'),
  ];
}

/** What the event costs each security, in one currency. */
function Shares({ currency, rows }: { currency: string; rows: readonly Security[] }) {
  const total = (name: Amount) => (
    <MoneyText
      value={sumOf(
        rows.map((row) => row[name]),
        currency,
      )}
      {...{ currency }}
    />
  );
  return (
    <Card flush title="By security" actions={<span className="text-xs font-medium text-mute">{currency}</span>}>
      <StatementTable
        caption={`Each security’s share of the event, in ${currency}`}
        columns={securityColumns(currency)}
        groups={[{ id: currency, rows }]}
        rowKey={({ security }) => String(security.id)}
        totals={{
          security: 'Total',
          incurred: total('incurred'),
          called: total('called'),
          collected: total('collected'),
        }}
      />
    </Card>
  );
}

const COLUMNS = claimColumns({ withBranch: false }).filter((column) => column.id !== 'event');

function EventView({ event }: { event: EventRecord }) {
  const session = useSession();
  const [editing, setEditing] = useState(false);
  const edits = can(session, 'claims.create');
  const used = event.status === 'ACTIVE';
  const change = useWrite(editEvent, {
    onSuccess: () => toastSuccess(used ? 'Event taken out of use' : 'Event in use again', event.name),
    onProblem: (problem) => toastProblem('Event not changed', problem),
  });
  const turn = () => {
    const { id, version, name, first_day, last_day, country, description } = event;
    const status = used ? 'INACTIVE' : 'ACTIVE';
    change.mutate({ body: { id, version, name, first_day, last_day, country, description, status } });
  };
  const currencies = [...new Set(event.securities.map((one) => one.currency))];
  const days =
    event.first_day === event.last_day
      ? showDay(event.first_day)
      : `${showDay(event.first_day)} – ${showDay(event.last_day)}`;
  return (
    <>
      <RecordPage
        parent={{ label: 'Events', href: claimsTab('events') }}
        number={event.name}
        subtitle={event.country_name === null ? days : `${days} · ${event.country_name}`}
        statuses={used ? [] : [{ label: 'Inactive', tone: 'neutral' }]}
        menu={
          edits
            ? [
                { label: 'Edit', shortcut: 'E', onSelect: () => setEditing(true) },
                { label: used ? 'Take out of use' : 'Put in use again', onSelect: turn },
              ]
            : []
        }
        primary={
          <LinkButton href={withQuery(paths.claims, { event: event.id })}>Open in the list of claims</LinkButton>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {event.description !== '' && (
            <p dir="auto" className="max-w-prose whitespace-pre-wrap wrap-anywhere">
              {event.description}
            </p>
          )}
          {currencies.map((currency) => (
            <Shares
              key={currency}
              {...{ currency }}
              rows={event.securities.filter((one) => one.currency === currency)}
            />
          ))}
          <Card flush title="Claims">
            <DataTable
              label="Claims of the event"
              columns={COLUMNS}
              rows={event.claims}
              rowKey={(row) => String(row.id)}
              rowLabel={(row) => row.number}
              rowHref={(row) => claimHref(row.id)}
              empty={<EmptyState title="No claim names it.">Choose the event in the first form of a claim.</EmptyState>}
            />
          </Card>
        </div>
      </RecordPage>
      {editing && (
        <AsOpened of={event}>
          {(opened) => (
            <EventDialog event={opened} onClose={() => setEditing(false)} onSaved={() => setEditing(false)} />
          )}
        </AsOpened>
      )}
    </>
  );
}
