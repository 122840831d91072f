import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { branchItems } from '../../../domain/firm/branches.ts';
import { exportFile } from '../../api/export-file.ts';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import type { Column } from '../../ui/table-types.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { STATUS_FILTER, statusBadge } from '../registers/register-words.ts';
import { useOpenRow } from '../registers/use-open-row.ts';
import { BranchDialog, BranchStatusDialog } from './BranchDialogs.tsx';
import { useMayManage } from './SettingForm.tsx';
import { useList } from '../../api/use-list.ts';

export type Branch = WireReply<typeof branchItems>['data'][number];

const COLUMNS: readonly Column<Branch>[] = [
  { id: 'code', title: 'Code', sortable: true, cell: (row) => row.code },
  { id: 'name', title: 'Name', sortable: true, width: 180, cell: (row) => row.name },
  {
    id: 'address',
    title: 'Address',
    width: 220,
    cell: (row) => row.address.split('\n').join(', ') || <span className="text-mute">The firm’s</span>,
  },
  { id: 'phone', title: 'Phone', cell: (row) => row.phone },
  { id: 'users', title: 'Active users', align: 'right', sortable: true, cell: (row) => row.users },
  { id: 'status', title: 'Status', sortable: true, cell: (row) => <StatusBadge {...statusBadge(row.status)} /> },
];

/** The branches; root adds, edits and disables them. */
export function BranchesSection() {
  const list = useListState({ filters: ['status'] });
  const query = useList(branchItems, list.query);
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
        name="branches"
        nouns={['branch', 'branches']}
        {...{ list, query }}
        onExport={(format) => exportFile(branchItems, { query: list.query, name: 'branches' }, format)}
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
      {opened !== undefined && mayManage && <BranchDialog key={opened.version} saved={opened} onClose={close} />}
      {turning !== null && <BranchStatusDialog row={turning} onClose={() => setTurning(null)} />}
    </>
  );
}
