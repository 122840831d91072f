import { Plus } from 'lucide-react';
import { useState } from 'react';
import { branchItems, branchTable } from '../../../domain/firm/branches.ts';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { STATUS_FILTER, statusBadge } from '../registers/register-words.ts';
import { useOpenRow } from '../registers/use-open-row.ts';
import { BranchDialog, BranchStatusDialog, type Branch } from './BranchDialogs.tsx';
import { useMayManage } from './SettingForm.tsx';
import { useListPage } from '../../api/use-list.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { AsOpened } from '../../ui/dialogs/AsOpened.tsx';

const COLUMNS = screenColumns(branchTable, {
  widths: { name: 180, address: 220 },
  cells: {
    address: (row) => row.address.split('\n').join(', ') || <span className="text-mute">The firm’s</span>,
    status: (row) => <StatusBadge {...statusBadge(row.status)} />,
  },
});

/** The branches; root adds, edits and disables them. */
export function BranchesSection() {
  const page = useListPage(branchItems, { name: 'branches', filters: ['status'] });
  const { query } = page;
  const { open, hrefOf, close } = useOpenRow();
  const [turning, setTurning] = useState<Branch | null>(null);
  const mayManage = useMayManage();
  const opened = query.data?.data.find((row) => String(row.id) === open);
  const actions = (row: Branch): MenuEntry[] => [
    { label: 'Edit', href: hrefOf(row.id) },
    { label: row.status === 'ACTIVE' ? 'Disable…' : 'Make active…', onSelect: () => setTurning(row) },
  ];
  return (
    <>
      <ListPage
        title="Branches"
        {...page}
        views={<ViewsMenu call={branchItems} />}
        nouns={['branch', 'branches']}
        columns={COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.code}
        {...(mayManage ? { rowHref: (row: Branch) => hrefOf(row.id), rowActions: actions } : {})}
        filters={[STATUS_FILTER]}
        primary={
          mayManage && (
            <LinkButton variant="primary" href={hrefOf('new')} icon={<Plus size={14} aria-hidden="true" />}>
              New branch
            </LinkButton>
          )
        }
      />
      {open === 'new' && mayManage && <BranchDialog onClose={close} />}
      {opened !== undefined && mayManage && (
        <AsOpened key={opened.id} of={opened}>
          {(saved) => <BranchDialog {...{ saved }} onClose={close} />}
        </AsOpened>
      )}
      {turning !== null && <BranchStatusDialog row={turning} onClose={() => setTurning(null)} />}
    </>
  );
}
