import { FIGURES } from '../../../domain/placements/fields.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { DayText, MoneyText } from '../../ui/marks/Figures.tsx';
import { FiguresPanel } from '../../ui/marks/FiguresPanel.tsx';
import { StatementTable, type StatementColumn } from '../../ui/tables/StatementTable.tsx';
import { noteFigure, type EndorsementRecord } from './endorsement-values.ts';
import { ChangedWords } from './ChangedWords.tsx';
import { MovedLines } from './MovedLines.tsx';
import { NoteLink, PartyLink } from '../../ui/marks/NameLink.tsx';

type Note = EndorsementRecord['notes'][number];

function notesColumns(currency: string): StatementColumn<Note>[] {
  const money = (pick: (note: Note) => string) => (note: Note) => <MoneyText value={pick(note)} currency={currency} />;
  return [
    { id: 'number', title: 'Note', cell: (note) => <NoteLink note={note} /> },
    { id: 'party', title: 'Party', cell: (note) => <PartyLink party={note.party} /> },
    { id: 'due', title: 'Due', cell: (note) => <DayText value={note.due_on} /> },
    { id: 'amount', title: 'Amount', align: 'right', cell: money((note) => note.amount) },
    { id: 'settled', title: 'Settled', align: 'right', cell: money((note) => note.settled) },
  ];
}

/** What it changes: in words, in total, by security, and the notes that it made. */
export function EffectTab({ record }: { record: EndorsementRecord }) {
  const { currency, figures, notes } = record;
  return (
    <div className="grid gap-4">
      <Card title="Description">
        <p className="whitespace-pre-wrap" dir="auto">
          {record.description}
        </p>
      </Card>
      {record.typed.reason && (
        <Card title="How the amount was worked out">
          <p className="whitespace-pre-wrap" dir="auto">
            {record.typed.reason}
          </p>
        </Card>
      )}
      <ChangedWords words={record.words} />
      <FiguresPanel
        title="Figures"
        currency={currency}
        rows={[
          ...(record.section === null ? [] : [{ label: 'Section', value: record.section, kind: 'text' as const }]),
          ...(record.sum_insured === null ? [] : [{ label: 'Sum insured from then on', value: record.sum_insured }]),
          { label: FIGURES.premium.label, value: figures.premium },
          { label: FIGURES.fac_premium.label, value: figures.fac_premium },
          { label: FIGURES.commission.label, value: figures.commission, level: 'sub' },
          { label: FIGURES.brokerage.label, value: figures.brokerage, level: 'sub' },
          { label: FIGURES.tax.label, value: figures.tax, level: 'sub' },
          { label: FIGURES.netpayable.label, value: figures.netpayable, level: 'sub' },
          { ...noteFigure(figures.debit_note), value: figures.debit_note, level: 'total' },
        ]}
      />
      {record.securities.length > 0 && (
        <Card flush title="Securities">
          <MovedLines lines={record.securities} currency={currency} />
        </Card>
      )}
      {notes.length > 0 && (
        <Card flush title="Notes">
          <StatementTable
            caption="Notes issued"
            columns={notesColumns(currency)}
            groups={[{ id: 'all', rows: notes }]}
            rowKey={(note) => String(note.id)}
          />
        </Card>
      )}
    </div>
  );
}
