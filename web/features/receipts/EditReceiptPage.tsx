import { getReceipt } from '../../../domain/receipts/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { LISTS } from '../../paths.ts';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { EditRecord } from '../records/EditRecord.tsx';
import { valuesOfReceipt } from './receipt-form.ts';
import { ReceiptForm } from './ReceiptForm.tsx';
import { receiptName } from './receipt-words.ts';

export function EditReceiptPage() {
  const query = useEndpoint(getReceipt, { params: { id: useRecordId() } });
  useWorkIn(query.data?.branch);
  return (
    <EditRecord kind="receipt" list={LISTS.receipts} {...{ query }}>
      {(receipt, opened) => (
        <ReceiptForm {...opened} title={`Edit ${receiptName(receipt)}`} initial={valuesOfReceipt(receipt)} />
      )}
    </EditRecord>
  );
}
