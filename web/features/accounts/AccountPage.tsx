import { useState } from 'react';
import { useSession, type Session } from '../../api/session.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { OwnLendings } from '../authority/OwnLendings.tsx';
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx';
import { FactorsCard } from './FactorsCard.tsx';
import { FormCard } from './FormCard.tsx';
import { OwnSessions } from './OwnSessions.tsx';

/** Each role with the branches in which it is held. */
function byRole(roles: Session['user']['roles']): [string, string[]][] {
  const names = [...new Set(roles.map((held) => held.roleName))];
  return names.map((name) => [name, roles.filter((held) => held.roleName === name).map((held) => held.branchName)]);
}

/** The user's own account: name and roles, and how they sign in. */
export function AccountPage() {
  const session = useSession();
  const [changing, setChanging] = useState(false);
  if (session === null) return null;
  const { user } = session;
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <PageTitle title="Your account" />
      <Card title="You">
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-y-2">
          <dt className="text-mute">Name</dt>
          <dd dir="auto" className="font-medium wrap-anywhere">
            {user.name}
          </dd>
          <dt className="text-mute">Email</dt>
          <dd className="wrap-anywhere">{user.email}</dd>
          <dt className="text-mute">Roles</dt>
          <dd>
            {byRole(user.roles).map(([name, branches]) => (
              <p key={name}>{`${name} · ${branches.join(', ')}`}</p>
            ))}
          </dd>
        </dl>
        <p className="mt-3 text-xs text-mute">Whoever manages users at {user.firm.name} changes these.</p>
      </Card>
      <Card
        title="Password"
        actions={
          <Button size="sm" onClick={() => setChanging(true)}>
            Change password
          </Button>
        }
      >
        <p className="text-mute">Changing it ends your other sessions. You get a mail about it.</p>
      </Card>
      <FormCard />
      <OwnLendings />
      <FactorsCard />
      <OwnSessions />
      {changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </div>
  );
}
