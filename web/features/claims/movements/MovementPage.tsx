import { useState } from 'react';
import { getClaim } from '../../../../domain/claims/contract.ts';
import {
  disableMovement,
  getMovement,
  submitMovement,
  withdrawMovement,
} from '../../../../domain/claims/movement-contract.ts';
import { MOVEMENT_LABELS, MOVEMENT_STATES } from '../../../../domain/claims/states.ts';
import { mayIn } from '../../../../domain/states.ts';
import { can, useSession } from '../../../api/session.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { useWorkIn } from '../../../api/work-in.ts';
import { claimHref, LISTS } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DisableDraftDialog } from '../../records/DisableDraftDialog.tsx';
import { useRecordId } from '../../../ui/hooks/use-record-id.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { NoPage } from '../../../ui/layout/NoPage.tsx';
import { RecordPage, type Glance } from '../../../ui/layout/RecordPage.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { FromTo } from '../../../ui/marks/FromTo.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { StatementTable, type StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import { AttachmentsPanel } from '../../attachments/AttachmentsPanel.tsx';
import { badgeOf } from '../../ledger/status.ts';
import { LinkedCard } from '../../records/LinkedCard.tsx';
import { PlacementRail } from '../../records/PlacementRail.tsx';
import { useAct, useOpened } from '../../records/use-act.ts';
import { HistoryCard } from '../../system/HistoryCard.tsx';
import { AgreementTab } from './AgreementTab.tsx';
import { agreementBadge } from '../claim-words.ts';
import type { MovementRecord } from './movement-form.ts';
import { MovementDialog } from './MovementDialog.tsx';
import { MovementEffect } from './MovementEffect.tsx';
import { MovementPapers } from './MovementPapers.tsx';
import { ReviewMovement } from './ReviewMovement.tsx';
import { StepButton } from '../StepButton.tsx';
import { useClaimSteps } from '../page/use-claim-steps.ts';
import { NoteLink, PartyLink } from '../../../ui/marks/NameLink.tsx';
import { showDay } from '../../../ui/marks/format.ts';
import { RejectedBy } from '../../records/PeopleCard.tsx';
import { AsOpened } from '../../../ui/dialogs/AsOpened.tsx';

export function MovementPage() {
  const id = useRecordId();
  const may = can(useSession(), 'claims.view');
  const { data, error, refetch } = useEndpoint(getMovement, { params: { id } }, { enabled: may });
  useWorkIn(data?.branch);
  if (!may || data === undefined) return <NoPage title="Movement" {...{ may, error, refetch }} list={LISTS.claims} />;
  return <MovementView key={data.id} movement={data} />;
}

function glanceOf({ amount, currency, ours, due_on: due, securities }: MovementRecord): Glance[] {
  return [
    ...(amount === null ? [] : [{ label: 'Amount, 100%', value: amount, currency }]),
    ...(securities.length === 0
      ? []
      : [
          { label: 'Ours', value: ours, currency },
          { label: 'Due', value: due === null ? null : showDay(due) },
        ]),
  ];
}

function MovementView({ movement }: { movement: MovementRecord }) {
  const { act, onAct } = useAct();
  const [disabling, setDisabling] = useState(false);
  const { claim, status, number, agreement } = movement;
  const onEdit = () => onAct('edit');
  const steps = useClaimSteps(movement, {
    kind: 'movement',
    calls: { submit: submitMovement, withdraw: withdrawMovement },
    edit: { onSelect: onEdit },
  });
  const edits = useOpened(act === 'edit', mayIn(MOVEMENT_STATES, status, 'edit'));
  const deciding = useOpened(act === 'decide', mayIn(MOVEMENT_STATES, status, 'decide'));
  return (
    <>
      <RecordPage
        parent={{ label: claim.number, href: `${claimHref(claim.id)}?tab=movements` }}
        {...{ number }}
        subtitle={
          <>
            {MOVEMENT_LABELS[movement.type]}
            {movement.ex_gratia && ', ex gratia'} of {showDay(movement.movement_date)} ·{' '}
            <FromTo
              from={<PartyLink inText party={claim.reinsured} />}
              to={<PartyLink inText party={claim.insured} />}
            />
          </>
        }
        statuses={[badgeOf(MOVEMENT_STATES[status]), ...(agreement === null ? [] : [agreementBadge(agreement)])]}
        glance={glanceOf(movement)}
        primary={
          <StepButton
            {...{ steps, status }}
            noun="movement"
            onReview={() => onAct('decide')}
            edit={
              <Button variant="primary" onClick={onEdit}>
                Edit movement
              </Button>
            }
          />
        }
        menu={[
          ...steps.entries,
          ...(steps.mayLook ? [{ label: 'See what approval will do', onSelect: () => onAct('decide') }] : []),
          ...(steps.mayDisableOwn
            ? [{ label: 'Disable', danger: true, separated: true, onSelect: () => setDisabling(true) }]
            : []),
        ]}
        notices={
          status === 'REJECTED' &&
          movement.decision_reason !== null && (
            <Notice tone="bad" title={<RejectedBy who={movement.decided_by} />}>
              {movement.decision_reason}
            </Notice>
          )
        }
        tabs={[
          { value: 'effect', label: 'Effect', content: <EffectTab movement={movement} /> },
          {
            value: 'agreement',
            label: 'Agreement',
            ...(movement.agreements.length > 0 && { count: movement.agreements.length }),
            content: <AgreementTab movement={movement} />,
          },
          { value: 'documents', label: 'Documents', content: <MovementPapers movement={movement} /> },
          {
            value: 'attachments',
            label: 'Attachments',
            content: <AttachmentsPanel entity="movement" id={movement.id} />,
          },
          { value: 'history', label: 'History', content: <HistoryCard entity="movement" id={movement.id} /> },
        ]}
        rail={
          <>
            <PlacementRail
              record={movement}
              waits={{ draft: 'Submission by its maker.', approved: waitsFor(movement) }}
            />
            <LinkedCard entity="movement" id={movement.id} />
          </>
        }
      />
      <ReviewMovement {...{ movement }} open={deciding} onClose={() => onAct(undefined)} />
      {edits && <Editing {...{ movement }} onClose={() => onAct(undefined)} />}
      {disabling && (
        <DisableDraftDialog
          record={{ kind: 'movement', id: movement.id, version: movement.version, name: number }}
          call={disableMovement}
          onClose={() => setDisabling(false)}
        />
      )}
    </>
  );
}

/** Its form works on the claim as it is now. */
function Editing({ movement, onClose }: { movement: MovementRecord; onClose: () => void }) {
  const { data } = useEndpoint(getClaim, { params: { id: String(movement.claim.id) } });
  return data === undefined ? null : (
    <AsOpened of={movement}>{(opened) => <MovementDialog claim={data} movement={opened} {...{ onClose }} />}</AsOpened>
  );
}

function waitsFor({ agreement, notes }: MovementRecord): string {
  if (agreement === 'ASKED') return 'Agreement by the securities.';
  if (agreement === 'DENIED' || agreement === 'DISPUTED') return 'What is disputed is to be settled.';
  return notes.length === 0 ? 'Nothing: no money moves.' : 'Its money, on the claim’s page.';
}

type Note = MovementRecord['notes'][number];

function noteColumns(currency: string): StatementColumn<Note>[] {
  return [
    { id: 'number', title: 'Number', cell: (note) => <NoteLink note={note} /> },
    { id: 'party', title: 'To', cell: (note) => <PartyLink party={note.party} /> },
    {
      id: 'amount',
      title: 'Amount',
      align: 'right',
      cell: (note) => <MoneyText value={note.amount} {...{ currency }} />,
    },
  ];
}

function EffectTab({ movement }: { movement: MovementRecord }) {
  const { notes, currency } = movement;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card title="Reason">
        <p dir="auto" className="max-w-prose whitespace-pre-wrap wrap-anywhere">
          {movement.reason}
        </p>
        {movement.agreed.length > 0 && (
          <p className="mt-2 text-mute">Agreed by {movement.agreed.map(({ name }) => name).join(', ')}.</p>
        )}
        {movement.payee !== '' && <p className="mt-2 text-mute">To the order of {movement.payee}.</p>}
        {movement.planned_on !== null && (
          <p className="mt-2 text-mute">Simultaneous payment on {showDay(movement.planned_on)}.</p>
        )}
      </Card>
      <MovementEffect linked effect={movement} />
      {notes.length > 0 && (
        <Card flush title="Notes issued" actions={<span className="text-xs font-medium text-mute">{currency}</span>}>
          <StatementTable
            caption="Notes of this movement"
            columns={noteColumns(currency)}
            groups={[{ id: 'notes', rows: notes }]}
            rowKey={(note) => String(note.id)}
          />
        </Card>
      )}
    </div>
  );
}
