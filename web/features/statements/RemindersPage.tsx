import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { listReminders } from '../../../domain/statements/contract.ts';
import { REMINDER_LABELS, type ReminderLevel } from '../../../domain/statements/reminders.ts';
import { reminderTable, reminderTotals } from '../../../domain/statements/tables.ts';
import { exportFile } from '../../api/export-file.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { paths, policyHref, statementBatchHref } from '../../paths.ts';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Badge, type Tone } from '../../ui/marks/Badge.tsx';
import { DayText, MoneyText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { screenColumns, totalCells } from '../../ui/tables/table-columns.tsx';
import { RecordLink } from '../reports/RecordLinks.tsx';
import { ReportHead } from '../reports/ReportHead.tsx';
import { ReportWait } from '../reports/ReportWait.tsx';
import { onPaper, useWideSheet } from '../reports/use-wide-sheet.ts';
import { ReminderPreview } from './ReminderPreview.tsx';
import { SendRemindersDialog } from './SendRemindersDialog.tsx';
import { StatementTabs } from './StatementTabs.tsx';

type Reply = WireReply<typeof listReminders>;
type Row = Reply['data'][number];

const TONES: Record<ReminderLevel, Tone> = { FIRST: 'info', SECOND: 'warn', FINAL: 'bad' };

const COLUMNS = screenColumns(reminderTable, {
  cells: {
    party: (row) => <span dir="auto">{row.party.name}</span>,
    policy: (row) => row.policy !== null && <RecordLink href={policyHref(row.policy.id)} name={row.policy.name} />,
    insured: (row) => <span dir="auto">{row.insured}</span>,
    level: (row) => <Badge tone={TONES[row.level]}>{REMINDER_LABELS[row.level]}</Badge>,
    outstanding: (row) => <MoneyText value={row.outstanding} currency={row.currency} strong />,
    warranty: (row) =>
      row.stopped ? (
        <span className="whitespace-nowrap text-bad">
          <DayText value={row.warranty} /> passed
        </span>
      ) : (
        <DayText value={row.warranty} />
      ),
  },
  second: { party: (row) => <span className="whitespace-nowrap">{row.note.number}</span> },
  without: ['note', 'stopped', 'addressed'],
});

/** Overdue premium that a letter is due for today: looked at as paper, then sent. M12. */
export function RemindersPage() {
  useWideSheet();
  const session = useSession();
  const go = useGo();
  const [address] = useAddress();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [doing, setDoing] = useState<'preview' | 'send' | null>(null);
  const { data, error, refetch } = useEndpoint(listReminders, { query: {} });
  // From a selection of placements: what is overdue on these alone.
  const placements = (address['policies'] ?? '').split('.').filter((id) => id !== '');
  const narrowed = placements.length > 0;
  const rows = (data?.data ?? []).filter(
    ({ policy }) => !narrowed || (policy !== null && placements.includes(String(policy.id))),
  );
  const picked = rows.filter((row) => selected.has(String(row.id)));
  // What its warranty day stopped goes only where somebody chooses it.
  const chosen = picked.length > 0 ? picked : rows.filter((row) => !row.stopped);
  // The totals of the report are of all; of a few there are none.
  const shown = data?.totals.filter(({ currency }) => rows.some((row) => row.currency === currency)) ?? [];
  const sends = can(session, 'policy_documents.generate') && rows.length > 0;
  const none = chosen.length === 0 ? 'Choose what to remind of: its warranty day has come.' : undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        call={listReminders}
        title="Reminders"
        detail="Overdue premium that a letter is due for today"
        onExport={(format) => exportFile(listReminders, { query: {}, name: 'reminders' }, format)}
      >
        {sends && (
          <>
            <Button disabledReason={none} onClick={() => setDoing('preview')}>
              Preview letters
            </Button>
            <Button variant="primary" disabledReason={none} onClick={() => setDoing('send')}>
              {picked.length > 0 ? `Send ${picked.length} chosen` : 'Send reminders'}
            </Button>
          </>
        )}
      </ReportHead>
      <StatementTabs current="reminders" />
      {data === undefined && <ReportWait {...{ error, refetch }} />}
      {narrowed && data !== undefined && (
        <Notice
          title={`Of the ${placements.length === 1 ? 'placement' : `${placements.length} placements`} that you selected`}
          action={<LinkButton href={paths.reminders}>Show all reminders</LinkButton>}
        >
          {rows.length === 0 ? 'No reminder is due today.' : 'What is due for others is not shown.'}
        </Notice>
      )}
      {data?.data.length === 0 && !narrowed && (
        <EmptyState title="No reminder is due today.">
          Instalments of reinsureds that are overdue by the days in Settings, Reminders are listed here, until they are
          paid or reminded of.
        </EmptyState>
      )}
      {shown.map((totals) => (
        <Card flush key={totals.currency} title={totals.currency} className={onPaper}>
          <DataTable
            label={`Reminders in ${totals.currency}`}
            columns={COLUMNS}
            rows={rows.filter((row) => row.currency === totals.currency)}
            rowKey={(row: Row) => String(row.id)}
            rowLabel={(row) => `${row.note.number} of ${row.party.name}`}
            selection={{ selected, onChange: setSelected, actions: () => null }}
            {...(!narrowed && { totals: { ...totalCells(reminderTotals, totals, totals.currency), party: 'Total' } })}
          />
        </Card>
      ))}
      {doing === 'preview' && <ReminderPreview rows={chosen} onClose={() => setDoing(null)} />}
      {doing === 'send' && (
        <SendRemindersDialog
          rows={chosen}
          onClose={() => setDoing(null)}
          onStarted={(id) => go(statementBatchHref(id))}
        />
      )}
    </div>
  );
}
