import { deleteUser, disableUser } from '../../../domain/accounts/users.ts';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import type { User } from './user-words.ts';

export type Leaving = { user: Pick<User, 'id' | 'name'>; how: 'disable' | 'delete' };

const EFFECTS = {
  disable:
    'They are signed out everywhere at once and cannot sign in. What they made and decided stays under their name. You can enable them again.',
  delete:
    'They are signed out everywhere and can never sign in again. Their name, address, password and second factors are erased; what they made and decided stays under “Former user” and a number. This cannot be undone.',
} as const;

const CALLS = { disable: disableUser, delete: deleteUser } as const;

/** Takes a user's access away; says first what that does. */
export function LeaveDialog({ user, how, onClose }: Leaving & { onClose: () => void }) {
  return (
    <CallDialog
      danger
      {...{ onClose }}
      call={CALLS[how]}
      input={{ query: { id: String(user.id) } }}
      title={how === 'disable' ? `Disable ${user.name}?` : `Delete ${user.name}?`}
      effect={EFFECTS[how]}
      action={how === 'disable' ? 'Disable user' : 'Delete user'}
      done={how === 'disable' ? `${user.name} disabled` : `${user.name} deleted`}
      failed={how === 'disable' ? 'User not disabled' : 'User not deleted'}
    />
  );
}
