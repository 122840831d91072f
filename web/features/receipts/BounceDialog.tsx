import * as z from 'zod/mini';
import { bounceReceipt } from '../../../domain/receipts/contract.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Effects } from '../../ui/dialogs/Effects.tsx';
import { ReasonDialog } from '../../ui/dialogs/ReasonDialog.tsx';
import { reversalEffects } from './receipt-effects.tsx';
import { receiptName, type ReceiptRecord } from './receipt-words.ts';

/** The payer's bank returned a cheque: its receipt is reversed. */
export function BounceDialog({ receipt, onClose }: { receipt: ReceiptRecord; onClose: () => void }) {
  const bounce = useWrite(bounceReceipt);
  const { id, version } = receipt;
  return (
    <ReasonDialog
      danger
      size="md"
      cancel="Keep as it is"
      title={`Cheque of ${receiptName(receipt)} returned unpaid`}
      description="The receipt is reversed with its allocations; an opposite entry of today takes it back."
      action="Reverse receipt"
      shape={z.pick(bounceReceipt.body, { reason: true })}
      send={(reason) => bounce.mutateAsync({ params: { id: String(id) }, body: { reason, version } })}
      done={() => ['Receipt reversed', receiptName(receipt)]}
      {...{ onClose }}
    >
      <Effects effects={reversalEffects(receipt)} />
    </ReasonDialog>
  );
}
