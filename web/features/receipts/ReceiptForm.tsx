import { editReceipt, saveReceipt, submitReceipt } from '../../../domain/receipts/contract.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { LISTS, receiptHref } from '../../paths.ts';
import { useGoOn } from '../../ui/forms/use-go-on.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { RecordForm, useRecordForm, type RecordFormProps } from '../records/RecordForm.tsx';
import { blankReceipt, bodyOfReceipt, faultsOfReceipt, RECEIPT_FORM, type ReceiptValues } from './receipt-form.ts';
import { ReceiptAllocation } from './ReceiptAllocation.tsx';
import { ReceiptFields } from './ReceiptFields.tsx';
import { ReceiptRail } from './ReceiptRail.tsx';

type Props = RecordFormProps<ReceiptValues> & { onAgain?: (next: ReceiptValues) => void };

export function ReceiptForm({ title, detail, keep, initial, editing, edited, onAgain }: Props) {
  const goOn = useGoOn();
  const today = useFirmToday();
  const [another, setAnother] = useStored('receipts.another', false);
  const create = useWrite(saveReceipt);
  const edit = useWrite(editReceipt);
  const state = useRecordForm({
    keep,
    initial,
    editing,
    shape: RECEIPT_FORM,
    faultsOf: (typed: ReceiptValues) => faultsOfReceipt(typed, today),
    save: (typed) => {
      const body = bodyOfReceipt(typed);
      return editing === null ? create.mutateAsync({ body }) : edit.mutateAsync({ body: { ...body, ...editing } });
    },
    submit: submitReceipt,
    onDone: (saved, how) => {
      const { reinsured, dateOfIssue, receiptType, currency } = values;
      const what = `${reinsured?.label ?? ''} #${saved.id}`;
      if (how === 'saved') toastSuccess('Draft saved', [what, ...saved.warnings].join('. '));
      if (how === 'submitted') toastSuccess('Receipt submitted', what);
      if (how === 'submitted' && another && onAgain !== undefined)
        onAgain(blankReceipt({ dateOfIssue, receiptType, currency }));
      else goOn(receiptHref(saved.id));
    },
  });
  const { form } = state;
  const { values } = form;
  return (
    <RecordForm
      kind="receipt"
      {...{ title, detail, editing, edited, state }}
      list={LISTS.receipts}
      figure={{ label: 'Amount', value: values.receiptAmount || '0', currency: values.currency }}
      rail={<ReceiptRail values={values} {...(onAgain === undefined ? {} : { another, onAnother: setAnother })} />}
    >
      <ReceiptFields {...{ form }} />
      <ReceiptAllocation {...{ values }} fault={form.errors['allocations']} set={(changes) => form.set(changes)} />
    </RecordForm>
  );
}
