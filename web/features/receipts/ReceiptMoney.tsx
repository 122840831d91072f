import { clsx } from 'clsx';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Badge } from '../../ui/marks/Badge.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { DayText, MoneyText } from '../../ui/marks/Figures.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { StatementTable, type StatementColumn } from '../../ui/tables/StatementTable.tsx';
import { focusRing } from '../../ui/styles.ts';
import { FactList } from '../records/PeopleCard.tsx';
import { sumOf } from '../ledger/wire-amounts.ts';
import { RECEIPT_METHOD_LABELS, RECEIPT_TYPE_LABELS } from '../../../domain/receipts/states.ts';
import { policyHref } from '../../paths.ts';
import { isCrossed, partRate, type ReceiptRecord } from './receipt-words.ts';

type Part = ReceiptRecord['allocations'][number];

function columnsOf(receipt: ReceiptRecord): StatementColumn<Part>[] {
  const booked = receipt.receiptNumber !== null;
  return [
    { id: 'note', title: 'Debit note', cell: (part) => <span className="whitespace-nowrap">{part.note.number}</span> },
    {
      id: 'policy',
      title: 'Policy',
      cell: ({ policy }) =>
        policy === null ? (
          'Our invoice'
        ) : (
          <AppLink
            href={policyHref(policy.id)}
            className={clsx('rounded whitespace-nowrap text-link hover:underline', focusRing)}
          >
            {policy.name}
          </AppLink>
        ),
    },
    {
      id: 'day',
      title: booked ? 'Allocated on' : 'State',
      cell: (part) =>
        part.effective ? <DayText value={part.day} /> : <Badge>{booked ? 'Reversed' : 'Proposed'}</Badge>,
    },
    ...(receipt.allocations.some((part) => isCrossed(receipt, part)) ? [settlesColumn(receipt)] : []),
    {
      id: 'amount',
      title: `Amount ${receipt.currency}`,
      align: 'right',
      cell: (part) => (
        <MoneyText
          value={part.amount}
          currency={receipt.currency}
          {...(booked && !part.effective ? { tone: 'mute' as const } : {})}
        />
      ),
    },
  ];
}

/** What is settled of notes in another currency, with its rate; it is summed with nothing. */
const settlesColumn = (receipt: ReceiptRecord): StatementColumn<Part> => ({
  id: 'settles',
  title: 'Settles',
  align: 'right',
  cell: (part) =>
    isCrossed(receipt, part) && (
      <>
        <MoneyText withCurrency value={part.note_amount} currency={part.note_currency} />
        <span className="block text-xs whitespace-nowrap text-mute tabular-nums">{partRate(receipt, part)}</span>
      </>
    ),
});

/** Where the money went, with the rest of the bank statement. */
export function ReceiptMoney({ receipt }: { receipt: ReceiptRecord }) {
  const { currency, allocations } = receipt;
  const counted = allocations.filter((part) => part.effective || receipt.receiptNumber === null);
  return (
    <div className="grid gap-4">
      <Card flush title={receipt.receiptNumber === null ? 'Proposed allocation' : 'Allocation'}>
        {allocations.length === 0 ? (
          <EmptyState title="Nothing is allocated.">
            {receipt.receiptType === 'FEE'
              ? 'A fee goes to the office bank and is allocated to invoices of ours alone.'
              : 'The money is kept as unallocated cash of the payer.'}
          </EmptyState>
        ) : (
          <StatementTable
            caption="Allocation to debit notes"
            columns={columnsOf(receipt)}
            groups={[{ id: 'parts', rows: allocations }]}
            rowKey={(part) => `${part.note.id} ${part.day ?? ''} ${part.amount} ${part.effective}`}
            totals={{
              note: 'Total',
              amount: (
                <MoneyText
                  value={sumOf(
                    counted.map((part) => part.amount),
                    currency,
                  )}
                  currency={currency}
                />
              ),
            }}
          />
        )}
      </Card>
      <Card title="Details">
        <FactList
          facts={[
            { label: 'Bank date', value: <DayText value={receipt.dateOfIssue} /> },
            { label: 'Received for', value: RECEIPT_TYPE_LABELS[receipt.receiptType] },
            { label: 'Came in by', value: RECEIPT_METHOD_LABELS[receipt.method] },
            { label: 'Branch', value: receipt.branch.name },
            { label: 'Bank account', value: receipt.bank_account.name },
            { label: 'Narration', value: receipt.narrationRef },
          ]}
        />
      </Card>
    </div>
  );
}
