import { useState } from 'react';
import { removeRole, type user as userRecord } from '../../../domain/accounts/users.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { useChoices } from './RoleFields.tsx';

type Whole = WireReply<typeof userRecord>;
type Held = Whole['roles'][number];
type Props = { user: Whole; mayChange: boolean };

/** The roles that a user holds, each in its branch; added and taken away one by one. */
export function UserRoles({ user, mayChange }: Props) {
  const { branches } = useChoices();
  const [giving, setGiving] = useState(false);
  const [taking, setTaking] = useState<Held | null>(null);
  const branchName = (held: Held) => branches.find(({ id }) => id === held.branch)?.name ?? held.branchCode;
  const where = (held: Held) => (held.branch === null ? 'All branches' : (branchName(held) ?? ''));
  return (
    <Card
      flush
      title="Roles"
      actions={
        mayChange && (
          <Button size="sm" onClick={() => setGiving(true)}>
            {user.status === 'ACTIVE' ? 'Give another role' : 'Activate with a role'}
          </Button>
        )
      }
    >
      {user.roles.length === 0 && <p className="px-4 py-3 text-mute">No role: they cannot sign in.</p>}
      <ul className="divide-y divide-line">
        {user.roles.map((held) => (
          <li key={`${held.role} ${held.branchCode ?? ''}`} className="flex min-h-11 items-center gap-3 px-4 py-1.5">
            <p className="min-w-0 flex-1">
              <span className="font-medium wrap-anywhere">{held.roleName}</span>
              <span className="text-mute"> · {where(held)}</span>
            </p>
            {mayChange && (
              <Button
                size="sm"
                aria-label={`Take away ${held.roleName} in ${where(held)}`}
                onClick={() => setTaking(held)}
                {...(user.roles.length === 1
                  ? { disabled: true, disabledReason: 'It is the only role. Disable the user instead.' }
                  : {})}
              >
                Take away
              </Button>
            )}
          </li>
        ))}
      </ul>
      {giving && <RoleDialog {...{ user }} onClose={() => setGiving(false)} />}
      {taking !== null && (
        <CallDialog
          danger
          call={removeRole}
          input={{ body: { id: user.id, role: taking.role, branch: taking.branch } }}
          onClose={() => setTaking(null)}
          title={`Take ${taking.roleName} in ${where(taking)} away?`}
          effect={`${user.name} loses its rights there and is signed out everywhere. What they did stays.`}
          action="Take role away"
          done={`${user.name} has one role less`}
          failed="Role not taken"
        />
      )}
    </Card>
  );
}
