import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { noticeEffect, sendNotices } from '../../../domain/renewals/contract.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';

type Notice = WireReply<typeof noticeEffect>[number];
type Props = { ids: readonly number[]; onClose: () => void; onSent: () => void };

const goesOut = (notice: Notice) => notice.to.length > 0 && notice.policies.length > 0;
const notices = (count: number) => (count === 1 ? '1 notice' : `${count} notices`);

/** Who gets which notice, in which words, and who has no address; then the mails are sent. */
export function NoticeDialog({ ids, onClose, onSent }: Props) {
  const effect = useEndpoint(noticeEffect, { body: { ids: [...ids] } });
  const send = useWrite(sendNotices, {
    onSuccess: (reply) => {
      toastSuccess(`${notices(reply.length)} sent`, reply.map((one) => one.reinsured.name).join(', '));
      onSent();
    },
    onProblem: (problem) => toastProblem('No notice was sent', problem),
  });
  const { data, error } = effect;
  const count = (data ?? []).filter(goesOut).length;
  const whyNot =
    data === undefined ? 'Finding whom to notify…' : count === 0 ? 'There is nobody to notify.' : undefined;
  return (
    <FormDialog
      size="md"
      onClose={onClose}
      title="Send renewal notices"
      description="Each reinsured gets one mail with its policies that expire. Its words are in Settings, Mail texts."
      cancel="Send nothing"
      action={data === undefined ? 'Send notices' : `Send ${notices(count)}`}
      busy={send.isPending}
      {...(whyNot !== undefined && { disabledReason: whyNot })}
      onSubmit={() => send.mutate({ body: { ids: [...ids] } })}
    >
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void effect.refetch()} />}
      {error === null && data === undefined && <Skeleton className="h-24 w-full" />}
      <ul className="divide-y divide-line">
        {(data ?? []).map((notice) => (
          <li key={notice.reinsured.id} className="grid gap-1 py-2">
            <NoticeLine notice={notice} />
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}

function NoticeLine({ notice }: { notice: Notice }) {
  const [shown, setShown] = useState(false);
  const { reinsured, to, policies, left_out: leftOut } = notice;
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span dir="auto" className="font-medium">
          {reinsured.name}
        </span>
        <span className="text-mute">{policies.length === 1 ? '1 policy' : `${policies.length} policies`}</span>
      </p>
      {to.length > 0 ? (
        <p className="text-xs wrap-anywhere text-mute">To {to.join(', ')}</p>
      ) : (
        <p className="text-xs text-bad">No address is known: enter one in Settings, Reinsureds. Nothing is sent.</p>
      )}
      {leftOut.map(({ number, why }) => (
        <p key={number} className="text-xs text-warn">
          {number} is left out. {why}
        </p>
      ))}
      {goesOut(notice) && (
        <div>
          <Button size="sm" variant="ghost" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide the mail' : 'Show the mail'}
          </Button>
          {shown && (
            <div
              dir="auto"
              className="mt-1 rounded-md border border-line bg-hover px-3 py-2 whitespace-pre-wrap wrap-anywhere"
            >
              <p className="font-medium">{notice.subject}</p>
              <p className="mt-1">{notice.text}</p>
            </div>
          )}
        </div>
      )}
    </>
  );
}
