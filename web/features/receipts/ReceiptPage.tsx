import type { WireReply } from '../../../domain/endpoint.ts';
import { getReceipt, makeReceiptDocument2, receiptCalls } from '../../../domain/receipts/contract.ts';
import { RECEIPT_STATES } from '../../../domain/receipts/states.ts';
import { fetchFile } from '../../api/download.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { MoneyText } from '../../ui/Figures.tsx';
import type { Glance } from '../../ui/RecordPage.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { paths } from '../../paths.ts';
import { RecordProblem } from '../ledger/RecordProblem.tsx';
import { useId } from '../ledger/use-id.ts';
import { isNothing, sumOf } from '../ledger/wire-amounts.ts';
import { RecordView } from '../records/RecordView.tsx';
import type { RecordHandle } from '../records/record-handle.ts';
import { AllocateDialog } from './AllocateDialog.tsx';
import { approvalEffects, reversalEffects } from './receipt-effects.tsx';
import { RECEIPT_TYPE_LABELS, receiptName } from './receipt-words.ts';
import { ReceiptMoney } from './ReceiptMoney.tsx';
import { useReceiptActs } from './use-receipt-acts.tsx';

export type ReceiptRecord = WireReply<typeof getReceipt>;

export function ReceiptPage() {
  const id = useId();
  const { data, error, refetch } = useEndpoint(getReceipt, { params: { id } });
  if (data === undefined) {
    return <RecordProblem title="Receipt" error={error} onRetry={() => void refetch()} />;
  }
  return <ReceiptView key={data.id} receipt={data} />;
}

function handleOf(receipt: ReceiptRecord): RecordHandle {
  const { issuedBy, receiptNumber } = receipt;
  return { ...receipt, kind: 'receipt', name: receiptName(receipt), number: receiptNumber, made_by: issuedBy };
}

function ReceiptView({ receipt }: { receipt: ReceiptRecord }) {
  const [address, change] = useAddress();
  const open = address['do'];
  const onClose = () => change({ do: undefined });
  const record = handleOf(receipt);
  const acts = useReceiptActs(receipt, { record, open: (what) => change({ do: what }) });
  const { currency } = receipt;
  const booked = receipt.receiptNumber !== null;
  return (
    <>
      <RecordView
        {...{ record, open, onClose }}
        {...acts}
        state={RECEIPT_STATES[receipt.status]}
        parent={{ label: 'Receivables', href: paths.receivables }}
        subtitle={`${receipt.reinsured.name} · ${RECEIPT_TYPE_LABELS[receipt.receiptType]}`}
        glance={[
          { label: 'Received', value: receipt.receiptAmount, currency },
          { label: booked ? 'Allocated' : 'Proposed', value: booked ? receipt.allocated : proposed(receipt), currency },
          leftGlance(receipt),
          { label: 'Bank reference', value: receipt.bank_reference === '' ? null : receipt.bank_reference },
        ]}
        tab={{ value: 'money', label: 'Allocation', content: <ReceiptMoney receipt={receipt} /> }}
        decider="a manager or accountant"
        steps={{
          calls: receiptCalls,
          description: `${receipt.reinsured.name}, made by ${receipt.edited_by.name}`,
          approval: approvalEffects(receipt),
          reversal: reversalOf(receipt),
          paper: {
            label: 'Receipt',
            load: () =>
              fetchFile(makeReceiptDocument2, { query: { id: String(receipt.id) } }, { name: `${record.name}.pdf` }),
          },
        }}
      />
      {receipt.status === 'APPROVED' && (
        <AllocateDialog receipt={receipt} open={open === 'allocate'} onClose={onClose} />
      )}
    </>
  );
}

function reversalOf(receipt: ReceiptRecord) {
  return {
    effects: reversalEffects(receipt),
    ...(receipt.allocations.some((part) => part.effective) && {
      warning:
        'What it released to securities is released no more. Where they have been paid already, the excess is due back from them.',
    }),
    children: (
      <p className="text-mute">
        <MoneyText withCurrency value={receipt.receiptAmount} currency={receipt.currency} /> received from{' '}
        {receipt.reinsured.name}.
      </p>
    ),
  };
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
