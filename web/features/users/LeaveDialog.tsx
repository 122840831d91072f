import { deleteUser, disableUser } from '../../../domain/accounts/users.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import type { User } from './user-words.ts';

export type Leaving = { user: Pick<User, 'id' | 'name'>; how: 'disable' | 'delete' };

const EFFECTS = {
  disable:
    'They are signed out everywhere at once and cannot sign in. What they made and decided stays under their name. You can enable them again.',
  delete:
    'They are signed out everywhere and can never sign in again. Their name, address, password and second factors are erased; what they made and decided stays under “Former user” and a number. This cannot be undone.',
} as const;

/** Takes a user's access away; says first what that does. */
export function LeaveDialog({ user, how, onClose }: Leaving & { onClose: () => void }) {
  const done = {
    onSuccess: () => {
      toastSuccess(how === 'disable' ? `${user.name} disabled` : `${user.name} deleted`);
      onClose();
    },
    onProblem: (problem: Error) => {
      toastProblem(how === 'disable' ? 'User not disabled' : 'User not deleted', problem);
      onClose();
    },
  };
  const disable = useWrite(disableUser, done);
  const remove = useWrite(deleteUser, done);
  const query = { id: String(user.id) };
  return (
    <ConfirmDialog
      open
      danger
      {...{ onClose }}
      title={how === 'disable' ? `Disable ${user.name}?` : `Delete ${user.name}?`}
      effect={EFFECTS[how]}
      action={how === 'disable' ? 'Disable user' : 'Delete user'}
      busy={disable.isPending || remove.isPending}
      onConfirm={() => (how === 'disable' ? disable : remove).mutate({ query })}
    />
  );
}
