import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { type listReminders, sendReminders } from '../../../domain/statements/contract.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Checkbox } from '../../ui/fields/Choice.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { Unaddressed } from './Unaddressed.tsx';

type Props = {
  rows: WireReply<typeof listReminders>['data'];
  onClose: () => void;
  onStarted: (batch: number) => void;
};

const MOST = 500;
const letters = (count: number) => (count === 1 ? '1 letter' : `${count} letters`);

/** How many letters go to whom; after a warranty day they go only with a reason. M12. */
export function SendRemindersDialog({ rows, onClose, onStarted }: Props) {
  const [mail, setMail] = useState(true);
  const [reason, setReason] = useState('');
  const send = useWrite(sendReminders, {
    onSuccess: ({ id }) => onStarted(id),
    onProblem: (problem) => toastProblem('No reminder was sent', problem),
  });
  const parties = new Map(rows.map((row) => [row.party.id, row]));
  const stopped = [...new Set(rows.filter((row) => row.stopped).map((row) => row.note.number))];
  const whyNot =
    rows.length > MOST
      ? 'At most 500 at once: choose fewer.'
      : stopped.length > 0 && reason.trim() === ''
        ? 'Enter the reason first.'
        : undefined;
  const body = { items: rows.map((row) => row.id), mail, ...(stopped.length > 0 && { reason: reason.trim() }) };
  return (
    <FormDialog
      size="sm"
      onClose={onClose}
      title={`Send ${letters(parties.size)}`}
      description="One to each reinsured, with what is open when it leaves. What is paid meanwhile is not in it."
      action={mail ? 'Make and mail' : 'Make letters'}
      busy={send.isPending}
      {...(whyNot !== undefined && { disabledReason: whyNot })}
      onSubmit={() => send.mutate({ body })}
    >
      <div className="grid gap-3">
        {stopped.length > 0 && (
          <>
            <Notice tone="bad" title="A demand after the warranty day affirms the cover">
              The warranty day of {stopped.join(', ')} has come and the premium is not paid. Asking for it now may
              affirm a cover that the securities could treat as ended.
            </Notice>
            <TextArea
              label="Reason"
              name="reason"
              value={reason}
              onChange={setReason}
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
        {mail && (
          <Unaddressed names={[...parties.values()].filter((row) => !row.addressed).map((row) => row.party.name)} />
        )}
      </div>
    </FormDialog>
  );
}
