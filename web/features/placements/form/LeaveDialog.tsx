import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';

type Props = {
  /** Which policies: their references. */
  numbers: readonly string[];
  busy: boolean;
  onClose: () => void;
  onLeave: (reason: string) => void;
};

/** Says why policies are not renewed; it can be taken back while nothing renews them. */
export function LeaveDialog({ numbers, busy, onClose, onLeave }: Props) {
  const [reason, setReason] = useState('');
  const what = numbers.length === 1 ? (numbers[0] ?? '') : `${numbers.length} policies`;
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={`Mark ${what} not renewed`}
      description="They no longer count as open in the renewal list and get no notices. It can be taken back, or a policy renewed all the same. One that is renewed already stays as it is."
      footer={
        <>
          <Button onClick={onClose}>Keep as it is</Button>
          <Button
            variant="primary"
            busy={busy}
            disabledReason={reason.trim() === '' ? 'Write the reason first.' : undefined}
            onClick={() => onLeave(reason.trim())}
          >
            Mark not renewed
          </Button>
        </>
      }
    >
      <TextArea label="Reason" name="not-renewed-reason" required value={reason} onChange={setReason} maxLength={500} />
    </Dialog>
  );
}
