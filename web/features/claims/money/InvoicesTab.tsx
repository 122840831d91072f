import { AGREEMENT_LABELS } from '../../../../domain/claims/states.ts';
import { claimNoteTable } from '../../../../domain/claims/table.ts';
import { can, useSession } from '../../../api/session.ts';
import { movementHref, paths, withQuery } from '../../../paths.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { DayText, MoneyText } from '../../../ui/marks/Figures.tsx';
import { LongName } from '../../../ui/marks/LongName.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { focusRing } from '../../../ui/styles.ts';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { screenColumns } from '../../../ui/tables/table-columns.tsx';
import { isNothing, sumOf } from '../../ledger/wire-amounts.ts';
import type { ClaimRecord } from '../form/claim-form.ts';
import { MoneyBadge } from './MoneyBadge.tsx';
import type { ClaimNote, Invoices } from './use-invoices.ts';
import { NoteLink } from '../../../ui/marks/NameLink.tsx';

const NOTE_COLUMNS = screenColumns(claimNoteTable, {
  only: ['number', 'party', 'due_on', 'amount', 'outstanding', 'overdue'],
  titles: { number: 'Note', party: 'Security', overdue: 'Money' },
  second: {
    number: (row) => (
      <>
        {row.kind} ·{' '}
        <AppLink href={movementHref(row.movement.id)} className="rounded hover:text-fg hover:underline">
          movement {row.movement.name.split('/').at(-1)}
        </AppLink>
      </>
    ),
    due_on: (row) => (
      <>
        Issued <DayText value={row.posted_on} />
      </>
    ),
    amount: (row) =>
      !isNothing(row.settled, row.currency) && (
        <>
          Settled <MoneyText value={row.settled} currency={row.currency} />
        </>
      ),
    overdue: (row) => row.agreement !== null && AGREEMENT_LABELS[row.agreement],
  },
  cells: {
    number: (row) => <NoteLink note={row} />,
    party: (row) => <LongName>{row.party.name}</LongName>,
    overdue: (row) => <MoneyBadge note={row} />,
  },
});

type Props = { claim: ClaimRecord; invoices: Invoices; onOpen: (note: ClaimNote) => void };

/** What the securities were invoiced and what of it came in; the paper of each. */
export function InvoicesTab({ claim, invoices, onOpen }: Props) {
  const session = useSession();
  const { notes, currency } = claim;
  const total = (name: 'amount' | 'outstanding') => (
    <MoneyText
      value={sumOf(
        notes.map((note) => note[name]),
        currency,
      )}
      {...{ currency }}
    />
  );
  const link = `inline-flex min-h-6 items-center rounded text-xs text-link hover:underline ${focusRing}`;
  // A salvage note is the reinsured's to pay.
  const payerOf = ({ party }: ClaimNote) =>
    claim.securities.some(({ security }) => security.id === party.id) ? 'security' : 'reinsured';
  const entries = (note: ClaimNote): MenuEntry[] => [
    ...(note.document === null ? [] : [{ label: 'Open its paper', onSelect: () => onOpen(note) }]),
    ...(note.document === null && can(session, 'claims.generate')
      ? [{ label: 'Make its paper', onSelect: () => invoices.makeOne(note) }]
      : []),
    ...(can(session, 'receipts.create') && !isNothing(note.outstanding, currency)
      ? [
          {
            label: 'Enter its receipt',
            href: withQuery(paths.receiptNew, { [payerOf(note)]: note.party.id, currency, note: note.id }),
          },
        ]
      : []),
  ];
  return (
    <Card
      flush
      title="Invoices"
      actions={
        <>
          {can(session, 'receipts.view') && (
            <AppLink href={withQuery(paths.receivables, { q: claim.number })} className={link}>
              Receipts
            </AppLink>
          )}
          {can(session, 'vouchers.view') && (
            <AppLink href={withQuery(paths.payables, { q: claim.policy.reinsured.name })} className={link}>
              Payment vouchers
            </AppLink>
          )}
          {invoices.mayMake && (
            <Button size="sm" busy={invoices.making} onClick={invoices.makeAll}>
              Make invoices
            </Button>
          )}
        </>
      }
    >
      <DataTable
        label={`Notes of the claim, in ${currency}`}
        columns={NOTE_COLUMNS}
        rows={notes}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.number}
        rowActions={entries}
        {...(notes.length > 0 && {
          totals: {
            number: 'Total',
            amount: total('amount'),
            outstanding: total('outstanding'),
          },
        })}
        empty={
          <EmptyState title="Nothing was invoiced.">
            A cash call that is approved issues an invoice to each security.
          </EmptyState>
        }
      />
    </Card>
  );
}
