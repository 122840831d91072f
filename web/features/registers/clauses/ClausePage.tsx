import { useState } from 'react';
import { clause } from '../../../../domain/registers/clauses.ts';
import { can, useSession } from '../../../api/session.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { classHref, LISTS } from '../../../paths.ts';
import { NoPage } from '../../../ui/layout/NoPage.tsx';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { RecordPage } from '../../../ui/layout/RecordPage.tsx';
import { AttachmentsPanel } from '../../attachments/AttachmentsPanel.tsx';
import { HistoryCard } from '../../system/HistoryCard.tsx';
import { ClauseDrawer } from './ClauseDrawer.tsx';
import { ClauseCompare, ClauseWording, type ClauseRecord } from './ClauseWordings.tsx';
import { PolicyUses } from '../PolicyUses.tsx';
import { marketName, statusBadge, statusEntry } from '../register-words.ts';
import { ClauseStatusDialog } from '../StatusChange.tsx';
import { useRecordId } from '../../../ui/hooks/use-record-id.ts';
import { countOf } from '../uses-words.ts';

/** A clause: its wording and how it came about, where it is used, what happened to it. */
export function ClausePage() {
  const id = useRecordId();
  const session = useSession();
  const may = can(session, 'registers.view');
  const { data, error, refetch } = useEndpoint(clause.one, { params: { id } }, { enabled: may });
  if (!may || data === undefined) return <NoPage title="Clause" {...{ may, error, refetch }} list={LISTS.clauses} />;
  return <Shown key={data.id} record={data} />;
}

function tabsOf(record: ClauseRecord) {
  return [
    { value: 'wording', label: 'Wording', content: <ClauseWording record={record} /> },
    ...(record.wordings.length > 1
      ? [{ value: 'compare', label: 'Compare', content: <ClauseCompare record={record} /> }]
      : []),
    ...(record.uses === null
      ? []
      : [
          {
            value: 'policies',
            label: 'Policies',
            content: <PolicyUses by={{ clause: String(record.id) }} noun="clause" />,
          },
        ]),
    { value: 'classes', label: 'Classes', count: record.classes.length, content: <Classes record={record} /> },
    { value: 'attachments', label: 'Attachments', content: <AttachmentsPanel entity="clause" id={record.id} /> },
    { value: 'history', label: 'History', content: <HistoryCard entity="clause" id={record.id} /> },
  ];
}

function Shown({ record }: { record: ClauseRecord }) {
  const session = useSession();
  const [open, setOpen] = useState<'edit' | 'status' | null>(null);
  const close = () => setOpen(null);
  const mayEdit = can(session, 'registers.edit');
  const menu: MenuEntry[] = [
    ...(mayEdit ? [{ label: 'Edit', shortcut: 'E', onSelect: () => setOpen('edit') }] : []),
    ...statusEntry(can(session, 'registers.status'), record, () => setOpen('status')),
  ];
  return (
    <>
      <RecordPage
        parent={LISTS.clauses}
        number={record.code}
        subtitle={record.title}
        statuses={[statusBadge(record.status)]}
        glance={[
          { label: 'Market', value: marketName(record.market) },
          { label: 'For', value: record.className ?? 'Any class' },
          { label: 'Wording version', value: String(record.wordingVersion) },
          ...(record.uses === null ? [] : [{ label: 'Policies in force', value: countOf(record.uses.inForce) }]),
        ]}
        primary={mayEdit && <Button onClick={() => setOpen('edit')}>Edit</Button>}
        menu={menu}
        tabs={tabsOf(record)}
      />
      {open === 'edit' && <ClauseDrawer id={String(record.id)} onClose={close} />}
      {open === 'status' && <ClauseStatusDialog row={record} onClose={close} />}
    </>
  );
}

function Classes({ record }: { record: ClauseRecord }) {
  return (
    <Card title="Classes whose policies begin with it">
      {record.classes.length === 0 ? (
        <p className="text-mute">None. Clauses are given to a class on the class’s own page.</p>
      ) : (
        <ul className="divide-y divide-line">
          {record.classes.map((one) => (
            <li key={`${one.id} ${one.market}`} className="flex flex-wrap justify-between gap-x-3 py-1.5">
              <AppLink href={classHref(one.id)} className="text-link hover:underline">
                {one.name}
              </AppLink>
              <span className="text-mute">{marketName(one.market)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
