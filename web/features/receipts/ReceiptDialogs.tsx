import {
  approveReceipt,
  makeReceiptDocument2,
  previewReceipt,
  reverseReceipt,
} from '../../../domain/receipts/contract.ts';
import { fetchFile } from '../../api/download.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { MoneyText } from '../../ui/Figures.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { DecideDrawer } from '../records/DecideDrawer.tsx';
import { RecordPdfDialog } from '../documents/RecordPdfDialog.tsx';
import { SinceDecision } from '../system/SinceDecision.tsx';
import { ReverseDialog } from '../records/ReverseDialog.tsx';
import { AllocateDialog } from './AllocateDialog.tsx';
import { approvalEffects, reversalEffects } from './receipt-effects.tsx';
import type { ReceiptRecord } from './ReceiptPage.tsx';
import { receiptName } from './receipt-words.ts';

type Props = { receipt: ReceiptRecord; open: string | null; onClose: () => void };

/** The acts on a receipt; which one is open stands in the address, so that a link can lead straight to it. */
export function ReceiptDialogs({ receipt, open, onClose }: Props) {
  const name = receiptName(receipt);
  const pending = receipt.status === 'PENDING';
  const booked = receipt.status === 'APPROVED';
  const reverse = useWrite(reverseReceipt, {
    onSuccess: () => {
      onClose();
      toastSuccess('Receipt reversed', name);
    },
    onProblem: (problem) => toastProblem('The receipt was not reversed', problem),
  });
  return (
    <>
      <DecideDrawer
        open={open === 'decide' && pending}
        onClose={onClose}
        record={receipt}
        noun="Receipt"
        name={name}
        description={`${receipt.reinsured.name}, made by ${receipt.edited_by.name}`}
        endpoints={{ preview: previewReceipt, approve: approveReceipt }}
        effects={approvalEffects(receipt)}
      >
        <SinceDecision entity="receipt" id={receipt.id} enabled={open === 'decide' && pending} />
      </DecideDrawer>
      <ReverseDialog
        open={open === 'reverse' && booked}
        onClose={onClose}
        title={`Reverse receipt ${name}`}
        action="Reverse receipt"
        effects={reversalEffects(receipt)}
        {...(receipt.allocations.some((part) => part.effective)
          ? {
              warning:
                'What it released to securities is released no more. Where they have been paid already, the excess is due back from them.',
            }
          : {})}
        busy={reverse.isPending}
        onReverse={(reason) =>
          reverse.mutate({ params: { id: String(receipt.id) }, body: { reason, version: receipt.version } })
        }
      >
        <p className="text-mute">
          <MoneyText withCurrency value={receipt.receiptAmount} currency={receipt.currency} /> received from{' '}
          {receipt.reinsured.name}.
        </p>
      </ReverseDialog>
      {booked && <AllocateDialog receipt={receipt} open={open === 'allocate'} onClose={onClose} />}
      <RecordPdfDialog
        record={{ kind: 'receipt', id: receipt.id }}
        sends={['receipts.create', 'receipts.decide']}
        open={open === 'document' && receipt.receiptNumber !== null}
        onClose={onClose}
        title={`Receipt ${name}`}
        name={`receipt ${receipt.id} ${receipt.version}`}
        load={() => fetchFile(makeReceiptDocument2, { query: { id: String(receipt.id) } }, { name: `${name}.pdf` })}
      />
    </>
  );
}
