import { useState } from 'react';
import { coverType } from '../../../../domain/registers/classes.ts';
import { can, useSession } from '../../../api/session.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { classHref, LISTS } from '../../../paths.ts';
import { NoPage } from '../../../ui/layout/NoPage.tsx';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { RateText } from '../../../ui/marks/Figures.tsx';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { RecordPage } from '../../../ui/layout/RecordPage.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import type { Column } from '../../../ui/tables/table-types.ts';
import { showCount } from '../../../ui/fields/whole-number.ts';
import { AttachmentsPanel } from '../../attachments/AttachmentsPanel.tsx';
import { HistoryCard } from '../../system/HistoryCard.tsx';
import { ClassEditDrawer, SubclassDialog } from './ClassDialogs.tsx';
import { ClassTerms, type CoverTypeRecord } from './ClassTerms.tsx';
import { PolicyUses } from '../PolicyUses.tsx';
import { statusBadge, statusEntry } from '../register-words.ts';
import { ClassStatusDialog } from '../StatusChange.tsx';
import { useRecordId } from '../../../ui/hooks/use-record-id.ts';
import { countOf } from '../uses-words.ts';

type Subclass = CoverTypeRecord['subclasses'][number];

/** A class or subclass: what its policies begin with, its taxes, its subclasses, the policies in it, its history. */
export function CoverTypePage() {
  const id = useRecordId();
  const session = useSession();
  const may = can(session, 'registers.view');
  const { data, error, refetch } = useEndpoint(coverType.one, { params: { id } }, { enabled: may });
  if (!may || data === undefined) return <NoPage title="Class" {...{ may, error, refetch }} list={LISTS.classes} />;
  return <Shown key={data.id} record={data} />;
}

type Open = 'edit' | 'subclass' | 'status' | null;

function Shown({ record }: { record: CoverTypeRecord }) {
  const session = useSession();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const isClass = record.name2 === null;
  const mayEdit = can(session, 'registers.edit');
  const isActive = record.status === 'ACTIVE';
  const menu: MenuEntry[] = [
    ...(can(session, 'registers.create') && isClass && isActive
      ? [{ label: 'New subclass', onSelect: () => setOpen('subclass') }]
      : []),
    ...(mayEdit ? [{ label: 'Edit', shortcut: 'E', onSelect: () => setOpen('edit') }] : []),
    ...statusEntry(can(session, 'registers.status'), record, () => setOpen('status')),
  ];
  return (
    <>
      <RecordPage
        parent={LISTS.classes}
        number={record.name}
        subtitle={
          isClass ? (
            'Class'
          ) : (
            <>
              Subclass of{' '}
              <AppLink href={classHref(record.class_id ?? 0)} className="text-link underline underline-offset-2">
                {record.name1}
              </AppLink>
            </>
          )
        }
        statuses={[statusBadge(record.status)]}
        glance={[
          { label: 'Cedant commission', value: percent(record.commissionApplied) },
          { label: 'Brokerage', value: percent(record.brokerageApplied) },
          { label: 'Clauses', value: showCount(record.clauses.length) },
          ...(record.uses === null ? [] : [{ label: 'Policies in force', value: countOf(record.uses.inForce) }]),
        ]}
        primary={mayEdit && <Button onClick={() => setOpen('edit')}>Edit</Button>}
        menu={menu}
        tabs={[
          { value: 'terms', label: 'Terms', content: <ClassTerms record={record} /> },
          ...(isClass
            ? [
                {
                  value: 'subclasses',
                  label: 'Subclasses',
                  count: record.subclasses.length,
                  content: <Subclasses record={record} />,
                },
              ]
            : []),
          ...(record.uses === null
            ? []
            : [
                {
                  value: 'policies',
                  label: 'Policies',
                  content: <PolicyUses by={{ cover_type: String(record.id) }} noun={isClass ? 'class' : 'subclass'} />,
                },
              ]),
          {
            value: 'attachments',
            label: 'Attachments',
            content: <AttachmentsPanel entity="cover_type" id={record.id} />,
          },
          { value: 'history', label: 'History', content: <HistoryCard entity="cover_type" id={record.id} /> },
        ]}
      />
      {open === 'edit' && <ClassEditDrawer id={String(record.id)} onClose={close} />}
      {open === 'subclass' && <SubclassDialog inClass={String(record.id)} onClose={close} />}
      {open === 'status' && <ClassStatusDialog row={record} onClose={close} />}
    </>
  );
}

const percent = (rate: string | null) => (rate === null ? null : `${rate}%`);

const SUBCLASS_COLUMNS: readonly Column<Subclass>[] = [
  { id: 'name', title: 'Subclass', width: 260, cell: (row) => row.name },
  { id: 'commission', title: 'Commission', align: 'right', cell: (row) => <OwnRate value={row.commission} /> },
  { id: 'brokerage', title: 'Brokerage', align: 'right', cell: (row) => <OwnRate value={row.brokerage} /> },
  { id: 'status', title: 'Status', cell: (row) => <StatusBadge {...statusBadge(row.status)} /> },
];

function OwnRate({ value }: { value: string | null }) {
  return value === null ? <span className="text-mute">As the class</span> : <RateText value={value} />;
}

function Subclasses({ record }: { record: CoverTypeRecord }) {
  return (
    <div className="rounded-lg border border-line bg-panel">
      <DataTable
        label={`Subclasses of ${record.name}`}
        columns={SUBCLASS_COLUMNS}
        rows={record.subclasses}
        rowKey={(row) => String(row.id)}
        rowHref={(row) => classHref(row.id)}
        rowLabel={(row) => row.name}
        empty={<EmptyState title="No subclasses yet.">Policies can be placed in the class itself too.</EmptyState>}
      />
    </div>
  );
}
