import { useState, type ReactNode } from 'react';
import { FIGURES } from '../../../domain/placements/fields.ts';
import { disableEndorsement, getEndorsement } from '../../../domain/endorsements/contract.ts';
import { ENDORSEMENT_STATES } from '../../../domain/endorsements/states.ts';
import { ENDORSEMENT_LABELS } from '../../../domain/endorsements/endorsements.ts';
import { mayIn } from '../../../domain/states.ts';
import { can, useSession, type Session } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { DisableDraftDialog } from '../records/DisableDraftDialog.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { RecordPage, type Glance } from '../../ui/layout/RecordPage.tsx';
import { AttachmentsPanel } from '../attachments/AttachmentsPanel.tsx';
import { badgeOf } from '../ledger/status.ts';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { IssuedDialog } from '../placements/page/IssuedDialog.tsx';
import { useAct, useOpened } from '../records/use-act.ts';
import { HistoryCard } from '../system/HistoryCard.tsx';
import { EffectTab } from './EffectTab.tsx';
import { EndorsementPapers, useEndorsementPapers } from './EndorsementPapers.tsx';
import { EndorsementRail } from './EndorsementRail.tsx';
import { endorsementHref, noteFigure, type EndorsementRecord } from './endorsement-values.ts';
import { ReviewEndorsement } from './ReviewEndorsement.tsx';
import { useEndorsementActs } from './use-endorsement-acts.ts';
import { LISTS, placementHref } from '../../paths.ts';
import { FromTo } from '../../ui/marks/FromTo.tsx';
import { PartyLink } from '../../ui/marks/NameLink.tsx';
import { showDay } from '../../ui/marks/format.ts';
import { RejectedBy } from '../records/PeopleCard.tsx';

export function EndorsementPage() {
  const session = useSession();
  const id = useRecordId();
  const views = can(session, 'policies.view');
  const { data, error, refetch } = useEndpoint(getEndorsement, { params: { id } }, { enabled: views });
  useWorkIn(data?.branch);
  if (session !== null && views && data !== undefined)
    return <EndorsementView key={data.id} record={data} session={session} />;
  return <NoPage title="Endorsement" may={views} {...{ error, refetch }} list={LISTS.policies} />;
}

type ViewProps = { record: EndorsementRecord; session: Session };

function EndorsementView({ record, session }: ViewProps) {
  const acts = useEndorsementActs(record, session);
  const papers = useEndorsementPapers(record);
  const { act, onAct } = useAct();
  const deciding = useOpened(act === 'decide', mayIn(ENDORSEMENT_STATES, record.status, 'decide'));
  const [disabling, setDisabling] = useState(false);
  const [issued, setIssued] = useState<EndorsementRecord | null>(null);
  const go = useGo();
  const { policy } = record;
  const pending = record.status === 'PENDING';
  const decides = can(session, 'policies.decide');
  const makeAll = () => {
    setIssued(null);
    go(`${endorsementHref(record.id)}?tab=documents`, { replace: true });
    void papers.make();
  };
  return (
    <>
      <RecordPage
        parent={{ label: policy.broker_reference, href: `${placementHref(policy)}?tab=endorsements` }}
        number={record.number}
        subtitle={
          <>
            {ENDORSEMENT_LABELS[record.endorsementtype]} from {showDay(record.effective_date)} ·{' '}
            <FromTo
              from={<PartyLink inText party={policy.reinsured} />}
              to={<PartyLink inText party={policy.insured} />}
            />
          </>
        }
        statuses={[badgeOf(ENDORSEMENT_STATES[record.status])]}
        glance={glanceOf(record)}
        primary={
          <Primary {...{ record, acts, decides }} onReview={() => onAct('decide')}>
            {papers.mayMake && (
              <Button variant="primary" busy={papers.making} onClick={makeAll}>
                {papers.making ? 'Making documents…' : 'Make documents'}
              </Button>
            )}
          </Primary>
        }
        menu={[
          ...acts.entries,
          ...(pending && !decides ? [{ label: 'See what approval will do', onSelect: () => onAct('decide') }] : []),
          ...(acts.mayDisable
            ? [{ label: 'Disable', danger: true, separated: true, onSelect: () => setDisabling(true) }]
            : []),
        ]}
        notices={
          record.status === 'REJECTED' &&
          record.decision_reason !== null && (
            <Notice tone="bad" title={<RejectedBy who={record.decided_by} />}>
              {record.decision_reason}
            </Notice>
          )
        }
        rail={<EndorsementRail record={record} />}
        tabs={[
          { value: 'effect', label: 'Effect', content: <EffectTab record={record} /> },
          {
            value: 'documents',
            label: 'Documents',
            ...(papers.rows.length === 0 ? {} : { count: papers.rows.length }),
            content: <EndorsementPapers record={record} papers={papers} />,
          },
          {
            value: 'attachments',
            label: 'Attachments',
            content: <AttachmentsPanel entity="endorsement" id={record.id} />,
          },
          { value: 'history', label: 'History', content: <HistoryCard entity="endorsement" id={record.id} /> },
        ]}
      />
      <ReviewEndorsement record={record} open={deciding} onClose={() => onAct(undefined)} onApproved={setIssued} />
      {issued !== null && (
        <IssuedDialog
          title={`${issued.number} is approved`}
          description={
            issued.notes.length === 0
              ? 'No money moves, so no note was issued. Another endorsement undoes it.'
              : 'These numbers were given. Another endorsement undoes it.'
          }
          currency={issued.currency}
          notes={issued.notes}
          onClose={() => setIssued(null)}
          onMake={papers.generates ? makeAll : undefined}
        />
      )}
      {disabling && (
        <DisableDraftDialog
          record={{ kind: 'endorsement', id: record.id, version: record.version, name: record.number }}
          call={disableEndorsement}
          onClose={() => setDisabling(false)}
        />
      )}
    </>
  );
}

function glanceOf({ currency, figures }: EndorsementRecord): Glance[] {
  return [
    { label: FIGURES.premium.label, value: figures.premium, currency },
    { label: FIGURES.fac_premium.label, value: figures.fac_premium, currency },
    { ...noteFigure(figures.debit_note), currency },
    { label: FIGURES.brokerage.label, value: figures.brokerage, currency },
  ];
}

type PrimaryProps = {
  record: EndorsementRecord;
  acts: ReturnType<typeof useEndorsementActs>;
  decides: boolean;
  onReview: () => void;
  /** What is next once it is approved. */
  children: ReactNode;
};

/** The one next action of an endorsement in its state, for this user. */
function Primary({ record, acts, decides, onReview, children }: PrimaryProps) {
  if (record.status === 'PENDING' && decides)
    return (
      <Button variant="primary" onClick={onReview}>
        Review endorsement
      </Button>
    );
  if (record.status === 'REJECTED' && acts.maySubmit)
    // What was refused is mended before it is submitted again.
    return (
      <LinkButton variant="primary" href={`${endorsementHref(record.id)}/edit`}>
        Edit endorsement
      </LinkButton>
    );
  if (acts.maySubmit)
    return (
      <Button variant="primary" busy={acts.submitting} onClick={acts.submit}>
        Submit endorsement
      </Button>
    );
  return record.status === 'APPROVED' ? children : null;
}
