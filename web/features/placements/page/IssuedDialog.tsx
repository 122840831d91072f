import { useRef } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { StatementTable, type StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import type { PolicyRecord } from '../form/policy-values.ts';
import { PartyLink } from '../../../ui/marks/NameLink.tsx';

type Note = PolicyRecord['notes'][number];
type Props = {
  /** "FAC/NBO/2026/000012 is approved" */
  title: string;
  description: string;
  currency: string;
  notes: readonly Note[];
  onClose: () => void;
  /** Left out for those who may not make documents. */
  onMake?: (() => void) | undefined;
};

function columnsOf(currency: string): StatementColumn<Note>[] {
  return [
    {
      id: 'number',
      title: 'Number',
      cell: (note) => <span className="whitespace-nowrap tabular-nums">{note.number}</span>,
    },
    { id: 'party', title: 'To', cell: (note) => <PartyLink party={note.party} /> },
    {
      id: 'amount',
      title: currency,
      align: 'right',
      cell: (note) => <MoneyText value={note.amount} currency={currency} />,
    },
  ];
}

/** After the approval: the new numbers, and the documents that can now be made. */
export function IssuedDialog({ title, description, currency, notes, onClose, onMake }: Props) {
  const next = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      {...(onMake === undefined ? {} : { initialFocus: next })}
      {...{ title, description }}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {onMake !== undefined && (
            <Button ref={next} variant="primary" onClick={onMake}>
              Make documents
            </Button>
          )}
        </>
      }
    >
      {notes.length > 0 && (
        <div className="mb-1 overflow-hidden rounded-lg border border-line">
          <StatementTable
            caption="Notes issued"
            columns={columnsOf(currency)}
            groups={[{ id: 'notes', rows: notes }]}
            rowKey={(note) => String(note.id)}
          />
        </div>
      )}
    </Dialog>
  );
}
