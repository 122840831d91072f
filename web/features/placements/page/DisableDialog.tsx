import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import type { PolicyHandle } from './use-policy-acts.tsx';

type Props = { policy: PolicyHandle; busy: boolean; onClose: () => void; onDisable: (reason: string) => void };

/** Disabling is final; of an approved policy it takes back what was booked, and wants a reason. §4. */
export function DisableDialog({ policy, busy, onClose, onDisable }: Props) {
  const [reason, setReason] = useState('');
  const approved = policy.status === 'APPROVED';
  return (
    <Dialog
      open
      onClose={onClose}
      keepOpen={approved}
      title={`Disable ${policy.broker_reference}`}
      description={
        approved
          ? 'Its notes become void and its journal entry is reversed today. This cannot be undone. Once money has moved, cancel it by endorsement instead.'
          : 'It stays in the list as disabled and can no longer be edited or submitted. This cannot be undone.'
      }
      footer={
        <>
          <Button onClick={onClose}>Keep as it is</Button>
          <Button
            variant="danger"
            busy={busy}
            disabledReason={approved && reason.trim() === '' ? 'Write the reason first.' : undefined}
            onClick={() => onDisable(reason.trim())}
          >
            Disable policy
          </Button>
        </>
      }
    >
      {approved && (
        <TextArea label="Reason" name="disable-reason" required value={reason} onChange={setReason} maxLength={500} />
      )}
    </Dialog>
  );
}
