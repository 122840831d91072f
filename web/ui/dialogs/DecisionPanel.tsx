import { useState, type ReactNode } from 'react';
import { Button } from '../buttons/Button.tsx';
import { Drawer } from './Dialog.tsx';
import { Effects } from './Effects.tsx';
import { JournalTable, type JournalLine } from './JournalTable.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { MoneyText } from '../marks/Figures.tsx';
import { Notice, type NoticeTone } from '../notices/Notice.tsx';
import { StatementTable, type StatementColumn } from '../tables/StatementTable.tsx';
import { TextArea } from '../fields/TextField.tsx';

type DecisionNote = { label: string; party: string; amount: string; detail?: string };
export type DecisionWarning = { tone: NoticeTone; message: string };

type DecisionPanelProps = {
  open: boolean;
  onClose: () => void;
  /** "Review NBO/FAC/2026/000123". */
  title: string;
  description?: ReactNode;
  currency: string;
  /** Sentences: "Debit note DN/NBO/2026/… for KES 562,500.00 to Jubilee Insurance." */
  effects: readonly ReactNode[];
  /** Notes that will be issued. */
  notes?: readonly DecisionNote[];
  journal?: readonly JournalLine[];
  warnings?: readonly DecisionWarning[];
  /** Figures, what changed since last time. */
  children?: ReactNode;
  approve: {
    label: string;
    onApprove: (reason: string) => void;
    disabledReason?: string | undefined;
    asksReason?: string;
  };
  /** Not offered to those who cannot decide; a rejection that is being written stays. */
  reject: { label: string; offered: boolean; onReject: (reason: string) => Promise<unknown> };
  busy?: boolean;
};

function noteColumns(currency: string): StatementColumn<DecisionNote>[] {
  return [
    { id: 'label', title: 'Note', cell: (note) => note.label },
    { id: 'party', title: 'To', cell: (note) => <NoteParty note={note} /> },
    {
      id: 'amount',
      title: currency,
      align: 'right',
      cell: (note) => <MoneyText value={note.amount} currency={currency} />,
    },
  ];
}

const WEIGHT: Record<NoticeTone, number> = { bad: 0, warn: 1, info: 2 };

/** What a decision will do, before it is taken: effects, notes, journal, warnings by weight; approve, or reject with a reason. */
export function DecisionPanel(props: DecisionPanelProps) {
  const {
    open,
    onClose,
    title,
    description,
    currency,
    effects,
    notes = [],
    journal = [],
    warnings = [],
    children,
  } = props;
  const { approve, reject, busy = false } = props;
  const [rejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState('');
  const missing = approve.asksReason !== undefined && reason.trim() === '' ? approve.asksReason : undefined;
  const send = () => approve.onApprove(reason.trim());
  const whyNot = approve.disabledReason ?? missing;
  return (
    <Drawer
      {...{ open, onClose, title, description }}
      keepOpen
      onSend={whyNot === undefined && !busy && !rejecting ? send : undefined}
      footer={
        <>
          {reject.offered && (
            <Button className="mr-auto" onClick={() => setRejecting(true)}>
              {reject.label}
            </Button>
          )}
          <Button onClick={onClose}>Decide later</Button>
          <Button
            variant="primary"
            className="max-sm:basis-full"
            busy={busy}
            disabledReason={whyNot}
            onClick={send}
            aria-keyshortcuts="Control+Enter"
          >
            {approve.label}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-3">
        {warnings.length > 0 && (
          <div className="grid gap-1.5">
            {warnings
              .toSorted((a, b) => WEIGHT[a.tone] - WEIGHT[b.tone])
              .map((warning) => (
                <Notice key={warning.message} tone={warning.tone}>
                  {warning.message}
                </Notice>
              ))}
          </div>
        )}
        <Effects {...{ effects }} />
        {children}
        {notes.length > 0 && (
          <Part title="Notes to be issued">
            <div className="overflow-hidden rounded-lg border border-line">
              <StatementTable
                caption="Notes to be issued"
                rowKey={(note) => `${note.label} ${note.party}`}
                columns={noteColumns(currency)}
                groups={[{ id: 'notes', rows: notes }]}
              />
            </div>
          </Part>
        )}
        {journal.length > 0 && (
          <Part title="Journal">
            <JournalTable caption="Journal lines" lines={journal} {...{ currency }} />
          </Part>
        )}
        {approve.asksReason !== undefined && (
          <TextArea label="Reason" required hint={approve.asksReason} value={reason} onChange={setReason} />
        )}
      </div>
      {rejecting && (
        <ReasonDialog
          danger
          title={reject.label}
          description="It goes back to the one who made it, with this reason, to be corrected and submitted again."
          action={reject.label}
          send={reject.onReject}
          onClose={() => setRejecting(false)}
        />
      )}
    </Drawer>
  );
}

function NoteParty({ note }: { note: DecisionNote }) {
  return (
    <>
      <span dir="auto">{note.party}</span>
      {note.detail !== undefined && <span className="block text-xs text-mute">{note.detail}</span>}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-xs font-medium text-mute">{title}</h3>
      {children}
    </section>
  );
}
