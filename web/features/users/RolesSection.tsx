import { Plus } from 'lucide-react';
import { useState } from 'react';
import { roleItems } from '../../../domain/accounts/roles.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { exportFile } from '../../api/export-file.ts';
import { can, useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { Badge, StatusBadge } from '../../ui/marks/Badge.tsx';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import type { Column } from '../../ui/table-types.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { useOpenRow } from '../registers/use-open-row.ts';
import { STATUS_FILTER, statusBadge } from '../registers/register-words.ts';
import { RoleDrawer } from './RoleDrawer.tsx';
import { RoleStatusDialog } from './RoleStatusDialog.tsx';
import { useList } from '../../api/use-list.ts';

export type Role = WireReply<typeof roleItems>['data'][number];

const COLUMNS: readonly Column<Role>[] = [
  {
    id: 'name',
    title: 'Name',
    sortable: true,
    width: 200,
    cell: (row) => (
      <span className="inline-flex items-center gap-2">
        {row.name}
        {row.builtIn && <Badge>Built in</Badge>}
      </span>
    ),
  },
  { id: 'rights', title: 'Rights', align: 'right', cell: (row) => row.permissions.length },
  {
    id: 'users',
    title: 'Users',
    align: 'right',
    cell: (row) =>
      row.users === 0 ? (
        <span className="text-mute">–</span>
      ) : (
        <AppLink href={`${paths.user}?role=${row.code}`} className="text-link hover:underline">
          {row.users}
        </AppLink>
      ),
  },
  {
    id: 'factor',
    title: 'Second factor',
    cell: (row) => (row.secondFactorRequired ? 'Required' : <span className="text-mute">Own choice</span>),
  },
  { id: 'status', title: 'Status', sortable: true, cell: (row) => <StatusBadge {...statusBadge(row.status)} /> },
];

/** The built-in roles and the firm's own, with what each may do. Root alone changes them. */
export function RolesSection() {
  const session = useSession();
  const list = useListState({ filters: ['status'] });
  const query = useList(roleItems, list.query);
  const { open, hrefOf, close } = useOpenRow();
  const [turning, setTurning] = useState<Role | null>(null);
  const mayManage = can(session, 'roles.manage');
  const isNew = open === 'new';
  const opened = query.data?.data.find((row) => String(row.id) === open);
  const create = mayManage && (
    <LinkButton variant="primary" href={hrefOf('new')} icon={<Plus size={14} aria-hidden="true" />}>
      New role
    </LinkButton>
  );
  return (
    <>
      <ListPage
        title="Roles"
        name="roles"
        nouns={['role', 'roles']}
        {...{ list, query }}
        onExport={(format) => exportFile(roleItems, { query: list.query, name: 'roles' }, format)}
        columns={COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        rowHref={(row) => hrefOf(row.id)}
        {...(mayManage
          ? {
              rowActions: (row: Role) => [
                { label: 'Edit', href: hrefOf(row.id) },
                {
                  label: row.status === 'ACTIVE' ? 'Take out of use…' : 'Take back into use…',
                  disabledReason: row.builtIn ? 'A built-in role stays.' : undefined,
                  onSelect: () => setTurning(row),
                },
              ],
            }
          : {})}
        filters={[STATUS_FILTER]}
        primary={create}
      />
      {isNew && mayManage && <RoleDrawer onClose={close} readOnly={false} />}
      {opened !== undefined && (
        <RoleDrawer key={`${opened.id} ${opened.version}`} role={opened} readOnly={!mayManage} onClose={close} />
      )}
      {turning !== null && <RoleStatusDialog role={turning} onClose={() => setTurning(null)} />}
    </>
  );
}
