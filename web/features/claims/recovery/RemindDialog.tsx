import { useState } from 'react';
import { reminderEffect, sendReminders } from '../../../../domain/claims/report-contract.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { Checkbox } from '../../../ui/fields/Choice.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { ErrorState, Skeleton } from '../../../ui/notices/States.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';

type Reminder = WireReply<typeof reminderEffect>[number];

const goesOut = ({ to }: Reminder) => to.length > 0;
const reminders = (count: number) => (count === 1 ? '1 reminder' : `${count} reminders`);

/** Which security gets which reminder, in which words; those that are chosen are mailed. */
export function RemindDialog({ securities, onClose }: { securities: readonly number[]; onClose: () => void }) {
  const effect = useEndpoint(reminderEffect, { body: { securities: [...securities] } });
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const send = useWrite(sendReminders, {
    onSuccess: ({ sent }) => {
      toastSuccess(`${reminders(sent.length)} sent`, sent.map((one) => one.name).join(', '));
      onClose();
    },
    onProblem: (problem) => toastProblem('No reminder was sent', problem),
  });
  const { data, error } = effect;
  const chosen = (data ?? []).filter((one) => goesOut(one) && !left.has(one.security.id));
  const whyNot =
    data === undefined
      ? 'Finding what is overdue…'
      : chosen.length === 0
        ? 'Nobody chosen can be reminded.'
        : undefined;
  const choose = (id: number, yes: boolean) => {
    const next = new Set(left);
    if (yes) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  return (
    <FormDialog
      size="md"
      onClose={onClose}
      title="Send reminders"
      description="Each security gets one mail with its overdue claim invoices; what it disputes is not asked for. Its words are in Settings, Mail texts."
      cancel="Send nothing"
      action={data === undefined ? 'Send reminders' : `Send ${reminders(chosen.length)}`}
      busy={send.isPending}
      {...(whyNot !== undefined && { disabledReason: whyNot })}
      onSubmit={() => send.mutate({ body: { securities: chosen.map((one) => one.security.id) } })}
    >
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void effect.refetch()} />}
      {error === null && data === undefined && <Skeleton className="h-24 w-full" />}
      <ul className="divide-y divide-line">
        {(data ?? []).map((reminder) => (
          <li key={reminder.security.id} className="grid gap-1 py-2">
            <ReminderLine
              {...{ reminder }}
              chosen={goesOut(reminder) && !left.has(reminder.security.id)}
              onChoose={(yes) => choose(reminder.security.id, yes)}
            />
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}

type LineProps = { reminder: Reminder; chosen: boolean; onChoose: (yes: boolean) => void };

function ReminderLine({ reminder, chosen, onChoose }: LineProps) {
  const [shown, setShown] = useState(false);
  const { security, to, items, subject, text } = reminder;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Checkbox label={security.name} checked={chosen} disabled={!goesOut(reminder)} onChange={onChoose} />
        <span className="text-mute">{items.length === 1 ? '1 invoice' : `${items.length} invoices`}</span>
      </div>
      {goesOut(reminder) ? (
        <p className="text-xs wrap-anywhere text-mute">To {to.join(', ')}</p>
      ) : (
        <p className="text-xs text-bad">No address is known: enter one in Settings, Securities. Nothing is sent.</p>
      )}
      <ul className="text-xs text-mute">
        {items.map((item) => (
          <li key={item.id}>
            {item.number} · <MoneyText withCurrency value={item.outstanding} currency={item.currency} />
          </li>
        ))}
      </ul>
      <div>
        <Button size="sm" variant="ghost" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide the mail' : 'Show the mail'}
        </Button>
      </div>
      {shown && (
        <div dir="auto" className="mt-1 rounded-md border border-line bg-hover px-3 py-2">
          <p className="font-medium wrap-anywhere">{subject}</p>
          <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
        </div>
      )}
    </>
  );
}
