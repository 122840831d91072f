import { Plus } from 'lucide-react';
import { useState } from 'react';
import { roleItems, roleTable } from '../../../domain/accounts/roles.ts';
import { can, useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { Badge, StatusBadge } from '../../ui/marks/Badge.tsx';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { useOpenRow } from '../registers/use-open-row.ts';
import { STATUS_FILTER, statusBadge } from '../registers/register-words.ts';
import { RoleDrawer } from './RoleDrawer.tsx';
import { RoleStatusDialog } from './RoleStatusDialog.tsx';
import { useListPage } from '../../api/use-list.ts';
import type { Role } from './user-words.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { AsOpened } from '../../ui/dialogs/AsOpened.tsx';

const COLUMNS = screenColumns(roleTable, {
  widths: { name: 200 },
  cells: {
    name: (row) => (
      <span className="inline-flex items-center gap-2">
        {row.name}
        {row.builtIn && <Badge>Built in</Badge>}
      </span>
    ),
    users: (row) =>
      row.users === 0 ? (
        <span className="text-mute">–</span>
      ) : (
        <AppLink href={`${paths.user}?role=${row.code}`} className="text-link hover:underline">
          {row.users}
        </AppLink>
      ),
    secondFactorRequired: (row) =>
      row.secondFactorRequired ? 'Required' : <span className="text-mute">Own choice</span>,
    status: (row) => <StatusBadge {...statusBadge(row.status)} />,
  },
});

/** The built-in roles and the firm's own, with what each may do. Root alone changes them. */
export function RolesSection() {
  const session = useSession();
  const page = useListPage(roleItems, { name: 'roles', filters: ['status'] });
  const { query } = page;
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
        {...page}
        views={<ViewsMenu call={roleItems} />}
        nouns={['role', 'roles']}
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
        <AsOpened key={opened.id} of={opened}>
          {(role) => <RoleDrawer {...{ role }} readOnly={!mayManage} onClose={close} />}
        </AsOpened>
      )}
      {turning !== null && <RoleStatusDialog role={turning} onClose={() => setTurning(null)} />}
    </>
  );
}
