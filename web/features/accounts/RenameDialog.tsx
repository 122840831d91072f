import { renamePasskey } from '../../../domain/accounts/second-factor.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormText } from '../../ui/forms/FormFields.tsx';

type Props = { passkey: { id: number; name: string }; onClose: () => void };

export function RenameDialog({ passkey, onClose }: Props) {
  const rename = useWrite(renamePasskey);
  const { form, dialog } = useDialogForm({
    shape: renamePasskey.body,
    body: (values) => ({ id: passkey.id, ...values }),
    initial: { name: passkey.name },
    send: (body) => rename.mutateAsync({ body }),
    onDone: onClose,
  });
  return (
    <FormDialog title="Rename passkey" action="Save name" {...{ onClose, ...dialog }}>
      <FormText {...{ form }} name="name" label="Name" autoFocus />
    </FormDialog>
  );
}
