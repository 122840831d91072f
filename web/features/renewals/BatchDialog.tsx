import type { WireReply } from '../../../domain/endpoint.ts';
import { cancelRenewals, renewalBatch } from '../../../domain/renewals/contract.ts';
import type { BatchState } from '../../../domain/renewals/states.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { focusRing } from '../../ui/styles.ts';
import { ProgressBar } from '../ledger/ProgressBar.tsx';
import { useRefreshed } from './use-refreshed.ts';
import { placementHref } from '../../paths.ts';

const POLL_MS = 700;
type Batch = WireReply<typeof renewalBatch>;

const TITLES: Record<BatchState, string> = {
  WAITING: 'Renewing…',
  RUNNING: 'Renewing…',
  DONE: 'Renewals drafted',
  CANCELLED: 'Renewing was stopped',
  FAILED: 'Renewing was not finished',
};
const isOver = (state: BatchState | undefined) => state !== undefined && state !== 'WAITING' && state !== 'RUNNING';

/** How far a batch of renewals is, and then what became of each policy. It goes on when this is closed. */
export function BatchDialog({ id, onClose }: { id: string; onClose: () => void }) {
  // Its own last answer says whether it goes on: nobody asks about what is over.
  const kept = useEndpoint(renewalBatch, { params: { id } });
  const over = isOver(kept.data?.state);
  useEndpoint(renewalBatch, { params: { id } }, over ? {} : { backgroundEvery: POLL_MS });
  useRefreshed(over);
  const cancel = useWrite(cancelRenewals, { onProblem: (problem) => toastProblem('Not stopped', problem) });
  const { data, error } = kept;
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      title={data === undefined ? 'Renewals' : TITLES[data.state]}
      footer={
        <>
          {data !== undefined && !over && (
            <Button busy={cancel.isPending} onClick={() => cancel.mutate({ params: { id } })}>
              Stop
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {over ? 'Done' : 'Go on in the background'}
          </Button>
        </>
      }
    >
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void kept.refetch()} />}
      {error === null && data === undefined && <Skeleton className="h-24 w-full" />}
      {data !== undefined && <Outcome batch={data} over={over} />}
    </Dialog>
  );
}

function Outcome({ batch, over }: { batch: Batch; over: boolean }) {
  const made = batch.items.filter((item) => item.renewal !== null).length;
  return (
    <div className="grid gap-3">
      {over ? (
        <output>
          {made} of {batch.total} {made === 1 ? 'is a draft' : 'are drafts'}.
        </output>
      ) : (
        <ProgressBar
          words="Making the drafts"
          percent={batch.total === 0 ? 0 : Math.floor((batch.done * 100) / batch.total)}
          shown={`${batch.done} of ${batch.total}`}
        />
      )}
      {batch.message !== null && <Notice tone="bad">{batch.message}</Notice>}
      <ul className="divide-y divide-line">
        {batch.items.map((item) => (
          <li key={item.policy.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
            <span className="min-w-0">
              <span className="tabular-nums">{item.policy.name}</span>{' '}
              <span dir="auto" className="text-mute">
                {item.insured}
              </span>
            </span>
            {item.renewal !== null && (
              <AppLink
                href={placementHref({ id: item.renewal.id, market: item.market })}
                className={`rounded text-link tabular-nums underline underline-offset-2 ${focusRing}`}
              >
                {item.renewal.name}
              </AppLink>
            )}
            {item.problem !== null && <span className="basis-full text-xs text-bad">{item.problem}</span>}
            {over && item.renewal === null && item.problem === null && <span className="text-mute">Left as it is</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
