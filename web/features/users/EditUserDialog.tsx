import { editUser } from '../../../domain/accounts/users.ts';
import { can, useSession } from '../../api/session.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormText } from '../../ui/forms/FormFields.tsx';
import { StaleAction } from '../../ui/dialogs/AsOpened.tsx';

type Props = { user: { id: number; version: number; name: string; email: string }; onClose: () => void };

/** A user's name and, for root, the address by which they sign in. */
export function EditUserDialog({ user, onClose }: Props) {
  const mayMove = can(useSession(), 'roles.manage');
  const edit = useWrite(editUser);
  const { form, refusal, dialog } = useDialogForm({
    shape: editUser.body,
    body: (values) => ({ id: user.id, version: user.version, ...values }),
    initial: { name: user.name, email: user.email },
    send: (body) => edit.mutateAsync({ body }),
    done: (_, { name }) => `${name.trim()} saved`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Edit ${user.name}`}
      action="Save user"
      {...{ onClose, ...dialog }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <FormText {...{ form }} name="name" label="Name" autoFocus />
      <FormText
        {...{ form }}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        disabled={!mayMove}
        hint={
          mayMove
            ? 'They sign in with it. A new one ends their sessions; both addresses get a mail.'
            : 'Only root changes the address by which somebody signs in.'
        }
      />
    </FormDialog>
  );
}
