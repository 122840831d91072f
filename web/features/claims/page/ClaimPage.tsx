import { useState } from 'react';
import { getClaim, submitClaim, withdrawClaim } from '../../../../domain/claims/contract.ts';
import { CLAIM_STATES } from '../../../../domain/claims/states.ts';
import { mayIn } from '../../../../domain/states.ts';
import { can, useSession } from '../../../api/session.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { useWorkIn } from '../../../api/work-in.ts';
import { atId, LISTS, paths } from '../../../paths.ts';
import { Button, LinkButton } from '../../../ui/buttons/Button.tsx';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { useRecordId } from '../../../ui/hooks/use-record-id.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { NoPage } from '../../../ui/layout/NoPage.tsx';
import { RecordPage, type Glance } from '../../../ui/layout/RecordPage.tsx';
import { later } from '../../../ui/later/later.tsx';
import { useOnceOpen } from '../../../ui/later/use-once-open.ts';
import { FromTo } from '../../../ui/marks/FromTo.tsx';
import { Timeline } from '../../../ui/marks/Timeline.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { loadDocument } from '../../documents/use-documents.ts';
import { claimBadge } from '../../ledger/status.ts';
import { LinkedCard } from '../../records/LinkedCard.tsx';
import { AttachmentsPanel, HistoryCard, WAITING } from '../../records/record-tabs.tsx';
import { PlacementRail } from '../../records/PlacementRail.tsx';
import { useAct, useOpened } from '../../records/use-act.ts';
import { claimEvents } from '../events/claim-events.tsx';
import type { ClaimRecord } from '../form/claim-form.ts';
import { DISPUTED_BADGE, LARGE_BADGE } from '../claim-words.ts';
import { ClaimFigures } from './ClaimFigures.tsx';
import { moneyEntries, useClaimMoney, type ClaimMoney } from '../money/claim-money.ts';
import { CoverWarnings, PossibleDuplicates } from '../form/CoverRail.tsx';
import { StepButton } from '../StepButton.tsx';
import { useClaimSteps } from './use-claim-steps.ts';
import { useInvoices } from '../money/use-invoices.ts';
import { PartyLink } from '../../../ui/marks/NameLink.tsx';
import { showDay } from '../../../ui/marks/format.ts';
import { RejectedBy } from '../../records/PeopleCard.tsx';

const LossTab = later(async () => (await import('./LossTab.tsx')).LossTab, WAITING);
const MovementsTab = later(async () => (await import('./MovementsTab.tsx')).MovementsTab, WAITING);
const InvoicesTab = later(async () => (await import('../money/InvoicesTab.tsx')).InvoicesTab, WAITING);
const ClaimPapers = later(async () => (await import('./ClaimPapers.tsx')).ClaimPapers, WAITING);
const DiaryTab = later(async () => (await import('./DiaryTab.tsx')).DiaryTab, WAITING);
const ReviewClaim = later(async () => (await import('./ReviewClaim.tsx')).ReviewClaim);
const MovementDialog = later(async () => (await import('../movements/MovementDialog.tsx')).MovementDialog);
const CorrectDialog = later(async () => (await import('./CorrectDialog.tsx')).CorrectDialog);
const ClaimMoneyDialogs = later(async () => (await import('../money/ClaimMoneyDialogs.tsx')).ClaimMoneyDialogs);
const DisableClaimDialog = later(async () => (await import('./DisableClaimDialog.tsx')).DisableClaimDialog);
const PdfDialog = later(async () => (await import('../../ledger/PdfDialog.tsx')).PdfDialog);

export function ClaimPage() {
  const id = useRecordId();
  const may = can(useSession(), 'claims.view');
  const { data, error, refetch } = useEndpoint(getClaim, { params: { id } }, { enabled: may });
  useWorkIn(data?.branch);
  if (!may || data === undefined) return <NoPage title="Claim" {...{ may, error, refetch }} list={LISTS.claims} />;
  return <ClaimView key={data.id} claim={data} />;
}

function statusesOf({ status, stage, disputed, large_loss: large }: ClaimRecord) {
  return [claimBadge({ status, stage }), ...(disputed ? [DISPUTED_BADGE] : []), ...(large ? [LARGE_BADGE] : [])];
}

function glanceOf({ figures, currency, disputed }: ClaimRecord): Glance[] {
  return [
    { label: 'Incurred, ours', value: figures.incurred.ours, currency },
    { label: 'Called', value: figures.called.ours, currency },
    { label: 'Collected', value: figures.collected, currency },
    { label: 'Paid', value: figures.paid, currency },
    { label: 'Outstanding', value: figures.outstanding.ours, currency, ...(disputed && { tone: 'bad' as const }) },
  ];
}

function waitsFor({ stage, disputed }: ClaimRecord): string {
  if (stage === 'CLOSED') return 'Nothing: it is closed.';
  if (disputed) return 'A security disputes its part.';
  if (stage === 'NOTIFIED') return 'The first call, or its closing.';
  if (stage === 'CALLED' || stage === 'PART_COLLECTED') return 'Money of the securities.';
  return stage === 'COLLECTED' ? 'Payment to the reinsured.' : 'Further movements, or its closing.';
}

type RejectionProps = { claim: ClaimRecord; onCorrect: (() => void) | undefined };

/** Why a checker sent it back, with the way to correct it there. */
function Rejection({ claim, onCorrect }: RejectionProps) {
  if (claim.status !== 'REJECTED' || claim.decision_reason === null) return null;
  return (
    <Notice
      tone="bad"
      title={<RejectedBy who={claim.decided_by} />}
      action={
        onCorrect !== undefined && (
          <Button size="sm" onClick={onCorrect}>
            Correct and submit
          </Button>
        )
      }
    >
      {claim.decision_reason}
    </Notice>
  );
}

type Paper = { id: number; number: string };

function ClaimView({ claim }: { claim: ClaimRecord }) {
  const session = useSession();
  const { act, onAct } = useAct();
  const [disabling, setDisabling] = useState(false);
  const [paper, setPaper] = useState<Paper | null>(null);
  const { number, policy, status, stage } = claim;
  const invoices = useInvoices(claim, (made) => setPaper(made.length === 1 ? (made[0] ?? null) : null));
  const steps = useClaimSteps(claim, {
    kind: 'claim',
    calls: { submit: submitClaim, withdraw: withdrawClaim },
    edit: { href: atId(paths.claimEdit, claim.id) },
  });
  const moves = can(session, 'claims.create') && status === 'APPROVED';
  const mayDisable = mayIn(CLAIM_STATES, status, 'disable') && (can(session, 'claims.disable') || steps.mayDisableOwn);
  const onMove = () => onAct('move');
  const money = useClaimMoney(claim);
  const menu: MenuEntry[] = [
    ...steps.entries,
    ...(moves ? [{ label: 'Amend what is known', href: atId(paths.claimEdit, claim.id), shortcut: 'E' }] : []),
    ...moneyEntries(money, onAct, moves ? 'move' : 'pay'),
    ...(invoices.mayMake ? [{ label: 'Make invoices', onSelect: invoices.makeAll }] : []),
    ...(steps.mayLook ? [{ label: 'See what approval will do', onSelect: () => onAct('decide') }] : []),
    ...(mayDisable ? [{ label: 'Disable', danger: true, separated: true, onSelect: () => setDisabling(true) }] : []),
  ];
  return (
    <>
      <RecordPage
        parent={LISTS.claims}
        {...{ number, menu }}
        subtitle={
          <>
            Loss of {showDay(claim.data_loss_date)} ·{' '}
            <FromTo
              from={<PartyLink inText party={policy.reinsured} />}
              to={<PartyLink inText party={policy.insured} />}
            />{' '}
            · {policy.cover_type.name}
          </>
        }
        statuses={statusesOf(claim)}
        glance={glanceOf(claim)}
        primary={
          <StepButton
            {...{ steps, status }}
            noun="claim"
            onReview={() => onAct('decide')}
            edit={
              <LinkButton variant="primary" href={atId(paths.claimEdit, claim.id)}>
                Edit claim
              </LinkButton>
            }
          >
            {moves ? (
              <Button variant="primary" onClick={onMove}>
                {stage === 'CLOSED' ? 'Reopen' : 'New movement'}
              </Button>
            ) : (
              money.pay && (
                <Button variant="primary" onClick={() => onAct('pay')}>
                  Pay the reinsured
                </Button>
              )
            )}
          </StepButton>
        }
        notices={
          <>
            <Rejection {...{ claim }} onCorrect={steps.maySubmit ? () => onAct('correct') : undefined} />
            <CoverWarnings warnings={claim.cover.warnings} />
          </>
        }
        tabs={[
          {
            value: 'figures',
            label: 'Figures',
            content: (
              <ClaimFigures {...{ claim }}>
                <Card title="Timeline">
                  <Timeline label="Timeline" events={claimEvents(claim)} />
                </Card>
              </ClaimFigures>
            ),
          },
          { value: 'loss', label: 'Loss', content: <LossTab {...{ claim }} /> },
          {
            value: 'movements',
            label: 'Movements',
            count: claim.movements.length,
            content: (
              <MovementsTab
                {...{ claim }}
                add={
                  moves && (
                    <Button size="sm" onClick={onMove}>
                      New movement
                    </Button>
                  )
                }
              />
            ),
          },
          {
            value: 'money',
            label: 'Money',
            count: claim.notes.length,
            content: (
              <InvoicesTab
                {...{ claim, invoices }}
                onOpen={(note) => {
                  if (note.document !== null) setPaper({ id: note.document, number: note.number });
                }}
              />
            ),
          },
          { value: 'documents', label: 'Documents', content: <ClaimPapers {...{ claim }} /> },
          { value: 'diary', label: 'Diary', content: <DiaryTab claim={claim.id} /> },
          { value: 'attachments', label: 'Attachments', content: <AttachmentsPanel entity="claim" id={claim.id} /> },
          { value: 'history', label: 'History', content: <HistoryCard entity="claim" id={claim.id} /> },
        ]}
        rail={
          <>
            <PossibleDuplicates duplicates={claim.cover.duplicates} />
            <PlacementRail
              record={{ ...claim, posted_on: null }}
              waits={{ draft: 'Submission by its maker.', approved: waitsFor(claim) }}
            />
            <LinkedCard entity="claim" id={claim.id} />
          </>
        }
      />
      <ClaimDialogs
        {...{ claim, act, moves, money, paper }}
        maySubmit={steps.maySubmit}
        onClose={() => onAct(undefined)}
        disabling={disabling}
        onKept={() => setDisabling(false)}
        onPaperClose={() => setPaper(null)}
      />
    </>
  );
}

type DialogsProps = {
  claim: ClaimRecord;
  act: string | undefined;
  moves: boolean;
  maySubmit: boolean;
  money: ClaimMoney;
  paper: Paper | null;
  disabling: boolean;
  onClose: () => void;
  onKept: () => void;
  onPaperClose: () => void;
};

/** The dialogs of a claim's acts, each fetched when it is first opened. */
function ClaimDialogs(props: DialogsProps) {
  const { claim, act, moves, maySubmit, money, paper, disabling, onClose, onKept, onPaperClose } = props;
  const deciding = useOpened(act === 'decide', mayIn(CLAIM_STATES, claim.status, 'decide'));
  const reviewed = useOnceOpen(deciding);
  const opensOnce = useOnceOpen(act !== undefined);
  const moving = useOpened(act === 'move', moves);
  const correcting = useOpened(act === 'correct', maySubmit);
  return (
    <>
      {reviewed && <ReviewClaim {...{ claim }} open={deciding} {...{ onClose }} />}
      {moving && <MovementDialog {...{ claim }} {...{ onClose }} />}
      {correcting && <CorrectDialog {...{ claim }} {...{ onClose }} />}
      {opensOnce && <ClaimMoneyDialogs {...{ claim, money, act }} {...{ onClose }} />}
      {disabling && <DisableClaimDialog {...{ claim }} onClose={onKept} />}
      {paper !== null && (
        <PdfDialog
          open
          onClose={onPaperClose}
          title={paper.number}
          name={`document ${paper.id}`}
          load={() => loadDocument(paper)}
        />
      )}
    </>
  );
}
