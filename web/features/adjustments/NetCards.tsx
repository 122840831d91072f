import { RECEIPT_STATES } from '../../../domain/receipts/states.ts';
import { receiptHref } from '../../paths.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { LongName } from '../../ui/marks/LongName.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { StatementTable, type StatementColumn } from '../../ui/tables/StatementTable.tsx';
import { badgeOf } from '../ledger/status.ts';
import { sumOf } from '../ledger/wire-amounts.ts';
import type { AdjustmentRecord } from './adjustment-words.ts';
import { NoteLink, PartyLink } from '../../ui/marks/NameLink.tsx';

type Kept = AdjustmentRecord['kept'][number];
type Receipt = AdjustmentRecord['receipts'][number];

const keptColumns = (currency: string): StatementColumn<Kept>[] => [
  { id: 'name', title: 'Security', cell: ({ security }) => <PartyLink party={security} /> },
  { id: 'invoice', title: 'Claim invoice', cell: ({ invoice }) => <NoteLink note={invoice} /> },
  {
    id: 'amount',
    title: `Kept back ${currency}`,
    align: 'right',
    cell: (row) => <MoneyText value={row.amount} {...{ currency }} />,
  },
];

const receiptColumns = (currency: string): StatementColumn<Receipt>[] => [
  {
    id: 'receipt',
    title: 'Receipt',
    cell: (row) => <AppLink href={receiptHref(row.id)}>{row.number ?? `Receipt #${row.id}`}</AppLink>,
  },
  { id: 'payer', title: 'From', cell: (row) => <LongName>{row.payer}</LongName> },
  { id: 'status', title: 'Status', cell: (row) => <StatusBadge {...badgeOf(RECEIPT_STATES[row.status])} /> },
  {
    id: 'amount',
    title: `Amount ${currency}`,
    align: 'right',
    cell: (row) => <MoneyText value={row.amount} {...{ currency }} />,
  },
];

/** What securities keep back by a net settlement, and the receipts of the net amounts that are approved with it. */
export function NetCards({ record: { currency, kept, receipts } }: { record: AdjustmentRecord }) {
  const total = (rows: readonly { amount: string }[]) => (
    <MoneyText
      value={sumOf(
        rows.map((one) => one.amount),
        currency,
      )}
      {...{ currency }}
    />
  );
  return (
    <>
      <Card flush title="Kept back">
        {kept.length === 0 ? (
          <EmptyState title="Nothing yet.">Each security keeps its premium back when it is approved.</EmptyState>
        ) : (
          <StatementTable
            caption="What each security keeps back from its claim invoices"
            columns={keptColumns(currency)}
            groups={[{ id: 'kept', rows: kept }]}
            rowKey={(one) => `${one.invoice.id}/${one.security.id}`}
            totals={{ name: 'Total', amount: total(kept) }}
          />
        )}
      </Card>
      {receipts.length > 0 && (
        <Card flush title="Received net">
          <StatementTable
            caption="Receipts of the net amounts"
            columns={receiptColumns(currency)}
            groups={[{ id: 'receipts', rows: receipts }]}
            rowKey={(one) => String(one.id)}
            totals={{ receipt: 'Total', amount: total(receipts) }}
          />
        </Card>
      )}
    </>
  );
}
