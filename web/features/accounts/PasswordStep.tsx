import { useEffect, useRef } from 'react';
import { beginTotp } from '../../../domain/accounts/second-factor.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { Skeleton } from '../../ui/notices/States.tsx';
import { FormText } from '../../ui/forms/FormFields.tsx';

type Props<R> = {
  begin: (body: { password?: string }) => Promise<R>;
  asksPassword: boolean;
  onBegun: (reply: R) => void;
  onCancel: () => void;
};

/** Begins to add a factor: directly shortly after signing in, later with the password. */
export function PasswordStep<R>({ begin, asksPassword, onBegun, onCancel }: Props<R>) {
  const begun = useRef(false);
  const { form, refusal, dialog } = useDialogForm({
    // A passkey is begun by the same.
    shape: beginTotp.body,
    body: ({ password }: { password: string }) => (asksPassword ? { password } : {}),
    initial: { password: '' },
    send: begin,
    onDone: onBegun,
  });
  const submit = dialog.onSubmit;
  useEffect(() => {
    if (asksPassword || begun.current) return;
    begun.current = true;
    void submit();
  }, [asksPassword, submit]);
  if (!asksPassword) {
    return refusal === null ? <Skeleton className="h-44" /> : <Notice tone="bad">{refusal.message}</Notice>;
  }
  return (
    <form
      noValidate
      className="grid gap-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {refusal !== null && <Notice tone="bad">{refusal.message}</Notice>}
      <FormText
        {...{ form }}
        name="password"
        label="Your password"
        required
        type="password"
        autoComplete="current-password"
        hint="You signed in a while ago: this makes sure that it is you."
        autoFocus
      />
      <div className="flex justify-end gap-2 pb-1">
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" type="submit" busy={dialog.busy}>
          Go on
        </Button>
      </div>
    </form>
  );
}
