import { useState, type ReactNode } from 'react';
import { user as userRecord } from '../../../domain/accounts/users.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { LISTS } from '../../paths.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { DayText, InstantText } from '../../ui/marks/Figures.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { Timeline } from '../../ui/marks/Timeline.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { EditUserDialog } from './EditUserDialog.tsx';
import { LeaveDialog, type Leaving } from './LeaveDialog.tsx';
import { useChoices } from './RoleFields.tsx';
import { useUserActs } from './use-user-acts.ts';
import { historyEvents } from './user-history.tsx';
import { UserRoles } from './UserRoles.tsx';
import { UserFactors, UserSessions } from './UserSignIn.tsx';
import { userBadge } from './user-words.ts';
import { AsOpened } from '../../ui/dialogs/AsOpened.tsx';

type Whole = WireReply<typeof userRecord>;

/** One user: roles, how they sign in, where they are signed in, and what was done. */
export function UserPage() {
  const id = useRecordId();
  const { data, error, refetch } = useEndpoint(userRecord, { params: { id } });
  if (data === undefined) return <NoPage title="User" {...{ error, refetch }} list={LISTS.users} />;
  return <Shown user={data} />;
}

function Shown({ user }: { user: Whole }) {
  const session = useSession();
  const choices = useChoices();
  const { mailLink, letIn } = useUserActs();
  const [doing, setDoing] = useState<'edit' | Leaving['how'] | null>(null);
  const own = user.id === session?.user.id;
  const manages = can(session, 'users.manage') && !user.deleted;
  const mayChange = manages && user.mayChange;
  const self = own ? 'Nobody disables themselves.' : undefined;
  const entries: MenuEntry[] = [
    { label: 'Edit…', shortcut: 'E', onSelect: () => setDoing('edit') },
    ...(user.status === 'DISABLED'
      ? []
      : [
          {
            label: user.invited ? 'Mail the invitation again' : 'Mail a password link',
            onSelect: () => mailLink(user),
          },
        ]),
    ...(user.status === 'ACTIVE'
      ? [
          {
            label: 'Disable…',
            danger: true,
            separated: true,
            disabledReason: self,
            onSelect: () => setDoing('disable'),
          },
        ]
      : []),
    { label: 'Delete…', danger: true, disabledReason: self, onSelect: () => setDoing('delete') },
  ];
  const enable = mayChange && user.status === 'DISABLED' && user.roles.length > 0 && (
    <Button variant="primary" onClick={() => letIn(user)}>
      Enable again
    </Button>
  );
  return (
    <RecordPage
      parent={LISTS.users}
      number={user.name}
      subtitle={user.email}
      statuses={[userBadge(user.status)]}
      primary={enable}
      menu={mayChange ? entries : []}
      notices={<Notices {...{ user }} blocked={manages && !user.mayChange} />}
      rail={
        <Card title="Account">
          <dl className="grid gap-2">
            <Fact name="Last signed in">
              {user.lastSignIn === null ? 'Never' : <InstantText value={user.lastSignIn} />}
            </Fact>
            <Fact name="Since">
              <DayText value={user.createdAt} />
            </Fact>
            {user.createdBy !== null && <Fact name="Invited by">{user.createdBy}</Fact>}
          </dl>
        </Card>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {!user.deleted && (
          <>
            <UserRoles {...{ user, mayChange }} />
            <UserFactors {...{ user }} mayRemove={mayChange && !own && can(session, 'roles.manage')} />
            <UserSessions {...{ user, mayChange }} />
          </>
        )}
        <Card title="History">
          {user.history.length === 0 ? (
            <p className="text-mute">Nothing yet.</p>
          ) : (
            <Timeline events={historyEvents(user.history, choices)} />
          )}
        </Card>
      </div>
      {doing === 'edit' && (
        <AsOpened of={user}>{(opened) => <EditUserDialog user={opened} onClose={() => setDoing(null)} />}</AsOpened>
      )}
      {(doing === 'disable' || doing === 'delete') && (
        <LeaveDialog {...{ user }} how={doing} onClose={() => setDoing(null)} />
      )}
    </RecordPage>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-mute">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function Notices({ user, blocked }: { user: Whole; blocked: boolean }) {
  if (user.deleted) return <Notice>This user was deleted. What they did stays; who they were was erased.</Notice>;
  if (blocked)
    return <Notice>This user holds rights that you do not hold, so somebody else changes their account.</Notice>;
  if (user.invited && user.status === 'ACTIVE')
    return <Notice>They were invited and have not chosen a password yet.</Notice>;
  return null;
}
