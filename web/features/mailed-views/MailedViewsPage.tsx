import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { MAILED_EVERY_LABELS, MAILED_STATES, MAILED_STATUSES, SENDING_STATES } from '../../../domain/views/schedule.ts';
import {
  getMailed,
  leaveMailed,
  listMailed,
  mailedTable,
  moveMailed,
} from '../../../domain/views/schedule-contract.ts';
import { toCount } from '../../../domain/values/decimal.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useListPage } from '../../api/use-list.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import { Drawer } from '../../ui/dialogs/Dialog.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { DayText, InstantText } from '../../ui/marks/Figures.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { badgeOf } from '../ledger/status.ts';
import { FactList } from '../records/PeopleCard.tsx';
import { paths, withQuery } from '../../paths.ts';
import { EditMailDialog, MailDialog } from './MailDialog.tsx';
import { UserLink } from '../../ui/marks/NameLink.tsx';
import { AsOpened } from '../../ui/dialogs/AsOpened.tsx';

type Mailed = WireReply<typeof getMailed>;
type Doing = 'edit' | 'pause' | 'resume' | 'stop' | 'leave';

const FILTERS: readonly Filter[] = [
  {
    key: 'status',
    label: 'Status',
    kind: 'option',
    options: MAILED_STATUSES.map((value) => ({ value, label: MAILED_STATES[value].label })),
  },
];
const COLUMNS = screenColumns(mailedTable, {
  cells: {
    name: (row) => <span dir="auto">{row.name}</span>,
    status: (row) => <StatusBadge {...badgeOf(MAILED_STATES[row.status])} />,
  },
});

/** What became of each day, the newest first. */
function Sendings({ of }: { of: Mailed }) {
  if (of.sendings.length === 0) return <p className="text-mute">Nothing was mailed yet.</p>;
  return (
    <ol aria-label="What became of each day" className="grid gap-2">
      {of.sendings.map((one) => (
        <li key={`${one.day}/${one.user.id}`} className="grid gap-0.5 border-t border-line pt-2">
          <span className="flex flex-wrap items-center gap-2">
            <DayText value={one.day} />
            <UserLink user={one.user} />
            <StatusBadge {...badgeOf(SENDING_STATES[one.status])} />
          </span>
          <span className="text-xs text-mute">
            <InstantText value={one.at} />
            {one.message !== '' && ` · ${one.message}`}
          </span>
        </li>
      ))}
    </ol>
  );
}

const ACTS = {
  pause: { status: 'PAUSED', title: 'Pause', effect: 'Nothing is sent until it is resumed.', done: 'Paused' },
  resume: {
    status: 'ACTIVE',
    title: 'Resume',
    effect: 'It is sent again from today on. Days that passed meanwhile are left out.',
    done: 'Resumed',
  },
  stop: { status: 'STOPPED', title: 'Stop', effect: 'Nothing more is sent. Its log is kept.', done: 'Stopped' },
} as const;

function ActDialog({ of, doing, onClose }: { of: Mailed; doing: Exclude<Doing, 'edit'>; onClose: () => void }) {
  const params = { id: String(of.id) };
  const name = `“${of.name}”`;
  if (doing === 'leave')
    return (
      <CallDialog
        call={leaveMailed}
        input={{ params }}
        {...{ onClose }}
        title={`Take yourself off ${name}?`}
        effect="You no longer receive it. Its maker can add you again."
        action="Take me off"
        done="You no longer receive it"
        failed="You still receive it"
      />
    );
  const { status, title, effect, done } = ACTS[doing];
  return (
    <CallDialog
      call={moveMailed}
      input={{ params, body: { version: of.version, status } }}
      danger={doing === 'stop'}
      {...{ onClose, effect, done }}
      title={`${title} ${name}?`}
      action={`${title} it`}
      failed="Not changed"
    />
  );
}

function Acts({ of, act }: { of: Mailed; act: (doing: Doing) => void }) {
  const may = of.may_edit && of.status !== 'STOPPED';
  return (
    <div className="flex flex-wrap gap-2">
      {may && <Button onClick={() => act('edit')}>Change…</Button>}
      {may && of.status === 'ACTIVE' && <Button onClick={() => act('pause')}>Pause…</Button>}
      {may && of.status === 'PAUSED' && <Button onClick={() => act('resume')}>Resume…</Button>}
      {may && <Button onClick={() => act('stop')}>Stop…</Button>}
      {of.gets_it && <Button onClick={() => act('leave')}>Take me off…</Button>}
    </div>
  );
}

function MailedBody({ of }: { of: Mailed }) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  const facts = [
    { label: 'Status', value: <StatusBadge {...badgeOf(MAILED_STATES[of.status])} /> },
    { label: 'Leaves', value: MAILED_EVERY_LABELS[of.every] },
    { label: 'Next', value: <DayText value={of.next_on} none="–" /> },
    { label: 'As', value: of.format === 'pdf' ? 'PDF' : 'Spreadsheet' },
    { label: 'When empty', value: of.not_empty ? 'Left out' : 'Mailed anyway' },
    { label: 'Branch', value: of.branch.name },
    { label: 'Made by', value: <UserLink user={of.made_by} /> },
    { label: 'To', value: of.users.map(({ name, left }) => (left ? `${name} (off)` : name)).join(', ') },
  ];
  return (
    <div className="grid gap-4">
      <Acts {...{ of }} act={setDoing} />
      <FactList {...{ facts }} />
      <section>
        <h3 className="pb-1 font-semibold">Log</h3>
        <Sendings {...{ of }} />
      </section>
      {doing === 'edit' && (
        <AsOpened {...{ of }}>{(opened) => <EditMailDialog of={opened} onClose={close} />}</AsOpened>
      )}
      {doing !== null && doing !== 'edit' && <ActDialog {...{ of, doing }} onClose={close} />}
    </div>
  );
}

function MailedDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useEndpoint(getMailed, { params: { id: String(id) } });
  return (
    <Drawer open title={data?.name ?? 'Mailed view'} {...{ onClose }}>
      {data !== undefined && <MailedBody of={data} />}
      {data === undefined && error === null && <Skeleton className="w-64" />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
    </Drawer>
  );
}

/** Views that one has mailed, or gets. */
export function MailedViewsPage() {
  const page = useListPage(listMailed, { name: 'mailed-views', filters: ['status'] });
  const [address, change] = useAddress();
  const [mail, opened] = [toCount(address['mail'] ?? ''), toCount(address['open'] ?? '')];
  return (
    <>
      <ListPage
        title="Mailed views"
        {...page}
        nouns={['mailed view', 'mailed views']}
        filters={FILTERS}
        columns={COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        rowHref={(row) => withQuery(paths.mailedViews, { ...address, open: row.id })}
        empty={
          <EmptyState title="No view is mailed.">
            Open a list or a report, save it as a view, and choose “Mail on a schedule” in its Views menu.
          </EmptyState>
        }
      />
      {mail !== null && (
        <MailDialog
          view={{ id: mail, name: address['name'] ?? 'View' }}
          onClose={() => change({ mail: undefined, name: undefined })}
        />
      )}
      {opened !== null && <MailedDrawer id={opened} onClose={() => change({ open: undefined })} />}
    </>
  );
}
