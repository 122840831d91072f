import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { planReminders, sendReminders } from '../../../domain/statements/contract.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Checkbox } from '../../ui/fields/Choice.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { showCount } from '../../ui/fields/whole-number.ts';
import { Notice } from '../../ui/notices/Notice.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import type { Reminded } from './reminded.ts';
import { Unaddressed } from '../documents/Unaddressed.tsx';

type Props = { of: Reminded; onClose: () => void; onStarted: (batch: number) => void };

const letters = (count: number) => (count === 1 ? '1 letter' : `${showCount(count)} letters`);
const instalments = (count: number) => (count === 1 ? '1 instalment' : `${showCount(count)} instalments`);

function whyNot(data: WireReply<typeof planReminders> | undefined, reason: string): string | undefined {
  if (data === undefined) return 'Working out who gets a letter…';
  return data.stopped > 0 && reason === '' ? 'Enter the reason first.' : undefined;
}

/** How many letters go to whom; after a warranty day they go only with a reason. M12. */
export function SendRemindersDialog({ of, onClose, onStarted }: Props) {
  const [mail, setMail] = useState(true);
  const [typed, setTyped] = useState('');
  const { data, error, refetch } = useEndpoint(planReminders, { body: of });
  const send = useWrite(sendReminders, {
    onSuccess: ({ id }) => onStarted(id),
    onProblem: (problem) => {
      toastProblem('No reminder was sent', problem);
      void refetch();
    },
  });
  const reason = typed.trim();
  const disabledReason = whyNot(data, reason);
  const stops = data !== undefined && data.stopped > 0;
  return (
    <FormDialog
      size="sm"
      onClose={onClose}
      title={data === undefined ? 'Send reminders' : `Send ${letters(data.letters)}`}
      description={
        data === undefined
          ? 'One letter to each reinsured, with what is open when it leaves.'
          : `Of ${instalments(data.instalments)}: one letter to each reinsured, with what is open when it leaves. What is paid meanwhile is not in it.`
      }
      action={mail ? 'Make and mail' : 'Make letters'}
      busy={send.isPending}
      {...(disabledReason !== undefined && { disabledReason })}
      onSubmit={() =>
        send.mutate({
          body: {
            ...of,
            ...(of.all !== undefined && data !== undefined && { seen: data.instalments }),
            mail,
            ...(stops && { reason }),
          },
        })
      }
    >
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="w-64" />}
      {data !== undefined && (
        <div className="grid gap-3">
          {stops && (
            <>
              <Notice tone="bad" title="A demand after the warranty day affirms the cover">
                The warranty day of {data.stopped_notes.join(', ')}
                {data.stopped > data.stopped_notes.length &&
                  ` and ${showCount(data.stopped - data.stopped_notes.length)} more`}{' '}
                has come and the premium is not paid. Asking for it now may affirm a cover that the securities could
                treat as ended.
              </Notice>
              <TextArea
                label="Reason"
                name="reason"
                value={typed}
                onChange={setTyped}
                rows={3}
                maxLength={500}
                hint="Who decided it and why. The history keeps it."
              />
            </>
          )}
          <Checkbox
            label="Mail each to the reinsured"
            hint="To its contacts for statements, else to its general address."
            checked={mail}
            onChange={setMail}
          />
          {mail && <Unaddressed names={data.unaddressed_names} count={data.unaddressed} />}
        </div>
      )}
    </FormDialog>
  );
}
