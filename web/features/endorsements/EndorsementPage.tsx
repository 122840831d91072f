import { useState } from 'react';
import { getEndorsement } from '../../../domain/endorsements/contract.ts';
import { ENDORSEMENT_STATES } from '../../../domain/endorsements/states.ts';
import { ENDORSEMENT_LABELS } from '../../../domain/policies/endorsements.ts';
import { showDay } from '../../../domain/values/day.ts';
import { can, useSession, type Session } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DayText, MoneyText, RateText } from '../../ui/Figures.tsx';
import { FiguresPanel } from '../../ui/FiguresPanel.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { RecordPage } from '../../ui/RecordPage.tsx';
import { ErrorState, NoRights, PageSkeleton } from '../../ui/States.tsx';
import { StatementTable, type StatementColumn } from '../../ui/StatementTable.tsx';
import { AttachmentsPanel } from '../attachments/AttachmentsPanel.tsx';
import { policyHref } from '../ledger/record-links.ts';
import { badgeOf } from '../ledger/status.ts';
import { useId } from '../ledger/use-id.ts';
import { HistoryCard } from '../system/HistoryCard.tsx';
import { EndorsementPapers } from './EndorsementPapers.tsx';
import type { EndorsementRecord } from './endorsement-values.ts';
import { ReviewEndorsement } from './ReviewEndorsement.tsx';
import { useEndorsementActs } from './use-endorsement-acts.ts';

export function EndorsementPage() {
  const session = useSession();
  const id = useId();
  const views = can(session, 'policies.view');
  const { data, error, refetch } = useEndpoint(getEndorsement, { params: { id } }, { enabled: views });
  if (session !== null && views && data !== undefined)
    return <EndorsementView key={data.id} record={data} session={session} />;
  if (views && error === null) return <PageSkeleton />;
  return (
    <>
      <PageTitle title="Endorsement" />
      {views && error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : <NoRights />}
    </>
  );
}

type ViewProps = { record: EndorsementRecord; session: Session };

function EndorsementView({ record, session }: ViewProps) {
  const acts = useEndorsementActs(record, session);
  const [reviewing, setReviewing] = useState(false);
  const [disabling, setDisabling] = useState(false);
  const { currency, figures } = record;
  const pending = record.status === 'PENDING';
  const decides = can(session, 'policies.decide');
  return (
    <>
      <RecordPage
        parent={{ label: record.policy.broker_reference, href: `${policyHref(record.policy.id)}?tab=endorsements` }}
        number={record.number}
        subtitle={`${ENDORSEMENT_LABELS[record.endorsementtype]} from ${showDay(record.effective_date)}`}
        statuses={[badgeOf(ENDORSEMENT_STATES[record.status])]}
        glance={[
          { label: 'Premium, 100%', value: figures.premium, currency },
          { label: 'Fac premium', value: figures.fac_premium, currency },
          { label: 'Debit note', value: figures.debit_note, currency },
          { label: 'Brokerage', value: figures.brokerage, currency },
        ]}
        primary={
          pending && decides ? (
            <Button variant="primary" onClick={() => setReviewing(true)}>
              Review endorsement
            </Button>
          ) : (
            acts.maySubmit && (
              <Button variant="primary" busy={acts.submitting} onClick={acts.submit}>
                Submit endorsement
              </Button>
            )
          )
        }
        menu={[
          ...acts.entries,
          ...(pending && !decides ? [{ label: 'See what approval will do', onSelect: () => setReviewing(true) }] : []),
          ...(acts.mayDisable ? [{ label: 'Disable', danger: true, onSelect: () => setDisabling(true) }] : []),
        ]}
        notices={
          record.status === 'REJECTED' &&
          record.decision_reason !== null && (
            <Notice tone="bad" title={`Rejected by ${record.decided_by?.name ?? ''}`}>
              {record.decision_reason}
            </Notice>
          )
        }
        tabs={[
          { value: 'effect', label: 'Effect', content: <EffectTab record={record} /> },
          {
            value: 'documents',
            label: 'Documents',
            content:
              record.status === 'APPROVED' ? (
                <EndorsementPapers record={record} />
              ) : (
                <Notice>Documents can be made once the endorsement is approved.</Notice>
              ),
          },
          {
            value: 'attachments',
            label: 'Attachments',
            content: <AttachmentsPanel entity="endorsement" id={record.id} />,
          },
          { value: 'history', label: 'History', content: <HistoryCard entity="endorsement" id={record.id} /> },
        ]}
      />
      <ReviewEndorsement record={record} open={reviewing} onClose={() => setReviewing(false)} />
      <ConfirmDialog
        open={disabling}
        onClose={() => setDisabling(false)}
        title={`Disable ${record.number}?`}
        effect="It stays in the list as disabled and can no longer be edited or submitted."
        action="Disable endorsement"
        danger
        busy={acts.disabling}
        onConfirm={() => void acts.disable().then(() => setDisabling(false))}
      />
    </>
  );
}

type Line = EndorsementRecord['securities'][number];
type Note = EndorsementRecord['notes'][number];

function linesColumns(currency: string): StatementColumn<Line>[] {
  const money = (pick: (line: Line) => string) => (line: Line) => <MoneyText value={pick(line)} currency={currency} />;
  return [
    { id: 'security', title: 'Security', cell: (line) => <span dir="auto">{line.security.name}</span> },
    { id: 'share', title: 'Line', align: 'right', cell: (line) => <RateText value={line.share} /> },
    { id: 'premium', title: 'Share premium', align: 'right', cell: money((line) => line.sharepremium) },
    { id: 'deductions', title: 'Deductions', align: 'right', cell: money((line) => line.deductions) },
    { id: 'net', title: 'Net', align: 'right', cell: money((line) => line.netpayable) },
  ];
}

function notesColumns(currency: string): StatementColumn<Note>[] {
  const money = (pick: (note: Note) => string) => (note: Note) => <MoneyText value={pick(note)} currency={currency} />;
  return [
    { id: 'number', title: 'Note', cell: (note) => <span className="tabular-nums">{note.number}</span> },
    { id: 'party', title: 'Party', cell: (note) => <span dir="auto">{note.party.name}</span> },
    { id: 'due', title: 'Due', cell: (note) => <DayText value={note.due_on} /> },
    { id: 'amount', title: 'Amount', align: 'right', cell: money((note) => note.amount) },
    { id: 'settled', title: 'Settled', align: 'right', cell: money((note) => note.settled) },
  ];
}

/** What it changes: in words, in total, by security, and the notes that it made. */
function EffectTab({ record }: { record: EndorsementRecord }) {
  const { currency, figures, notes } = record;
  return (
    <div className="grid gap-4">
      <Card title="Description">
        <p className="whitespace-pre-wrap" dir="auto">
          {record.description}
        </p>
      </Card>
      <FiguresPanel
        title="Figures"
        currency={currency}
        rows={[
          ...(record.sum_insured === null ? [] : [{ label: 'Sum insured from then on', value: record.sum_insured }]),
          { label: 'Premium, 100%', value: figures.premium },
          { label: 'Fac premium', value: figures.fac_premium },
          { label: 'Cedant commission', value: figures.commission, level: 'sub' },
          { label: 'Brokerage', value: figures.brokerage, level: 'sub' },
          { label: 'Taxes', value: figures.tax, level: 'sub' },
          { label: 'Net to securities', value: figures.netpayable, level: 'sub' },
          { label: 'Debit note', value: figures.debit_note, level: 'total' },
        ]}
      />
      <Card flush title="Securities">
        <StatementTable
          caption="What it moves for each security"
          columns={linesColumns(currency)}
          groups={[{ id: 'all', rows: record.securities }]}
          rowKey={(line) => String(line.security.id)}
        />
      </Card>
      {notes.length > 0 && (
        <Card flush title="Notes">
          <StatementTable
            caption="Notes issued"
            columns={notesColumns(currency)}
            groups={[{ id: 'all', rows: notes }]}
            rowKey={(note) => String(note.id)}
          />
        </Card>
      )}
    </div>
  );
}
