import type { ReactNode } from 'react';
import { eventLabel } from '../../../domain/ledger/entries.ts';
import type { KindName } from '../../../domain/records/kinds.ts';
import { recordLinks } from '../../../domain/reports/linked.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { bankStatementHref, entryHref, partyHref } from '../../paths.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { NameLink, NoteLink } from '../../ui/marks/NameLink.tsx';
import { showDay } from '../../ui/marks/format.ts';

/** The notes, the journal entries and the lines of the bank that belong to a record, for those who may view each. */
export function LinkedCard({ entity, id }: { entity: KindName; id: number }) {
  const { data } = useEndpoint(recordLinks, { query: { entity, id: String(id) } });
  const { notes = [], entries = null, bank_lines: lines = null } = data ?? {};
  if (notes.length + (entries?.length ?? 0) + (lines?.length ?? 0) === 0) return null;
  return (
    <Card title="In the books">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
        <Group label="Notes">
          {notes.map((note) => (
            <li key={note.id}>
              <NoteLink note={note} />
              <span className="flex items-baseline justify-between gap-x-2 text-xs">
                <span className="min-w-0 truncate text-mute">
                  <NameLink href={partyHref(note.party.id)}>{note.party.name}</NameLink>
                  {note.void && ' · void'}
                </span>
                <MoneyText withCurrency value={note.amount} currency={note.currency} tone="mute" />
              </span>
            </li>
          ))}
        </Group>
        <Group label="Journal entries">
          {entries?.map((entry) => (
            <li key={entry.id} className="flex flex-wrap items-center justify-between gap-x-2">
              <NameLink href={entryHref(entry.id)}>{eventLabel(entry.event)}</NameLink>
              <span className="shrink-0 text-xs text-mute">{showDay(entry.day)}</span>
            </li>
          ))}
        </Group>
        <Group label="On the bank’s statement">
          {lines?.map((line) => (
            <li
              key={`${line.statement} ${line.day} ${line.text}`}
              className="flex flex-wrap items-center justify-between gap-x-2"
            >
              <NameLink href={bankStatementHref(line.statement)}>{line.text}</NameLink>
              <span className="shrink-0 text-xs text-mute">{showDay(line.day)}</span>
            </li>
          ))}
        </Group>
      </div>
    </Card>
  );
}

function Group({ label, children }: { label: string; children: readonly ReactNode[] | undefined }) {
  if (children === undefined || children.length === 0) return null;
  return (
    <div>
      <h3 className="text-xs text-mute">{label}</h3>
      <ul>{children}</ul>
    </div>
  );
}
