import { renamePasskey } from '../../../domain/accounts/second-factor.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { Bound } from '../../ui/Bound.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';

type Props = { passkey: { id: number; name: string }; onClose: () => void };

export function RenameDialog({ passkey, onClose }: Props) {
  const { form, refusal, submit, ...state } = useDialogForm({
    endpoint: renamePasskey,
    initial: { name: passkey.name },
    schema: renamePasskey.body,
    bodyOf: (values) => ({ id: passkey.id, ...values }),
    inputOf: (values) => ({ body: { id: passkey.id, ...values } }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Rename passkey"
      action="Save name"
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      onSubmit={submit}
    >
      <Bound control={form.control} name="name">
        {(field) => <TextField label="Name" required autoFocus maxLength={60} {...field} />}
      </Bound>
    </FormDialog>
  );
}
