import { useState, type ReactNode } from 'react';
import { getPolicy } from '../../../domain/policies/contract.ts';
import { can, useSession, type Session } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { paths } from '../../paths.ts';
import { useGo } from '../../ui/AppLink.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { RecordPage } from '../../ui/RecordPage.tsx';
import { ErrorState, NoRights, PageSkeleton } from '../../ui/States.tsx';
import { useKeys } from '../../ui/use-keys.ts';
import { useDocuments } from '../documents/use-documents.ts';
import { policyHref } from '../ledger/record-links.ts';
import { useId } from '../ledger/use-id.ts';
import { DocumentsTab } from './DocumentsTab.tsx';
import { EndorsementsTab } from './EndorsementsTab.tsx';
import { FiguresTab } from './FiguresTab.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import { IssuedDialog } from './IssuedDialog.tsx';
import { MoneyTab } from './MoneyTab.tsx';
import { glanceOf, statusesOf } from './policy-head.ts';
import type { PolicyRecord } from './policy-values.ts';
import { PolicyRail } from './PolicyRail.tsx';
import { ReviewPanel } from './ReviewPanel.tsx';
import { RenewalNotice } from './RenewalNotice.tsx';
import { SecuritiesTab } from './SecuritiesTab.tsx';
import { SlipTab } from './SlipTab.tsx';
import { POLICY_DOCUMENTS, useMakeDocuments } from './use-make-documents.ts';
import { usePolicyActs, type PolicyActs, type PolicyHandle } from './use-policy-acts.tsx';

export function PolicyPage() {
  const session = useSession();
  const id = useId();
  const { data, error, refetch } = useEndpoint(
    getPolicy,
    { params: { id }, query: {} },
    { enabled: can(session, 'policies.view') },
  );
  if (session === null || !can(session, 'policies.view')) return <Untitled content={<NoRights />} />;
  if (data === undefined && error !== null)
    return <Untitled content={<ErrorState error={error} onRetry={() => void refetch()} />} />;
  if (data === undefined) return <PageSkeleton />;
  return <PolicyView key={data.id} record={data} session={session} />;
}

/** A page that has no record to be named after. */
function Untitled({ content }: { content: ReactNode }) {
  return (
    <>
      <PageTitle title="Policy" />
      {content}
    </>
  );
}

function handleOf(record: PolicyRecord, session: Session): PolicyHandle {
  const own = record.made_by.id === session.user.id || record.edited_by.id === session.user.id;
  return { ...record, own };
}

type ViewProps = { record: PolicyRecord; session: Session };

function PolicyView({ record, session }: ViewProps) {
  const go = useGo();
  const acts = usePolicyActs();
  const handle = handleOf(record, session);
  const maker = useMakeDocuments(record.id);
  const documents = useDocuments('policy', record.id);
  const [reviewing, setReviewing] = useState(false);
  const [issued, setIssued] = useState<PolicyRecord | null>(null);
  useKeys({ e: () => go(`${policyHref(record.id)}/edit`) }, acts.mayEdit(handle));
  const generates = can(session, 'policy_documents.generate');
  const makeAll = async () => {
    setIssued(null);
    await maker.run(POLICY_DOCUMENTS);
    go(`${policyHref(record.id)}?tab=documents`, { replace: true });
  };
  const complete = (documents.data ?? []).some((row) => row.kind === 'cover-note');
  const cover = record.cover_type.class ?? record.cover_type.name;
  return (
    <>
      <RecordPage
        parent={{ label: 'Underwriting', href: paths.underwriting }}
        number={record.broker_reference}
        subtitle={`${record.reinsured.name} → ${record.insured.name} · ${cover}`}
        statuses={statusesOf(record)}
        glance={glanceOf(record)}
        primary={
          <Primary
            {...{ record, session, acts, handle }}
            onReview={() => setReviewing(true)}
            making={maker.making !== null}
            onMake={generates && documents.data !== undefined && !complete ? () => void makeAll() : undefined}
          />
        }
        menu={[
          ...acts.entries(handle),
          ...(record.status === 'PENDING' && !can(session, 'policies.decide')
            ? [{ label: 'See what approval will do', onSelect: () => setReviewing(true) }]
            : []),
        ]}
        notices={
          <>
            {record.status === 'REJECTED' && record.decision_reason !== null && (
              <Notice tone="bad" title={`Rejected by ${record.decided_by?.name ?? ''}`}>
                {record.decision_reason}
              </Notice>
            )}
            <RenewalNotice record={record} />
          </>
        }
        rail={<PolicyRail record={record} />}
        tabs={[
          { value: 'figures', label: 'Figures', content: <FiguresTab record={record} /> },
          { value: 'slip', label: 'Slip', content: <SlipTab record={record} /> },
          {
            value: 'securities',
            label: 'Securities',
            count: record.securities.length,
            content: <SecuritiesTab record={record} />,
          },
          {
            value: 'endorsements',
            label: 'Endorsements',
            ...(record.current.endorsements === 0 ? {} : { count: record.current.endorsements }),
            content: <EndorsementsTab record={record} />,
          },
          {
            value: 'documents',
            label: 'Documents',
            ...(documents.data === undefined ? {} : { count: documents.data.length }),
            content: <DocumentsTab record={record} maker={maker} />,
          },
          { value: 'money', label: 'Money', content: <MoneyTab record={record} /> },
          { value: 'history', label: 'History', content: <HistoryTab policyId={record.id} /> },
        ]}
      />
      <ReviewPanel record={record} open={reviewing} onClose={() => setReviewing(false)} onApproved={setIssued} />
      {issued !== null && (
        <IssuedDialog
          record={issued}
          onClose={() => setIssued(null)}
          onMake={generates ? () => void makeAll() : undefined}
        />
      )}
      {acts.dialogs}
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
  if (record.status === 'PENDING' && can(session, 'policies.decide')) {
    return (
      <Button variant="primary" onClick={onReview}>
        Review policy
      </Button>
    );
  }
  if (record.status === 'DRAFT' && placed && acts.mayEdit(handle)) {
    return (
      <Button variant="primary" busy={acts.submitting} onClick={() => acts.submit(handle)}>
        Submit policy
      </Button>
    );
  }
  if (acts.mayEdit(handle)) {
    return (
      <LinkButton variant="primary" href={`${policyHref(record.id)}/edit`}>
        Edit policy
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
