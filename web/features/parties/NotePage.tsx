import type { WireReply } from '../../../domain/endpoint.ts';
import { isKind, KINDS } from '../../../domain/records/kinds.ts';
import { oneNote } from '../../../domain/parties/contract.ts';
import { noteEntryTable, notePartTable, partyNoteTable } from '../../../domain/parties/tables.ts';
import { can, useSession } from '../../api/session.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { entryHref, LISTS, linkHref, recordHref } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import type { Tone } from '../../ui/marks/Badge.tsx';
import { NameLink, PartyLink } from '../../ui/marks/NameLink.tsx';
import { StatementTable } from '../../ui/tables/StatementTable.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { eventLabel } from '../../../domain/ledger/entries.ts';
import { isNothing } from '../ledger/wire-amounts.ts';
import { FactList } from '../records/PeopleCard.tsx';
import { deedOf, isReinsurer, type Party } from './party-words.ts';
import { showDay } from '../../ui/marks/format.ts';

type Note = WireReply<typeof oneNote>;

const SERIES = { DN: 'Debit note', CN: 'Credit note', INV: 'Invoice' } as const;

/** A note: whose it is, what it is of, what it is made of, and what was booked on it. */
export function NotePage() {
  const id = useRecordId();
  const { data, error, refetch } = useEndpoint(oneNote, { params: { id } });
  useWorkIn(data?.branch);
  if (data === undefined) return <NoPage title="Note" {...{ error, refetch }} list={LISTS.clients} />;
  return <NoteView note={data} />;
}

function stateOf(note: Note, today: string): { label: string; tone: Tone } {
  if (note.status === 'VOID') return { label: 'Void', tone: 'neutral' };
  if (isNothing(note.outstanding, note.currency)) return { label: 'Settled', tone: 'good' };
  return note.due_on < today ? { label: 'Overdue', tone: 'bad' } : { label: 'Open', tone: 'warn' };
}

function NoteView({ note }: { note: Note }) {
  const session = useSession();
  const today = useFirmToday();
  const { currency } = note;
  const side = note.series === 'CN' ? ('BY_US' as const) : ('TO_US' as const);
  const open = note.status === 'ISSUED' && !isNothing(note.outstanding, currency);
  const party: Pick<Party, 'id' | 'kind'> = { id: note.party.id, kind: note.party_kind };
  const deed = open
    ? deedOf(party, { ...note, side, invoice: note.invoice?.id ?? null }, (right) => can(session, right))
    : null;
  return (
    <RecordPage
      parent={{ ...(isReinsurer(note.party_kind) ? LISTS.reinsurers : LISTS.clients) }}
      kind={SERIES[note.series]}
      number={note.number}
      subtitle={
        <>
          {SERIES[note.series]} · <PartyLink inText party={note.party} />
        </>
      }
      statuses={[stateOf(note, today)]}
      glance={[
        { label: 'Amount', value: note.amount, currency },
        { label: 'Settled', value: note.settled, currency },
        { label: 'Open', value: note.outstanding, currency },
        { label: 'Issued', value: showDay(note.posted_on) },
        { label: 'Due', value: showDay(note.due_on) },
      ]}
      primary={
        deed !== null && (
          <LinkButton variant="primary" href={deed.href}>
            {deed.words}
          </LinkButton>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card title="What it is of">
          <FactList facts={factsOf(note)} />
        </Card>
        {note.parts.length > 0 && (
          <Card flush title="What it is made of">
            <StatementTable
              caption={`Parts of ${note.number}`}
              columns={PART_COLUMNS}
              groups={[{ id: 'parts', rows: note.parts }]}
              rowKey={(row) => String(row.id)}
            />
          </Card>
        )}
        {note.entries !== null && note.entries.length > 0 && (
          <Card flush title="What was booked on it">
            <StatementTable
              caption={`What was booked on ${note.number}`}
              columns={ENTRY_COLUMNS}
              groups={[{ id: 'entries', rows: note.entries }]}
              rowKey={(row) => `${row.entry} ${row.currency}`}
            />
          </Card>
        )}
      </div>
    </RecordPage>
  );
}

const NAMED = ['policy', 'endorsement', 'claim', 'invoice'] as const;

function factsOf(note: Note) {
  const records = NAMED.flatMap((kind) => {
    const record = note[kind];
    return record === null ? [] : [{ label: KINDS[kind].noun, href: linkHref(kind, record.id), name: record.name }];
  });
  const lead =
    note.debit_note === null
      ? []
      : [{ label: 'Of the debit note', href: linkHref('note', note.debit_note.id), name: note.debit_note.name }];
  return [
    { label: 'For', value: partyNoteTable.columns.purpose.shown(note.purpose, '') },
    ...[...records, ...lead].map(({ label, href, name }) => ({
      label: label.charAt(0).toUpperCase() + label.slice(1),
      value: <NameLink href={href}>{name}</NameLink>,
    })),
    { label: 'Branch', value: note.branch },
  ];
}

const PART_COLUMNS = screenColumns(notePartTable);
const ENTRY_COLUMNS = screenColumns(noteEntryTable, {
  cells: {
    day: (row) => <NameLink href={entryHref(row.entry)}>{showDay(row.day)}</NameLink>,
    event: (row) => eventLabel(row.event),
    number: (row) =>
      isKind(row.source_kind) ? (
        <NameLink href={recordHref(row.source_kind, row.source_id)}>{row.number ?? `#${row.source_id}`}</NameLink>
      ) : (
        row.number
      ),
  },
});
