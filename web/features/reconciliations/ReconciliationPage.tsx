import { useState } from 'react';
import * as z from 'zod/mini';
import type { WireReply } from '../../../domain/endpoint.ts';
import {
  finishReconciliation,
  getReconciliation,
  reopenReconciliation,
} from '../../../domain/reconciliations/contract.ts';
import { RECONCILIATION_STATES } from '../../../domain/reconciliations/states.ts';
import { exportFile } from '../../api/export-file.ts';
import { can, useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { LISTS, reconciliationHref } from '../../paths.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { ReasonDialog } from '../../ui/dialogs/ReasonDialog.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { InstantText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { ExportButton } from '../../ui/tables/ListPage.tsx';
import { isNothing } from '../ledger/wire-amounts.ts';
import { badgeOf } from '../ledger/status.ts';
import { BridgeTable } from './BridgeTable.tsx';
import { Ties } from './Ties.tsx';
import { showDay } from '../../ui/marks/format.ts';
import { useWorkIn } from '../../api/work-in.ts';

export type Reconciliation = WireReply<typeof getReconciliation>;

/** The bridge from our account to a party's own statement, difference by difference. M13. */
export function ReconciliationPage() {
  const id = useRecordId();
  const { data, error, refetch } = useEndpoint(getReconciliation, { params: { id }, query: {} });
  useWorkIn(data?.branch);
  if (data === undefined) return <NoPage title="Reconciliation" {...{ error, refetch }} list={LISTS.reconciliations} />;
  return <ReconciliationView key={data.id} one={data} />;
}

/** The reconciliation before or after this one. */
function Other({ id, children }: { id: number; children: string }) {
  return (
    <Notice
      action={
        <LinkButton size="sm" href={reconciliationHref(id)}>
          Open it
        </LinkButton>
      }
    >
      {children}
    </Notice>
  );
}

const differences = (count: number) => (count === 1 ? '1 difference' : `${count} differences`);

function ReconciliationView({ one }: { one: Reconciliation }) {
  const session = useSession();
  const go = useGo();
  const [opening, setOpening] = useState(false);
  const { currency, status, version, open, left } = one;
  const id = String(one.id);
  const name = `${one.party.name} as at ${showDay(one.as_at)}`;
  const works = can(session, 'allocations.create');
  const finish = useWrite(finishReconciliation, {
    onSuccess: () => toastSuccess('Reconciliation finished', name),
    onProblem: (problem) => toastProblem('Not finished', problem),
  });
  const reopen = useWrite(reopenReconciliation, { onSuccess: (again) => go(reconciliationHref(again.id)) });
  const whyNot =
    open > 0
      ? `${differences(open)} ${open === 1 ? 'has' : 'have'} no reason yet.`
      : isNothing(left, currency)
        ? undefined
        : 'The bridge does not close.';
  return (
    <>
      <RecordPage
        parent={LISTS.reconciliations}
        number={name}
        subtitle={
          <span className="wrap-anywhere">
            {one.file_name} · {one.made_by} · <InstantText value={one.made_at} />
          </span>
        }
        statuses={[badgeOf(RECONCILIATION_STATES[status])]}
        glance={[
          { label: 'Ours', value: one.ours, currency },
          { label: 'Explained', value: one.explained, currency },
          { label: 'Theirs', value: one.theirs, currency },
          { label: 'Left', value: left, currency, ...(isNothing(left, currency) ? {} : { tone: 'bad' as const }) },
        ]}
        menu={
          works && status === 'FINISHED' && one.followed_by === null
            ? [{ label: 'Open again…', onSelect: () => setOpening(true) }]
            : []
        }
        primary={
          <div className="flex flex-wrap gap-2">
            <ExportButton
              onExport={(format) =>
                exportFile(getReconciliation, { query: {}, params: { id }, name: 'reconciliation' }, format)
              }
            />
            {works && status === 'OPEN' && (
              <Button
                variant="primary"
                busy={finish.isPending}
                disabledReason={whyNot}
                onClick={() => finish.mutate({ params: { id }, body: { version } })}
              >
                Finish
              </Button>
            )}
          </div>
        }
        notices={
          <>
            {one.finished !== null && (
              <Notice title={`Finished by ${one.finished.by}: the bridge closes to 0.00.`}>
                <InstantText value={one.finished.at} />
              </Notice>
            )}
            {one.followed_by !== null && (
              <Other id={one.followed_by}>It was opened again as another reconciliation.</Other>
            )}
            {one.follows !== null && <Other id={one.follows}>It looks at a finished reconciliation again.</Other>}
          </>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {one.ties.length > 0 && <Ties one={one} may={works && status === 'OPEN'} />}
          <BridgeTable one={one} may={works && status === 'OPEN'} />
        </div>
      </RecordPage>
      {opening && (
        <ReasonDialog
          title="Open again"
          description="Another reconciliation begins with these lines and the reasons that were set. This one stays as it is."
          action="Open again"
          shape={z.pick(reopenReconciliation.body, { reason: true })}
          send={(reason) => reopen.mutateAsync({ params: { id }, body: { version, reason } })}
          done={() => ['Reconciliation opened again', name]}
          rows={2}
          onClose={() => setOpening(false)}
        />
      )}
    </>
  );
}
