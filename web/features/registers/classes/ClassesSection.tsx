import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { coverType } from '../../../../domain/registers/classes.ts';
import { coverTypeTable } from '../../../../domain/registers/tables.ts';
import { can, useSession } from '../../../api/session.ts';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import { RateText } from '../../../ui/marks/Figures.tsx';
import { ListPage } from '../../../ui/tables/ListPage.tsx';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { screenColumns } from '../../../ui/tables/table-columns.tsx';
import { ClassDialog, ClassEditDrawer, SubclassDialog } from './ClassDialogs.tsx';
import { ImportLink } from '../ImportLink.tsx';
import { STATUS_FILTER, statusBadge, statusEntry } from '../register-words.ts';
import { ClassStatusDialog } from '../StatusChange.tsx';
import { useOpenRow } from '../use-open-row.ts';
import { useListPage } from '../../../api/use-list.ts';
import { classHref } from '../../../paths.ts';
import { ViewsMenu } from '../../views/ViewsMenu.tsx';

type CoverType = WireReply<typeof coverType.items>['data'][number];

const COLUMNS = screenColumns(coverTypeTable, {
  widths: { name: 260, name1: 200 },
  cells: {
    // In the list's own order each class comes before its subclasses.
    name: (row) => (row.name2 === null ? row.name : <span className="pl-4 font-normal">{row.name}</span>),
    name1: (row) => (row.name2 === null ? <span className="text-mute">Is a class</span> : row.name1),
    commissionApplied: (row) => <Percent value={row.commissionApplied} own={row.commission} />,
    brokerageApplied: (row) => <Percent value={row.brokerageApplied} own={row.brokerage} />,
    clauses: (row) => (row.clauses === 0 ? <span className="text-mute">–</span> : row.clauses),
    status: (row) => <StatusBadge {...statusBadge(row.status)} />,
  },
});

/** A percentage; one that comes from the class is shown more quietly. */
function Percent({ value, own }: { value: string | null; own: string | null }) {
  if (value === null) return <span className="text-mute">–</span>;
  return own === null ? (
    <span className="text-mute" title="From its class">
      <RateText value={value} />
    </span>
  ) : (
    <RateText value={value} />
  );
}

/** Classes and their subclasses. */
export function ClassesSection() {
  const session = useSession();
  const page = useListPage(coverType.items, { name: 'classes', filters: ['status'] });
  const { open, hrefOf, close } = useOpenRow();
  const [turning, setTurning] = useState<CoverType | null>(null);
  const mayCreate = can(session, 'registers.create');
  const mayEdit = can(session, 'registers.edit');
  const mayTurn = can(session, 'registers.status');
  const create = mayCreate && (
    <>
      <LinkButton href={hrefOf('new-class')}>New class</LinkButton>
      <LinkButton variant="primary" href={hrefOf('new')} icon={<Plus size={14} aria-hidden="true" />}>
        New subclass
      </LinkButton>
    </>
  );
  const actions = (row: CoverType): MenuEntry[] => [
    { label: 'Open', href: classHref(row.id) },
    ...(mayEdit ? [{ label: 'Edit', href: hrefOf(row.id) }] : []),
    ...(mayCreate && row.name2 === null && row.status === 'ACTIVE'
      ? [{ label: 'New subclass in it', href: hrefOf(`new-in-${row.id}`) }]
      : []),
    ...statusEntry(mayTurn, row, () => setTurning(row)),
  ];
  return (
    <>
      <ListPage
        title="Classes and subclasses"
        {...page}
        views={<ViewsMenu call={coverType.items} />}
        nouns={['class or subclass', 'classes and subclasses']}
        searchLabel="Search classes"
        columns={COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        rowHref={(row) => classHref(row.id)}
        {...(mayEdit || mayTurn || mayCreate ? { rowActions: actions } : {})}
        filters={[STATUS_FILTER]}
        tools={mayCreate && <ImportLink target="classes" />}
        primary={create}
        empty={
          <EmptyState title="No classes yet." action={create}>
            Every policy names the class and subclass of what is insured: Fire, Marine cargo, Motor.
          </EmptyState>
        }
      />
      {open === 'new-class' && mayCreate && <ClassDialog onClose={close} />}
      {(open === 'new' || open?.startsWith('new-in-') === true) && mayCreate && (
        <SubclassDialog inClass={open.replace(/^new(-in-)?/, '')} onClose={close} />
      )}
      {open !== undefined && /^\d+$/.test(open) && mayEdit && <ClassEditDrawer key={open} id={open} onClose={close} />}
      {turning !== null && <ClassStatusDialog row={turning} onClose={() => setTurning(null)} />}
    </>
  );
}
