import { useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import { getPolicy } from '../../../../domain/placements/contract.ts';
import { POLICY_STATES } from '../../../../domain/placements/states.ts';
import { mayIn } from '../../../../domain/states.ts';
import { can, useSession, type Session } from '../../../api/session.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { useWorkIn } from '../../../api/work-in.ts';
import { LISTS, placementHref, slipHref, withQuery } from '../../../paths.ts';
import { NoPage } from '../../../ui/layout/NoPage.tsx';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import { Button, LinkButton } from '../../../ui/buttons/Button.tsx';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import type { Tab } from '../../../ui/layout/Tabs.tsx';
import { RecordPage } from '../../../ui/layout/RecordPage.tsx';
import { PageSkeleton } from '../../../ui/notices/States.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { later, laterAct } from '../../../ui/later/later.tsx';
import { useOnceOpen } from '../../../ui/later/use-once-open.ts';
import { useKeys } from '../../../ui/hooks/use-keys.ts';
import { useAttachments } from '../../attachments/use-attachments.ts';
import { useDocuments } from '../../documents/use-documents.ts';
import { isOwn } from '../../records/record-handle.ts';
import { LinkedCard } from '../../records/LinkedCard.tsx';
import { AttachmentsPanel, HistoryCard, WAITING } from '../../records/record-tabs.tsx';
import { useAct, useOpened } from '../../records/use-act.ts';
import { useRecordId } from '../../../ui/hooks/use-record-id.ts';
import { useNewClaim } from './use-new-claim.ts';
import { useEndorsements } from './use-endorsements.ts';
import { FiguresTab } from './FiguresTab.tsx';
import { PolicyPictures, useGlance } from './PolicyPictures.tsx';
import { RenewalCard } from './RenewalCard.tsx';
import { useLeave } from '../form/use-leave.tsx';
import { statusesOf } from './policy-head.ts';
import type { PolicyRecord } from '../form/policy-values.ts';
import { PolicyRail } from './PolicyRail.tsx';
import { RenewalNotice } from '../form/RenewalNotice.tsx';
import { useDeclaration } from './use-declaration.tsx';
import { DOCUMENTS_OF, useMakeDocuments } from './use-make-documents.ts';
import { usePolicyActs, type PolicyActs, type PolicyHandle } from './use-policy-acts.tsx';
import { FromTo } from '../../../ui/marks/FromTo.tsx';
import { PartyLink } from '../../../ui/marks/NameLink.tsx';
import { RejectedBy } from '../../records/PeopleCard.tsx';

const SlipTab = later(async () => (await import('./SlipTab.tsx')).SlipTab, WAITING);
const SecuritiesTab = later(async () => (await import('./SecuritiesTab.tsx')).SecuritiesTab, WAITING);
const EndorsementsTab = later(async () => (await import('./EndorsementsTab.tsx')).EndorsementsTab, WAITING);
const DocumentsTab = later(async () => (await import('./DocumentsTab.tsx')).DocumentsTab, WAITING);
const MoneyTab = later(async () => (await import('./MoneyTab.tsx')).MoneyTab, WAITING);
const ClaimsTab = later(async () => (await import('./ClaimsTab.tsx')).ClaimsTab, WAITING);
const download = laterAct(async () => (await import('./download-placement.ts')).downloadPlacement);
const IssuedDialog = later(async () => (await import('./IssuedDialog.tsx')).IssuedDialog);
const ReviewPanel = later(async () => (await import('./ReviewPanel.tsx')).ReviewPanel);
const SaveTemplateDialog = later(async () => (await import('../form/SaveTemplateDialog.tsx')).SaveTemplateDialog);

export function PolicyPage() {
  const session = useSession();
  const id = useRecordId();
  const [address] = useAddress();
  const {
    data: read,
    error,
    refetch,
  } = useEndpoint(getPolicy, { params: { id }, query: {} }, { enabled: can(session, 'policies.view') });
  // Drawn in short steps, while what waits for it is still shown.
  const data = useDeferredValue(read);
  useWorkIn(data?.branch);
  const may = can(session, 'policies.view');
  if (session === null || !may || data === undefined)
    return <NoPage title="Policy" {...{ may, error, refetch }} list={LISTS.policies} />;
  // A visitor with the id alone (from a note, a journal entry) is led on to the slip's own page.
  if (data.market === 'LONDON') return <LeadOn href={withQuery(slipHref(data.id), address)} />;
  return <PolicyView key={data.id} record={data} session={session} />;
}

function handleOf(record: PolicyRecord, session: Session): PolicyHandle {
  return { ...record, branch: record.branch.code, own: isOwn(record, session.user.id) };
}

function LeadOn({ href }: { href: string }) {
  const go = useGo();
  useEffect(() => go(href, { replace: true }), [go, href]);
  return <PageSkeleton />;
}

/** What a market shows on the page of its policies besides what both have. */
export type MarketView = {
  /** Before the parties: the UMR. */
  subtitle?: string;
  tabs?: readonly Tab[];
  rail?: ReactNode;
  notices?: ReactNode;
  menu?: readonly MenuEntry[];
  dialogs?: ReactNode;
};
type ViewProps = { record: PolicyRecord; session: Session };

/** A policy of either market: its head, its next act, its sections. */
export function PolicyView({ record, session, own = {} }: ViewProps & { own?: MarketView }) {
  const go = useGo();
  const { market } = record;
  const acts = usePolicyActs(market);
  const handle = handleOf(record, session);
  const [keeping, setKeeping] = useState(false);
  const leave = useLeave(record, session);
  const maker = useMakeDocuments(record.id, market);
  const endorsements = useEndorsements(record.id);
  const documents = useDocuments('policy', record.id);
  const attachments = useAttachments({ entity: 'policy', id: record.id });
  const declaration = useDeclaration(record, session);
  const newClaim = useNewClaim(record);
  const { act, onAct } = useAct();
  const deciding = useOpened(act === 'decide', mayIn(POLICY_STATES, record.status, 'decide'));
  const reviewed = useOnceOpen(deciding);
  const [issued, setIssued] = useState<PolicyRecord | null>(null);
  useKeys({ e: () => go(`${placementHref(record)}/edit`) }, acts.mayEdit(handle));
  const generates = can(session, 'policy_documents.generate');
  const makeAll = async () => {
    setIssued(null);
    await maker.run(DOCUMENTS_OF[market]);
    go(`${placementHref(record)}?tab=documents`, { replace: true });
  };
  const complete = (documents.data ?? []).some((row) => row.kind === 'cover-note');
  const cover = record.cover_type.class ?? record.cover_type.name;
  return (
    <>
      <RecordPage
        parent={market === 'LONDON' ? LISTS.slips : LISTS.policies}
        number={record.broker_reference}
        subtitle={
          <>
            {own.subtitle}
            <FromTo
              from={<PartyLink inText party={record.reinsured} />}
              to={<PartyLink inText party={record.insured} />}
            />{' '}
            · {cover}
          </>
        }
        statuses={statusesOf(record)}
        glance={useGlance(record)}
        primary={
          <Primary
            {...{ record, session, acts, handle }}
            onReview={() => onAct('decide')}
            making={maker.making !== null}
            onMake={generates && documents.data !== undefined && !complete ? () => void makeAll() : undefined}
          />
        }
        menu={[
          ...acts.entries(handle),
          ...leave.entries,
          ...(can(session, 'policies.create') ? [{ label: 'Save as template', onSelect: () => setKeeping(true) }] : []),
          ...(own.menu ?? []),
          ...declaration.menu,
          ...(newClaim === undefined ? [] : [{ label: 'New claim', href: newClaim }]),
          { label: 'Download as JSON', separated: true, onSelect: () => download(record) },
          ...(record.status === 'PENDING' && !can(session, 'policies.decide')
            ? [{ label: 'See what approval will do', onSelect: () => onAct('decide') }]
            : []),
        ]}
        notices={
          <>
            {record.status === 'REJECTED' && record.decision_reason !== null && (
              <Notice tone="bad" title={<RejectedBy who={record.decided_by} />}>
                {record.decision_reason}
              </Notice>
            )}
            {own.notices}
            {declaration.notice}
            <RenewalNotice record={record} />
          </>
        }
        rail={
          <>
            {own.rail}
            <PolicyPictures record={record} />
            <PolicyRail record={record} />
            <RenewalCard record={record} />
            <LinkedCard entity="policy" id={record.id} />
          </>
        }
        tabs={[
          ...(own.tabs ?? [
            { value: 'figures', label: 'Figures', content: <FiguresTab record={record} /> },
            { value: 'slip', label: 'Slip', content: <SlipTab record={record} /> },
            {
              value: 'securities',
              label: 'Securities',
              count: record.securities.length,
              content: <SecuritiesTab record={record} />,
            },
          ]),
          {
            value: 'endorsements',
            label: 'Endorsements',
            ...(endorsements.data === undefined ? {} : { count: endorsements.data.length }),
            content: <EndorsementsTab record={record} />,
          },
          {
            value: 'documents',
            label: 'Documents',
            ...(documents.data === undefined ? {} : { count: documents.data.length }),
            content: <DocumentsTab record={record} maker={maker} />,
          },
          {
            value: 'attachments',
            label: 'Attachments',
            ...(attachments.data === undefined ? {} : { count: attachments.data.data.length }),
            content: <AttachmentsPanel entity="policy" id={record.id} />,
          },
          { value: 'money', label: 'Money', content: <MoneyTab record={record} /> },
          ...(can(session, 'claims.view')
            ? [{ value: 'claims', label: 'Claims', content: <ClaimsTab record={record} /> }]
            : []),
          { value: 'history', label: 'History', content: <HistoryCard entity="policy" id={record.id} /> },
        ]}
      />
      {reviewed && (
        <ReviewPanel record={record} open={deciding} onClose={() => onAct(undefined)} onApproved={setIssued} />
      )}
      {issued !== null && (
        <IssuedDialog
          title={`${issued.broker_reference} is approved`}
          description="These numbers were given. To undo it, a manager disables the policy while no money has moved."
          currency={issued.currency}
          notes={issued.notes}
          onClose={() => setIssued(null)}
          onMake={generates ? () => void makeAll() : undefined}
        />
      )}
      {acts.dialogs}
      {leave.dialog}
      {keeping && <SaveTemplateDialog record={record} onClose={() => setKeeping(false)} />}
      {own.dialogs}
      {declaration.dialog}
    </>
  );
}

type PrimaryProps = ViewProps & {
  acts: PolicyActs;
  handle: PolicyHandle;
  onReview: () => void;
  making: boolean;
  onMake: (() => void) | undefined;
};

/** The one next action of a policy in its state, for this user. */
function Primary({ record, session, acts, handle, onReview, making, onMake }: PrimaryProps) {
  const placed = record.figures.placed === record.fac;
  const noun = record.market === 'LONDON' ? 'slip' : 'policy';
  if (record.status === 'PENDING' && can(session, 'policies.decide')) {
    return (
      <Button variant="primary" onClick={onReview}>
        {`Review ${noun}`}
      </Button>
    );
  }
  if (record.status === 'DRAFT' && placed && acts.mayEdit(handle)) {
    return (
      <Button variant="primary" busy={acts.submitting} onClick={() => acts.submit(handle)}>
        {`Submit ${noun}`}
      </Button>
    );
  }
  if (acts.mayEdit(handle)) {
    return (
      <LinkButton variant="primary" href={`${placementHref(record)}/edit`}>
        {`Edit ${noun}`}
      </LinkButton>
    );
  }
  if (record.status === 'APPROVED' && onMake !== undefined) {
    return (
      <Button variant="primary" busy={making} onClick={onMake}>
        {making ? 'Making documents…' : 'Make documents'}
      </Button>
    );
  }
  return null;
}
