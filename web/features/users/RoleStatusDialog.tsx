import { setRoleStatus } from '../../../domain/accounts/roles.ts';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import type { Role } from './user-words.ts';

/** Takes a role of the firm's own out of use or back; users who still hold it are named when they prevent that. */
export function RoleStatusDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const out = role.status === 'ACTIVE';
  return (
    <CallDialog
      call={setRoleStatus}
      input={{ body: { id: role.id, version: role.version, status: out ? 'INACTIVE' : 'ACTIVE' } }}
      {...{ onClose }}
      title={out ? `Take ${role.name} out of use?` : `Take ${role.name} back into use?`}
      effect={
        out
          ? role.users > 0
            ? `${role.users} ${role.users === 1 ? 'user holds' : 'users hold'} it: it goes once they have another role.`
            : 'It is no longer offered. Nobody holds it, so nobody loses a right.'
          : 'It can be given again, with the rights that it had.'
      }
      action={out ? 'Take out of use' : 'Take back into use'}
      done={out ? `${role.name} is out of use` : `${role.name} is in use again`}
      failed={out ? 'Role still in use' : 'Role not taken back'}
    />
  );
}
