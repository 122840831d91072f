import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { userItems } from '../../../domain/accounts/contract.ts';
import type { CallInput } from '../../api/client.ts';
import { can, useSession } from '../../api/session.ts';
import { exportFile } from '../../api/export-file.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { paths } from '../../paths.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { DayText, InstantText } from '../../ui/Figures.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import type { MenuEntry } from '../../ui/Menu.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { EmptyState, NoRights } from '../../ui/States.tsx';
import type { Column } from '../../ui/table-types.ts';
import { useAddress } from '../../ui/use-address.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { LeaveDialog, type Leaving } from './LeaveDialog.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { useSendLink } from './use-send-link.ts';
import { rolesText, USER_FILTERS, userBadge, type User } from './user-words.ts';
import { UserDialog } from './UserDialog.tsx';

const COLUMNS: readonly Column<User>[] = [
  { id: 'name', title: 'Name', sortable: true, width: 160, cell: (row) => row.name },
  { id: 'email', title: 'Email', sortable: true, width: 200, cell: (row) => row.email },
  {
    id: 'roles',
    title: 'Roles',
    width: 200,
    cell: (row) => rolesText(row.roles) || <span className="text-mute">None yet</span>,
  },
  { id: 'status', title: 'Status', sortable: true, cell: (row) => <StatusBadge {...userBadge(row.status)} /> },
  {
    id: 'lastSignIn',
    title: 'Last signed in',
    sortable: true,
    cell: (row) =>
      row.lastSignIn === null ? <span className="text-mute">Never</span> : <InstantText value={row.lastSignIn} />,
  },
  { id: 'createdAt', title: 'Since', sortable: true, cell: (row) => <DayText value={row.createdAt} /> },
];

/** Who may work here, with which roles. Root alone changes it. */
export function UsersPage() {
  const session = useSession();
  const list = useListState({ filters: ['status', 'role'] });
  const mayView = can(session, 'users.view');
  const mayManage = can(session, 'users.manage');
  const query = useEndpoint(
    userItems,
    { query: list.query as CallInput<typeof userItems>['query'] },
    { enabled: mayView },
  );
  const [address, change] = useAddress();
  const [giving, setGiving] = useState<User | null>(null);
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const sendLink = useSendLink();
  if (!mayView) {
    return (
      <>
        <PageTitle title="Users" />
        <NoRights />
      </>
    );
  }
  const create = mayManage && (
    <LinkButton variant="primary" href={`${paths.user}?open=new`} icon={<UserPlus size={14} aria-hidden="true" />}>
      New user
    </LinkButton>
  );
  const actions = (user: User): MenuEntry[] => {
    const own = user.id === session?.user.id ? 'Nobody disables themselves.' : undefined;
    if (user.status === 'INACTIVE') {
      return [
        { label: 'Activate…', onSelect: () => setGiving(user) },
        { label: 'Delete…', danger: true, separated: true, onSelect: () => setLeaving({ user, how: 'delete' }) },
      ];
    }
    if (user.status === 'DISABLED') return [{ label: 'Activate again…', onSelect: () => setGiving(user) }];
    return [
      { label: 'Give another role…', onSelect: () => setGiving(user) },
      { label: 'Mail a password link', onSelect: () => void sendLink(user) },
      {
        label: 'Disable…',
        danger: true,
        separated: true,
        disabledReason: own,
        onSelect: () => setLeaving({ user, how: 'disable' }),
      },
      {
        label: 'Delete…',
        danger: true,
        disabledReason: own,
        onSelect: () => setLeaving({ user, how: 'delete' }),
      },
    ];
  };
  return (
    <>
      <ListPage
        title="Users"
        name="users"
        nouns={['user', 'users']}
        {...{ list, query }}
        onExport={(format) => exportFile(userItems, { query: list.query, name: 'users' }, format)}
        columns={COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        {...(mayManage ? { rowActions: actions } : {})}
        filters={USER_FILTERS}
        primary={create}
        empty={<EmptyState title="No users in this branch" action={create} />}
      />
      {address['open'] === 'new' && mayManage && <UserDialog onClose={() => change({ open: undefined })} />}
      {giving !== null && <RoleDialog user={giving} onClose={() => setGiving(null)} />}
      {leaving !== null && <LeaveDialog {...leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}
