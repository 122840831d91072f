import { getInvoice } from '../../../domain/invoices/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { LISTS } from '../../paths.ts';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { EditRecord } from '../records/EditRecord.tsx';
import { valuesOfInvoice } from './invoice-form.ts';
import { invoiceName } from './invoice-words.ts';
import { InvoiceForm } from './InvoiceForm.tsx';

export function EditInvoicePage() {
  const query = useEndpoint(getInvoice, { params: { id: useRecordId() } });
  useWorkIn(query.data?.branch);
  return (
    <EditRecord kind="invoice" list={LISTS.invoices} {...{ query }}>
      {(record, opened) => (
        <InvoiceForm
          {...opened}
          title={`Edit ${invoiceName({ ...record, credit: record.credits !== null })}`}
          initial={valuesOfInvoice(record)}
          credits={record.credits === null ? null : { ...record.credits, number: record.credits.number ?? '' }}
        />
      )}
    </EditRecord>
  );
}
