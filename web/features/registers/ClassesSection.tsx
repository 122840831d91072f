import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { coverType } from '../../../domain/registers/contract.ts';
import type { CallInput } from '../../api/client.ts';
import { can, useSession } from '../../api/session.ts';
import { exportFile } from '../../api/export-file.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import type { MenuEntry } from '../../ui/Menu.tsx';
import { EmptyState } from '../../ui/States.tsx';
import type { Column } from '../../ui/table-types.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { ClassDialog, RenameDialog, SubclassDialog } from './ClassDialogs.tsx';
import { STATUS_FILTER, statusBadge } from './register-words.ts';
import { StatusDialog } from './StatusDialog.tsx';
import { useOpenRow } from './use-open-row.ts';

export type CoverType = WireReply<typeof coverType.items>['data'][number];

const COLUMNS: readonly Column<CoverType>[] = [
  {
    id: 'name',
    title: 'Name',
    sortable: true,
    width: 260,
    // In the list's own order each class stands before its subclasses.
    cell: (row) => (row.name2 === null ? row.name : <span className="pl-4 font-normal">{row.name}</span>),
  },
  {
    id: 'name1',
    title: 'Class',
    sortable: true,
    width: 200,
    cell: (row) => (row.name2 === null ? <span className="text-mute">Is a class</span> : row.name1),
  },
  { id: 'status', title: 'Status', sortable: true, cell: (row) => <StatusBadge {...statusBadge(row.status)} /> },
];

/** Classes and their subclasses. */
export function ClassesSection() {
  const session = useSession();
  const list = useListState({ filters: ['status'] });
  const query = useEndpoint(coverType.items, { query: list.query as CallInput<typeof coverType.items>['query'] });
  const { open, hrefOf, close } = useOpenRow();
  const [turning, setTurning] = useState<CoverType | null>(null);
  const mayCreate = can(session, 'registers.create');
  const mayEdit = can(session, 'registers.edit');
  const mayTurn = can(session, 'registers.status');
  const opened = query.data?.data.find((row) => String(row.id) === open);
  const create = mayCreate && (
    <>
      <LinkButton href={hrefOf('new-class')}>New class</LinkButton>
      <LinkButton variant="primary" href={hrefOf('new')} icon={<Plus size={14} aria-hidden="true" />}>
        New subclass
      </LinkButton>
    </>
  );
  const actions = (row: CoverType): MenuEntry[] => [
    ...(mayEdit ? [{ label: 'Rename', href: hrefOf(row.id) }] : []),
    ...(mayCreate && row.name2 === null && row.status === 'ACTIVE'
      ? [{ label: 'New subclass in it', href: hrefOf(`new-in-${row.id}`) }]
      : []),
    ...(mayTurn
      ? [{ label: row.status === 'ACTIVE' ? 'Make inactive…' : 'Make active…', onSelect: () => setTurning(row) }]
      : []),
  ];
  return (
    <>
      <ListPage
        title="Classes and subclasses"
        name="classes"
        nouns={['class or subclass', 'classes and subclasses']}
        searchLabel="Search classes"
        {...{ list, query }}
        onExport={(format) => exportFile(coverType.items, { query: list.query, name: 'classes' }, format)}
        columns={COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        {...(mayEdit ? { rowHref: (row: CoverType) => hrefOf(row.id) } : {})}
        {...(mayEdit || mayTurn || mayCreate ? { rowActions: actions } : {})}
        filters={[STATUS_FILTER]}
        primary={create}
        empty={
          <EmptyState title="No classes yet" action={create}>
            Every policy names the class and subclass of what is insured: Fire, Marine cargo, Motor.
          </EmptyState>
        }
      />
      {open === 'new-class' && mayCreate && <ClassDialog onClose={close} />}
      {(open === 'new' || open?.startsWith('new-in-') === true) && mayCreate && (
        <SubclassDialog inClass={open.replace(/^new(-in-)?/, '')} onClose={close} />
      )}
      {opened !== undefined && mayEdit && (
        <RenameDialog key={`${opened.id} ${opened.version}`} row={opened} onClose={close} />
      )}
      {turning !== null && (
        <StatusDialog
          endpoint={coverType.update}
          row={turning}
          noun={turning.name2 === null ? 'class' : 'subclass'}
          {...(turning.name2 === null ? { effect: 'Its subclasses keep their own status. ' } : {})}
          onClose={() => setTurning(null)}
        />
      )}
    </>
  );
}
