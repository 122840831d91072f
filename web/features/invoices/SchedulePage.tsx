import { useState } from 'react';
import * as z from 'zod/mini';
import { INVOICES } from '../../../domain/invoices/kinds.ts';
import { EVERY_LABELS, SCHEDULE_STATES } from '../../../domain/invoices/schedule.ts';
import { editSchedule, getSchedule, stopSchedule } from '../../../domain/invoices/schedule-contract.ts';
import { INVOICE_STATES } from '../../../domain/invoices/states.ts';
import { paymentTermsLabel } from '../../../domain/placements/terms.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { invoiceHref, LISTS } from '../../paths.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { ReasonDialog } from '../../ui/dialogs/ReasonDialog.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { DayText, InstantText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { StatementTable, type StatementColumn } from '../../ui/tables/StatementTable.tsx';
import { badgeOf } from '../ledger/status.ts';
import { FactList } from '../records/PeopleCard.tsx';
import { HistoryCard } from '../system/HistoryCard.tsx';
import { invoiceName } from './invoice-words.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { EVERY_WORDS, type Schedule } from './schedule-words.ts';
import { PartyLink } from '../../ui/marks/NameLink.tsx';
import { showDay } from '../../ui/marks/format.ts';
import { UserLink } from '../../ui/marks/NameLink.tsx';
import { AsOpened } from '../../ui/dialogs/AsOpened.tsx';

export function SchedulePage() {
  const id = useRecordId();
  const { data, error, refetch } = useEndpoint(getSchedule, { params: { id } });
  useWorkIn(data?.branch);
  if (data === undefined) return <NoPage title="Recurring invoice" {...{ error, refetch }} list={LISTS.schedules} />;
  return <ScheduleView key={data.id} one={data} />;
}

type Day = Schedule['days'][number];
const DAYS: readonly StatementColumn<Day>[] = [
  { id: 'day', title: 'Day', cell: ({ day }) => <DayText value={day} /> },
  {
    id: 'draft',
    title: 'Invoice',
    cell: ({ invoice, problem }) =>
      invoice === null ? (
        <span className="text-warn">Not drafted: {problem}</span>
      ) : (
        <AppLink href={invoiceHref(invoice.id)}>{invoiceName({ ...invoice, credit: false })}</AppLink>
      ),
  },
  {
    id: 'status',
    title: 'Status',
    cell: ({ invoice }) => invoice !== null && <StatusBadge {...badgeOf(INVOICE_STATES[invoice.status])} />,
  },
];

/** What is drafted when, what became of each day, and its history. */
function ScheduleView({ one }: { one: Schedule }) {
  const session = useSession();
  const [open, setOpen] = useState<'edit' | 'stop' | null>(null);
  const { id, version, status, every, days } = one;
  const number = one.invoice.number ?? `Invoice #${one.invoice.id}`;
  const name = `${number} ${EVERY_WORDS[every]}`;
  const works = can(session, 'invoices.create') && status === 'ACTIVE';
  const missing = days.filter((day) => day.invoice === null).length;
  return (
    <>
      <RecordPage
        parent={LISTS.schedules}
        number={name}
        subtitle={
          <>
            <PartyLink inText party={one.party} /> · {INVOICES[one.kind].label}
          </>
        }
        statuses={[badgeOf(SCHEDULE_STATES[status])]}
        glance={[
          { label: 'Each', value: one.amount, currency: one.currency },
          { label: 'Next', value: one.next_on === null ? 'None' : showDay(one.next_on) },
          { label: 'Drafts', value: String(days.length - missing) },
        ]}
        menu={works ? [{ label: 'Stop…', danger: true, onSelect: () => setOpen('stop') }] : []}
        primary={works && <Button onClick={() => setOpen('edit')}>Edit</Button>}
        notices={
          missing > 0 &&
          status === 'ACTIVE' && (
            <Notice tone="warn" title={missing === 1 ? '1 day has no draft.' : `${missing} days have no draft.`}>
              Each is tried again within the hour, until it is made or this is stopped.
            </Notice>
          )
        }
        tabs={[
          {
            value: 'drafts',
            label: 'Drafts',
            content: (
              <div className="grid gap-4">
                <Card flush title="Days">
                  {days.length === 0 ? (
                    <p className="px-4 py-3 text-mute">No day has come yet.</p>
                  ) : (
                    <StatementTable
                      caption="Days"
                      columns={DAYS}
                      groups={[{ id: 'days', rows: days }]}
                      rowKey={({ day }) => day}
                    />
                  )}
                </Card>
                <Facts {...{ one, number }} />
              </div>
            ),
          },
          { value: 'history', label: 'History', content: <HistoryCard entity="invoice_schedule" {...{ id }} /> },
        ]}
      />
      {open === 'edit' && (
        <AsOpened of={one}>
          {(opened) => <EditDialog one={opened} {...{ name }} onClose={() => setOpen(null)} />}
        </AsOpened>
      )}
      {open === 'stop' && <StopDialog {...{ id, version, name }} onClose={() => setOpen(null)} />}
    </>
  );
}

function Facts({ one, number }: { one: Schedule; number: string }) {
  return (
    <Card title="Details">
      <FactList
        facts={[
          { label: 'Repeats', value: <AppLink href={invoiceHref(one.invoice.id)}>{number}</AppLink> },
          { label: 'Every', value: EVERY_LABELS[one.every] },
          { label: 'First day', value: <DayText value={one.first_on} /> },
          { label: 'Last day', value: <DayText value={one.last_on} none="Until it is stopped" /> },
          { label: 'Terms', value: paymentTermsLabel(one.terms) },
          { label: 'Branch', value: one.branch.name },
          { label: 'Made by', value: <UserLink user={one.made_by} /> },
          { label: 'Made', value: <InstantText value={one.made_at} /> },
          { label: 'Drafts are made for', value: <UserLink user={one.edited_by} /> },
        ]}
      />
    </Card>
  );
}

function EditDialog({ one, name, onClose }: { one: Schedule; name: string; onClose: () => void }) {
  const edit = useWrite(editSchedule);
  const { id, version, every, first_on, last_on, terms } = one;
  return (
    <ScheduleDialog
      title="Edit recurring invoice"
      description={name}
      action="Save"
      initial={{
        invoice: { id: String(one.invoice.id), label: one.invoice.number ?? '' },
        every,
        first_on,
        last_on: last_on ?? '',
        terms,
      }}
      kept={first_on}
      send={(calendar) => edit.mutateAsync({ body: { ...calendar, id, version } })}
      done="Recurring invoice saved"
      onDone={onClose}
      {...{ onClose }}
    />
  );
}

type Stopping = { id: number; version: number; name: string; onClose: () => void };

function StopDialog({ id, version, name, onClose }: Stopping) {
  const stop = useWrite(stopSchedule);
  return (
    <ReasonDialog
      title="Stop recurring invoice"
      description="No more drafts are made. Those that were made stay."
      action="Stop"
      shape={z.pick(stopSchedule.body, { reason: true })}
      send={(reason) => stop.mutateAsync({ params: { id: String(id) }, body: { version, reason } })}
      done={() => ['Recurring invoice stopped', name]}
      rows={2}
      {...{ onClose }}
    />
  );
}
