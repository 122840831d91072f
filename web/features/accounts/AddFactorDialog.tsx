import { useState } from 'react';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { PasskeySetup } from './PasskeySetup.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TotpSetup } from './TotpSetup.tsx';

type Props = { kind: 'TOTP' | 'PASSKEY'; asksPassword: boolean; onClose: () => void };

const TITLES = { TOTP: 'Add an authenticator app', PASSKEY: 'Add a passkey' } as const;
const DONE = { TOTP: 'Authenticator app added', PASSKEY: 'Passkey added' } as const;

/** Adds a factor; with the first one the recovery codes are shown before it closes. */
export function AddFactorDialog({ kind, asksPassword, onClose }: Props) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const onAdded = (recovery: readonly string[]) => {
    toastSuccess(DONE[kind]);
    if (recovery.length === 0) onClose();
    else setCodes(recovery);
  };
  const state = { asksPassword, onAdded, onCancel: onClose };
  return (
    <Dialog
      open
      keepOpen
      {...{ onClose }}
      title={codes === null ? TITLES[kind] : 'Your recovery codes'}
      description={codes === null && kind === 'TOTP' ? 'It shows a new code every 30 seconds.' : undefined}
    >
      {codes !== null && <RecoveryCodes codes={codes} onDone={onClose} />}
      {codes === null && kind === 'TOTP' && <TotpSetup {...state} />}
      {codes === null && kind === 'PASSKEY' && <PasskeySetup {...state} />}
    </Dialog>
  );
}
