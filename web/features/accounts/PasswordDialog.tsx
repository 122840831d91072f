import { removeTotp } from '../../../domain/accounts/second-factor.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { ofShape } from '../../ui/forms/use-contract-form.ts';
import { FormText } from '../../ui/forms/FormFields.tsx';

type Props<R> = {
  send: (body: { password: string }) => Promise<R>;
  title: string;
  effect: string;
  action: string;
  danger?: boolean;
  onDone: (reply: R) => void;
  onClose: () => void;
};

/** An act on how one signs in, which asks for the password. */
export function PasswordDialog<R>({ send, title, effect, action, danger = false, onDone, onClose }: Props<R>) {
  const { form, dialog } = useDialogForm({
    // The others ask for it in the same words.
    ...ofShape(removeTotp.body),
    initial: { password: '' },
    send,
    onDone: (reply) => onDone(reply),
  });
  return (
    <FormDialog {...{ title, action, danger, onClose }} {...dialog} dirty={false} description={effect}>
      <FormText
        {...{ form }}
        name="password"
        label="Your password"
        required
        type="password"
        autoComplete="current-password"
        autoFocus
      />
    </FormDialog>
  );
}
