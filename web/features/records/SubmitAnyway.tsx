import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';

type Props = {
  saving: {
    warned: { warnings?: readonly string[] } | null;
    busy: boolean;
    submitAnyway: () => void;
    keepDraft: () => void;
  };
  /** "Submit receipt". */
  action: string;
};

/** Asks before what the server warns of is submitted; it is on the server as a draft until then. */
export function SubmitAnyway({ saving, action }: Props) {
  const [proposing, setProposing] = useState(true);
  return (
    <ConfirmDialog
      open={saving.warned !== null && proposing}
      onClose={() => {
        setProposing(false);
        saving.keepDraft();
      }}
      title="Submit it anyway?"
      effect={saving.warned?.warnings?.join(' ') ?? ''}
      {...{ action }}
      busy={saving.busy}
      onConfirm={saving.submitAnyway}
    >
      It is kept as a draft until you decide.
    </ConfirmDialog>
  );
}
