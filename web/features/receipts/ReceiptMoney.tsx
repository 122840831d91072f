import { Badge } from '../../ui/marks/Badge.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { DayText, MoneyText } from '../../ui/marks/Figures.tsx';
import { NameLink, NoteLink } from '../../ui/marks/NameLink.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { StatementTable, type StatementColumn } from '../../ui/tables/StatementTable.tsx';
import { FactList } from '../records/PeopleCard.tsx';
import { isNothing, sumOf } from '../ledger/wire-amounts.ts';
import { RECEIPT_METHOD_LABELS, RECEIPT_STATES, RECEIPT_TYPE_LABELS } from '../../../domain/receipts/states.ts';
import { policyHref } from '../../paths.ts';
import { BranchReceiptLink } from './BranchReceiptLink.tsx';
import { isCrossed, partRate, type ReceiptRecord } from './receipt-words.ts';

type Part = ReceiptRecord['allocations'][number];

function columnsOf(receipt: ReceiptRecord): StatementColumn<Part>[] {
  const booked = receipt.receiptNumber !== null;
  return [
    { id: 'note', title: 'Debit note', cell: (part) => <NoteLink note={part.note} /> },
    {
      id: 'policy',
      title: 'Policy',
      cell: (part) =>
        part.policy === null ? (
          <>
            Our invoice
            <FeeLies part={part} />
          </>
        ) : (
          <NameLink href={policyHref(part.policy.id)}>
            <span className="whitespace-nowrap">{part.policy.name}</span>
          </NameLink>
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

/** A fee that was paid into the client bank is ours, and lies there until it is drawn. */
function FeeLies({ part: { fee, note_currency: currency, effective, day } }: { part: Part }) {
  if (fee?.bank !== 'CLIENT' || (day !== null && !effective)) return null;
  return (
    <span className="block text-xs text-mute">
      {isNothing(fee.undrawn, currency) ? (
        'Drawn to the office bank'
      ) : (
        <>
          <MoneyText withCurrency value={fee.undrawn} {...{ currency }} /> lies in the client bank until it is drawn
        </>
      )}
    </span>
  );
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

type Passing = ReceiptRecord['passings'][number];

const passingColumns = (currency: string): StatementColumn<Passing>[] => [
  {
    id: 'receipt',
    title: 'Receipt there',
    cell: ({ id, number, branch }) => <BranchReceiptLink {...{ id, branch }} name={number ?? `Receipt #${id}`} />,
  },
  { id: 'branch', title: 'Branch', cell: ({ branch }) => branch.name },
  {
    id: 'day',
    title: 'Used on',
    cell: ({ status, day }) =>
      status === 'APPROVED' ? <DayText value={day} /> : <Badge>{RECEIPT_STATES[status].label}</Badge>,
  },
  {
    id: 'amount',
    title: `Amount ${currency}`,
    align: 'right',
    cell: ({ amount, status }) => (
      <MoneyText value={amount} {...{ currency }} {...(status === 'REVERSED' && { tone: 'mute' as const })} />
    ),
  },
];

/** Which receipts of other branches hold or took of it. */
function Passings({ receipt: { passings, passed_on: passed, currency } }: { receipt: ReceiptRecord }) {
  return (
    <Card flush title="Used in other branches">
      <StatementTable
        caption="Receipts of other branches that use this one"
        columns={passingColumns(currency)}
        groups={[{ id: 'passings', rows: passings }]}
        rowKey={({ id }) => String(id)}
        totals={{ receipt: 'Total', amount: <MoneyText value={passed} {...{ currency }} /> }}
      />
    </Card>
  );
}

/** Where the money went, with the rest of the bank statement. */
export function ReceiptMoney({ receipt }: { receipt: ReceiptRecord }) {
  const { currency, allocations, passings, source } = receipt;
  const counted = allocations.filter((part) => part.effective || receipt.receiptNumber === null);
  return (
    <div className="grid gap-4">
      <Card flush title={receipt.receiptNumber === null ? 'Proposed allocation' : 'Allocation'}>
        {allocations.length === 0 ? (
          <EmptyState title="Nothing is allocated.">
            {receipt.receiptType === 'FEE'
              ? 'A fee goes to the office bank and is allocated to invoices of ours alone.'
              : passings.length > 0
                ? 'What other branches do not use is kept as unallocated cash of the payer.'
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
      {passings.length > 0 && <Passings {...{ receipt }} />}
      <Card title="Details">
        <FactList
          facts={[
            {
              label: source === null ? 'Bank date' : receipt.receiptNumber === null ? 'Drafted on' : 'Used on',
              value: <DayText value={receipt.dateOfIssue} />,
            },
            { label: 'Received for', value: RECEIPT_TYPE_LABELS[receipt.receiptType] },
            { label: 'Came in by', value: RECEIPT_METHOD_LABELS[receipt.method] },
            { label: 'Branch', value: receipt.branch.name },
            source === null
              ? { label: 'Bank account', value: receipt.bank_account?.name }
              : {
                  label: 'Cash of',
                  value: (
                    <>
                      <BranchReceiptLink id={source.id} name={source.number} branch={source.branch} />,{' '}
                      {source.branch.name}
                    </>
                  ),
                },
            { label: 'Narration', value: receipt.narrationRef },
          ]}
        />
      </Card>
    </div>
  );
}
