import { UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { userItems, userTable } from '../../../domain/accounts/users.ts';
import { can, useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { DayText, InstantText } from '../../ui/marks/Figures.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { LendingList } from '../authority/LendingList.tsx';
import { PageTabs } from '../ledger/PageTabs.tsx';
import { AccessList } from './AccessList.tsx';
import { LeaveDialog, type Leaving } from './LeaveDialog.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { useChoices } from './RoleFields.tsx';
import { useUserActs } from './use-user-acts.ts';
import { FACTOR_WORDS, rolesText, type User, userBadge, userFilters } from './user-words.ts';
import { UserDialog } from './UserDialog.tsx';
import { useListPage } from '../../api/use-list.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

const muted = (text: string) => <span className="text-mute">{text}</span>;

const COLUMNS = screenColumns(userTable, {
  wide: ['createdAt'],
  widths: { name: 160, email: 200, roles: 200 },
  cells: {
    email: (row) => row.email || muted('Deleted'),
    roles: (row) => rolesText(row.roles) || muted('None yet'),
    status: (row) => <StatusBadge {...userBadge(row.status)} />,
    secondFactor: (row) => (row.secondFactor === 'NONE' ? muted('None') : FACTOR_WORDS[row.secondFactor]),
    lastSignIn: (row) => (row.lastSignIn === null ? muted('Never') : <InstantText value={row.lastSignIn} />),
    createdAt: (row) => <DayText value={row.createdAt} />,
  },
});

const hrefOf = (row: User) => paths.userOne.replace('$id', String(row.id));

/** Who may work here, with which roles, what they lend each other, and what left the house: three lists of one page. */
export function UsersPage() {
  const session = useSession();
  const [address] = useAddress();
  if (!can(session, 'users.view')) return <NoPage title="Users" may={false} />;
  const sees = can(session, 'audit.view_branch');
  const tab = address['tab'] === 'access' && !sees ? undefined : address['tab'];
  const tabs = (
    <PageTabs
      label="Users"
      tabs={[
        { label: 'Users', href: paths.user, current: tab !== 'lent' && tab !== 'access' },
        { label: 'Lent rights', href: `${paths.user}?tab=lent`, current: tab === 'lent' },
        ...(sees ? [{ label: 'Access', href: `${paths.user}?tab=access`, current: tab === 'access' }] : []),
      ]}
    />
  );
  if (tab === 'lent') return <LendingList {...{ tabs }} />;
  return tab === 'access' ? <AccessList {...{ tabs }} /> : <UserList {...{ tabs }} />;
}

function UserList({ tabs }: { tabs: ReactNode }) {
  const session = useSession();
  const mayManage = can(session, 'users.manage');
  const page = useListPage(userItems, { name: 'users', filters: ['status', 'role', 'branch'] });
  const { roles, branches } = useChoices();
  const [address, change] = useAddress();
  const [giving, setGiving] = useState<User | null>(null);
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const { mailLink, letIn } = useUserActs();
  const create = mayManage && (
    <LinkButton variant="primary" href={`${paths.user}?open=new`} icon={<UserPlus size={14} aria-hidden="true" />}>
      Invite user
    </LinkButton>
  );
  const actions = (user: User): MenuEntry[] => {
    const own = user.id === session?.user.id ? 'Nobody disables themselves.' : undefined;
    const open: MenuEntry = { label: 'Open', href: hrefOf(user) };
    if (user.email === '') return [open];
    const remove: MenuEntry = {
      label: 'Delete…',
      danger: true,
      disabledReason: own,
      separated: true,
      onSelect: () => setLeaving({ user, how: 'delete' }),
    };
    if (user.status === 'INACTIVE') return [open, { label: 'Activate…', onSelect: () => setGiving(user) }, remove];
    if (user.status === 'DISABLED') return [open, { label: 'Enable again', onSelect: () => letIn(user) }, remove];
    return [
      open,
      { label: 'Give another role…', onSelect: () => setGiving(user) },
      { label: 'Mail a password link', onSelect: () => mailLink(user) },
      {
        label: 'Disable…',
        danger: true,
        separated: true,
        disabledReason: own,
        onSelect: () => setLeaving({ user, how: 'disable' }),
      },
      { ...remove, separated: false },
    ];
  };
  const own = session?.user.branches ?? [];
  return (
    <>
      <ListPage
        title="Users"
        above={tabs}
        {...page}
        views={<ViewsMenu call={userItems} />}
        nouns={['user', 'users']}
        columns={COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        rowHref={hrefOf}
        {...(mayManage ? { rowActions: actions } : {})}
        filters={userFilters(
          roles.map(({ role, name }) => ({ value: role, label: name })),
          branches
            .filter(({ id }) => own.some((one) => one.id === id))
            .map(({ code, name }) => ({ value: code, label: name })),
        )}
        primary={create}
        empty={<EmptyState title="No users in this branch." action={create} />}
      />
      {address['open'] === 'new' && mayManage && <UserDialog onClose={() => change({ open: undefined })} />}
      {giving !== null && <RoleDialog user={giving} onClose={() => setGiving(null)} />}
      {leaving !== null && <LeaveDialog {...leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}
