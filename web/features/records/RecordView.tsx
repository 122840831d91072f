import type { ReactNode } from 'react';
import type { State } from '../../../domain/states.ts';
import type { Downloaded } from '../../api/download.ts';
import { Notice } from '../../ui/notices/Notice.tsx';
import { RecordPage, type Glance } from '../../ui/layout/RecordPage.tsx';
import type { Tab } from '../../ui/layout/Tabs.tsx';
import { later } from '../../ui/later/later.tsx';
import { useOnceOpen } from '../../ui/later/use-once-open.ts';
import { badgeOf } from '../ledger/status.ts';
import { LinkedCard } from './LinkedCard.tsx';
import { PeopleCard, RejectedBy, type Deed } from './PeopleCard.tsx';
import { AttachmentsPanel, HistoryCard } from './record-tabs.tsx';
import { othersOn, type RecordHandle } from './record-handle.ts';
import { useRecordActs, type Acts } from './use-record-acts.tsx';

const StepDialogs = later(async () => (await import('./StepDialogs.tsx')).StepDialogs);

export type RecordViewProps = {
  record: RecordHandle;
  state: State<string>;
  parent: { label: string; href: string };
  subtitle: ReactNode;
  glance: readonly Glance[];
  acts: Acts;
  notices?: ReactNode;
  /** What the kind shows before files and history. */
  tab: Tab;
  /** Who is waited for while it is pending. */
  decider: string;
  deeds?: readonly Deed[];
  /** Under the title of its decision: what it is and who made it. */
  description: string;
  approval: readonly ReactNode[];
  /** What its review shows besides. */
  review?: ReactNode;
  reversal: { effects: readonly ReactNode[]; warning?: string; children?: ReactNode };
  /** Its paper, of kinds that have one: as its button, and its dialog's title before the number. */
  paper?: { button: string; title: string; load: () => Promise<Downloaded> };
  /** The act whose dialog the address asks for, so that a link can lead straight to it. */
  act: string | undefined;
  onAct: (act: string | undefined) => void;
};

/** The page of a record of money: its head, its next act, files and history, who did what, and the dialogs of its steps. */
export function RecordView(props: RecordViewProps) {
  const { record, state, parent, subtitle, glance, notices, tab, decider, deeds = [] } = props;
  const { kind, id } = record;
  const opensOnce = useOnceOpen(props.act !== undefined);
  const { primary, menu } = useRecordActs(record, props.acts, { paper: props.paper?.button, open: props.onAct });
  return (
    <>
      <RecordPage
        {...{ parent, subtitle, glance, primary, menu }}
        number={record.name}
        statuses={[badgeOf(state)]}
        notices={
          <>
            {record.status === 'REJECTED' && (
              <Notice tone="bad" title={<RejectedBy who={record.decided_by} />}>
                {record.decision_reason}
              </Notice>
            )}
            {notices}
          </>
        }
        tabs={[
          tab,
          { value: 'attachments', label: 'Attachments', content: <AttachmentsPanel entity={kind} id={id} /> },
          { value: 'history', label: 'History', content: <HistoryCard entity={kind} id={id} /> },
        ]}
        rail={
          <>
            <PeopleCard deeds={[...deedsOf(record, decider), ...deeds]} />
            <LinkedCard entity={record.kind} id={record.id} />
          </>
        }
      />
      {opensOnce && <StepDialogs {...props} onClose={() => props.onAct(undefined)} />}
    </>
  );
}

function deedsOf(record: RecordHandle, decider: string): Deed[] {
  return [
    { label: 'Made by', who: record.made_by, at: record.created_at },
    ...(record.edited_by.id === record.made_by.id ? [] : [{ label: 'Edited by', who: record.edited_by }]),
    ...othersOn(record),
    {
      label: record.status === 'REJECTED' ? 'Rejected by' : 'Approved by',
      who: record.decided_by,
      at: record.decided_at,
      none: record.status === 'PENDING' ? `Waits for ${decider}` : 'Not yet',
    },
  ];
}
