import { activateUser } from '../../../domain/accounts/users.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { RoleFields, useChoices } from './RoleFields.tsx';
import { rolesText, type User } from './user-words.ts';
import { useWrite } from '../../api/use-endpoint.ts';

/** Lets a user in with a role in a branch, or gives one who is in another role. */
export function RoleDialog({
  user,
  onClose,
}: {
  user: Pick<User, 'id' | 'name' | 'status' | 'roles'>;
  onClose: () => void;
}) {
  const active = user.status === 'ACTIVE';
  const { sent, ...choices } = useChoices();
  const activate = useWrite(activateUser);
  const { form, dialog } = useDialogForm({
    shape: activateUser.body,
    body: (values) => ({ id: user.id, ...sent(values) }),
    initial: { role: '', branch: '' },
    send: (body) => activate.mutateAsync({ body }),
    done: () => (active ? `${user.name} has another role` : `${user.name} is active`),
    onDone: onClose,
  });
  const held = rolesText(user.roles);
  return (
    <FormDialog
      title={active ? `Another role for ${user.name}` : `Activate ${user.name}`}
      description={
        active
          ? `Holds: ${held}. Roles add up. Their sessions end, so that the new one holds when they sign in again.`
          : held === ''
            ? 'They can sign in at once, and get a mail.'
            : `They can sign in again at once, with what they held (${held}) and this role.`
      }
      action={active ? 'Give role' : 'Activate user'}
      {...{ onClose, ...dialog }}
    >
      <RoleFields {...{ form, choices }} />
    </FormDialog>
  );
}
