import { useState } from 'react';
import { beginTotp, confirmTotp } from '../../../domain/accounts/second-factor.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { QrCode } from './QrCode.tsx';
import { useWrite } from '../../api/use-endpoint.ts';
import { ofShape } from '../../ui/forms/use-contract-form.ts';
import { FormText } from '../../ui/forms/FormFields.tsx';

type Begun = WireReply<typeof beginTotp>;
type Props = { asksPassword: boolean; onAdded: (recovery: readonly string[]) => void; onCancel: () => void };

/** Adds an authenticator app: the secret as a picture and as text, then a code of it. */
export function TotpSetup({ asksPassword, onAdded, onCancel }: Props) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const begin = useWrite(beginTotp);
  if (begun === null)
    return (
      <PasswordStep {...{ asksPassword, onCancel }} begin={(body) => begin.mutateAsync({ body })} onBegun={setBegun} />
    );
  return <Confirm {...{ begun, onAdded, onCancel }} />;
}

function Confirm({ begun, onAdded, onCancel }: Omit<Props, 'asksPassword'> & { begun: Begun }) {
  const confirm = useWrite(confirmTotp);
  const { form, refusal, dialog } = useDialogForm({
    ...ofShape(confirmTotp.body),
    initial: { code: '' },
    send: (body) => confirm.mutateAsync({ body }),
    onDone: (reply) => onAdded(reply.recovery),
  });
  return (
    <form
      noValidate
      className="grid gap-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        void dialog.onSubmit();
      }}
    >
      {refusal !== null && <Notice tone="bad">{refusal.message}</Notice>}
      <p>
        Scan this with an authenticator app (such as Aegis, 1Password or Google Authenticator), or enter the key by
        hand.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={begun.uri} label="QR code for the authenticator app" />
        <div className="min-w-0 flex-1 basis-40">
          <p className="text-xs font-medium text-mute">Key</p>
          <p className="mt-0.5 font-mono text-sm leading-6 wrap-anywhere">
            {begun.secret.replaceAll(/(.{4})/g, '$1 ').trim()}
          </p>
          <p className="mt-1.5 text-xs text-mute">Time-based, six digits, 30 seconds</p>
        </div>
      </div>
      <FormText
        {...{ form }}
        name="code"
        label="Code that the app shows now"
        required
        maxLength={10}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
      <div className="flex justify-end gap-2 pb-1">
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" type="submit" busy={dialog.busy}>
          Add the app
        </Button>
      </div>
    </form>
  );
}
