import { activateUser } from '../../../domain/accounts/users.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { RoleFields, useChoices } from './RoleFields.tsx';
import { rolesText, type User } from './user-words.ts';

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
  const { form, refusal, submit, ...state } = useDialogForm({
    endpoint: activateUser,
    initial: { role: '', branch: '' },
    schema: activateUser.body,
    bodyOf: (values) => ({ id: user.id, ...sent(values) }),
    inputOf: (values) => ({ body: { id: user.id, ...sent(values) } }),
    onDone: () => {
      toastSuccess(active ? `${user.name} has another role` : `${user.name} is active`);
      onClose();
    },
  });
  const held = rolesText(user.roles);
  return (
    <FormDialog
      title={active ? `Another role for ${user.name}` : `Activate ${user.name}`}
      description={
        active
          ? `Holds: ${held}. Roles add up. Their sessions end, so that the new one holds when they sign in again.`
          : held === ''
            ? 'They can sign in at once, and are told by mail.'
            : `They can sign in again at once, with what they held (${held}) and this role.`
      }
      action={active ? 'Give role' : 'Activate user'}
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      onSubmit={submit}
    >
      <RoleFields control={form.control} {...{ choices }} />
    </FormDialog>
  );
}
