import { getReceipt } from '../../../domain/receipts/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { LISTS } from '../../paths.ts';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import type { RecordFormProps } from '../records/RecordForm.tsx';
import { EditRecord } from '../records/EditRecord.tsx';
import { valuesOfReceipt } from './receipt-form.ts';
import { ReceiptForm } from './ReceiptForm.tsx';
import { valuesOfPassed } from './pass-on-form.ts';
import { PassOnForm } from './PassOnForm.tsx';
import { receiptName, type ReceiptRecord } from './receipt-words.ts';

export function EditReceiptPage() {
  const query = useEndpoint(getReceipt, { params: { id: useRecordId() } });
  useWorkIn(query.data?.branch);
  return (
    <EditRecord kind="receipt" list={LISTS.receipts} {...{ query }}>
      {(receipt, opened) =>
        receipt.source === null ? (
          <ReceiptForm {...opened} title={`Edit ${receiptName(receipt)}`} initial={valuesOfReceipt(receipt)} />
        ) : (
          <EditPassed {...{ receipt, opened }} source={receipt.source} />
        )
      }
    </EditRecord>
  );
}

type PassedProps = {
  receipt: ReceiptRecord;
  source: NonNullable<ReceiptRecord['source']>;
  opened: Pick<RecordFormProps<never>, 'detail' | 'keep' | 'editing' | 'edited'>;
};

/** Cash of another branch is held to what is left of the receipt there. */
function EditPassed({ receipt, source, opened }: PassedProps) {
  const { data, error, refetch } = useEndpoint(getReceipt, { params: { id: String(source.id) } });
  if (data === undefined) return <NoPage title="Receipt" {...{ error, refetch }} list={LISTS.receipts} />;
  return (
    <PassOnForm
      {...opened}
      title={`Edit ${receiptName(receipt)}`}
      initial={valuesOfPassed(receipt)}
      source={{ ...source, currency: receipt.currency, left: data.left }}
      payer={receipt.reinsured}
    />
  );
}
