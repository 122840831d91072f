import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { recordHistory, type HistoryEntity } from '../../../domain/reports/history.ts';
import { recordDiff } from '../../../domain/reports/versions.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { UserLink } from '../../ui/marks/NameLink.tsx';
import { Timeline, type TimelineEvent } from '../../ui/marks/Timeline.tsx';
import { CompareDialog, type Version } from './CompareDialog.tsx';
import { changesIn } from './history-changes.ts';
import { detailOf, wordsOf } from './history-words.ts';
import { NoteComposer } from './NoteComposer.tsx';
import { NoteText } from './NoteText.tsx';
import { isRecord, useNotes, type RecordNote } from './use-notes.ts';

type Props = { entity: HistoryEntity; id: number };
type Row = WireReply<typeof recordHistory>[number];
type Pair = { from: string; to: string };

// The note itself is shown; that it was written needs no line of its own.
const TOLD_BY_NOTES = new Set(['noted', 'note_edited']);

/** What happened to a record, the latest first: who, when, which values changed, and what people noted on it. */
export function RecordHistory({ entity, id }: Props) {
  const { data, error, refetch } = useEndpoint(recordHistory, { query: { entity, id: String(id) } });
  const notes = useNotes(entity, id);
  const compared = isRecord(entity);
  const diff = useEndpoint(
    recordDiff,
    { query: { entity: compared ? entity : 'policy', id: String(id) } },
    { enabled: compared },
  );
  const [pair, setPair] = useState<Pair | null>(null);
  if (data === undefined) {
    return error === null ? (
      <div className="grid gap-3">
        <Skeleton className="w-64" />
        <Skeleton className="w-40" />
        <Skeleton className="w-52" />
      </div>
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  const versions = diff.data?.versions ?? [];
  const [newest, former] = [versions.at(-1), versions.at(-2)];
  return (
    <div className="grid gap-4">
      {notes.data?.may_add === true && isRecord(entity) && <NoteComposer {...{ entity, id }} />}
      {newest !== undefined && former !== undefined && (
        <div className="no-print">
          <Button size="sm" onClick={() => setPair({ from: former.id, to: newest.id })}>
            Compare versions…
          </Button>
        </div>
      )}
      {notes.error !== null && notes.data === undefined && (
        <ErrorState error={notes.error} onRetry={() => void notes.refetch()} />
      )}
      <Timeline events={merged(data, notes.data?.data ?? [], { versions, onCompare: setPair })} />
      {pair !== null && isRecord(entity) && (
        <CompareDialog {...{ entity, id, versions }} {...pair} onClose={() => setPair(null)} />
      )}
    </div>
  );
}

type Comparing = { versions: readonly Version[]; onCompare: (pair: Pair) => void };

function eventOf(row: Row, { versions, onCompare }: Comparing): TimelineEvent {
  const place = versions.findIndex((one) => one.id === row.id);
  const former = place > 0 ? versions[place - 1] : undefined;
  const detail = detailOf(row.action, row.facts);
  // An edit of a register already says what it changed.
  const pair = former !== undefined && changesIn(row.facts).length === 0 ? { from: former.id, to: row.id } : null;
  return {
    id: row.id,
    at: row.at,
    who: row.by_id === null ? row.by : <UserLink user={{ id: row.by_id, name: row.by }} />,
    ...wordsOf(row.action, row.facts),
    ...(pair !== null && {
      detail: (
        <span className="no-print flex flex-wrap items-center gap-x-2">
          {detail}
          <Button size="sm" onClick={() => onCompare(pair)}>
            See what changed
          </Button>
        </span>
      ),
    }),
    ...(pair === null && detail !== '' && { detail }),
  };
}

function noteEvent(note: RecordNote): TimelineEvent {
  return {
    id: `note ${note.id}`,
    at: note.made_at,
    who: <UserLink user={note.made_by} />,
    what: note.edited_at === null ? 'noted' : 'noted, and changed it since',
    tone: 'info',
    detail: <NoteText note={note} />,
  };
}

function merged(rows: readonly Row[], notes: readonly RecordNote[], comparing: Comparing): TimelineEvent[] {
  const events = rows.filter((row) => !TOLD_BY_NOTES.has(row.action)).map((row) => eventOf(row, comparing));
  // Both come newest first; what happened at one instant keeps its order.
  return [...notes.map(noteEvent), ...events].toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
}
