import type { WireReply } from '../../../domain/endpoint.ts';
import { getReceipt } from '../../../domain/receipts/contract.ts';
import { RECEIPT_STATES } from '../../../domain/receipts/states.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Notice } from '../../ui/Notice.tsx';
import { RecordPage, type Glance } from '../../ui/RecordPage.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { paths } from '../../paths.ts';
import { AttachmentsPanel } from '../attachments/AttachmentsPanel.tsx';
import { PeopleCard } from '../records/PeopleCard.tsx';
import { HistoryCard } from '../system/HistoryCard.tsx';
import { badgeOf } from '../ledger/status.ts';
import { RecordProblem } from '../ledger/RecordProblem.tsx';
import { useId } from '../ledger/use-id.ts';
import { isNothing, sumOf } from '../ledger/wire-amounts.ts';
import { RECEIPT_TYPE_LABELS, receiptName } from './receipt-words.ts';
import { ReceiptDialogs } from './ReceiptDialogs.tsx';
import { ReceiptMoney } from './ReceiptMoney.tsx';
import { useReceiptActions } from './use-receipt-actions.tsx';

export type ReceiptRecord = WireReply<typeof getReceipt>;

export function ReceiptPage() {
  const id = useId();
  const { data, error, refetch } = useEndpoint(getReceipt, { params: { id } });
  if (data === undefined) {
    return <RecordProblem title="Receipt" error={error} onRetry={() => void refetch()} />;
  }
  return <ReceiptView key={data.id} receipt={data} />;
}

function ReceiptView({ receipt }: { receipt: ReceiptRecord }) {
  const [address, change] = useAddress();
  const open = (what: string | undefined) => change({ do: what });
  const { primary, menu } = useReceiptActions(receipt, open);
  const { currency, status } = receipt;
  const booked = receipt.receiptNumber !== null;
  return (
    <>
      <RecordPage
        parent={{ label: 'Receivables', href: paths.receivables }}
        number={receiptName(receipt)}
        subtitle={`${receipt.reinsured.name} · ${RECEIPT_TYPE_LABELS[receipt.receiptType]}`}
        statuses={[badgeOf(RECEIPT_STATES[status])]}
        glance={[
          { label: 'Received', value: receipt.receiptAmount, currency },
          { label: booked ? 'Allocated' : 'Proposed', value: booked ? receipt.allocated : proposed(receipt), currency },
          leftGlance(receipt),
          { label: 'Bank reference', value: receipt.bank_reference === '' ? null : receipt.bank_reference },
        ]}
        {...{ primary, menu }}
        notices={
          status === 'REJECTED' && (
            <Notice tone="bad" title={`${receipt.decided_by?.name ?? 'The checker'} sent it back`}>
              {receipt.decision_reason}
            </Notice>
          )
        }
        tabs={[
          { value: 'money', label: 'Allocation', content: <ReceiptMoney receipt={receipt} /> },
          {
            value: 'attachments',
            label: 'Attachments',
            content: <AttachmentsPanel entity="receipt" id={receipt.id} />,
          },
          { value: 'history', label: 'History', content: <HistoryCard entity="receipt" id={receipt.id} /> },
        ]}
        rail={
          <PeopleCard
            deeds={[
              { label: 'Made by', who: receipt.issuedBy, at: receipt.created_at },
              ...(receipt.edited_by.id === receipt.issuedBy.id ? [] : [{ label: 'Edited by', who: receipt.edited_by }]),
              {
                label: status === 'REJECTED' ? 'Rejected by' : 'Approved by',
                who: receipt.decided_by,
                at: receipt.decided_at,
                none: status === 'PENDING' ? 'Waits for a manager or accountant' : 'Not yet',
              },
            ]}
          />
        }
      />
      <ReceiptDialogs receipt={receipt} open={address['do'] ?? null} onClose={() => open(undefined)} />
    </>
  );
}

function leftGlance({ left, currency, receiptNumber }: ReceiptRecord): Glance {
  return receiptNumber === null || isNothing(left, currency)
    ? { label: 'Left', value: null }
    : { label: 'Left', value: left, currency };
}

function proposed(receipt: ReceiptRecord): string {
  return sumOf(
    receipt.allocations.map((part) => part.amount),
    receipt.currency,
  );
}
