import { editReceipt, saveReceipt, submitReceipt } from '../../../domain/receipts/contract.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { FormPage } from '../../ui/forms/FormPage.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { forgetInput } from '../../ui/forms/use-kept-input.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { paths, receiptHref } from '../../paths.ts';
import { SubmitAnyway } from '../records/SubmitAnyway.tsx';
import { useSaveRecord, type Editing } from '../records/use-save-record.ts';
import { blankReceipt, bodyOfReceipt, faultsOfReceipt, RECEIPT_FORM, type ReceiptValues } from './receipt-form.ts';
import { ReceiptAllocation } from './ReceiptAllocation.tsx';
import { ReceiptFields } from './ReceiptFields.tsx';
import { ReceiptRail } from './ReceiptRail.tsx';

type Props = {
  title: string;
  detail: string;
  /** Under which unsaved input is kept. */
  keep: string;
  initial: ReceiptValues;
  editing: Editing;
  onAgain?: (next: ReceiptValues) => void;
};

export function ReceiptForm({ title, detail, keep, initial, editing, onAgain }: Props) {
  const go = useGo();
  const version = editing === null ? '' : String(editing.version);
  const today = useFirmToday();
  const state = useContractForm({
    shape: RECEIPT_FORM,
    initial,
    faultsOf: (typed) => faultsOfReceipt(typed, today),
    keep: { key: keep, version },
  });
  const { form, faults } = state;
  const { values } = form;
  const [another, setAnother] = useStored('receipts.another', false);
  const create = useWrite(saveReceipt);
  const edit = useWrite(editReceipt);
  const saving = useSaveRecord({
    state,
    save: (typed) => {
      const body = bodyOfReceipt(typed);
      return editing === null ? create.mutateAsync({ body }) : edit.mutateAsync({ body: { ...body, ...editing } });
    },
    submit: submitReceipt,
    onDone: (saved, how) => {
      forgetInput(keep);
      if (how === 'saved') toastSuccess('Draft saved', saved.warnings.join(' '));
      if (how === 'submitted') toastSuccess('Receipt submitted', `${values.reinsured?.label ?? ''} #${saved.id}`);
      if (how === 'submitted' && another && onAgain !== undefined) {
        const { dateOfIssue, receiptType, currency } = values;
        onAgain(blankReceipt({ dateOfIssue, receiptType, currency }));
      } else go(receiptHref(saved.id));
    },
  });
  return (
    <>
      <FormPage
        {...{ title, detail }}
        busy={saving.busy}
        problems={faults}
        notice={saving.refusal !== null && <Notice tone="bad">{saving.refusal}</Notice>}
        draft={{ onSave: saving.saveDraft }}
        submit={{ label: 'Submit receipt', onSubmit: saving.submit }}
        onCancel={() => go(editing === null ? paths.receivables : receiptHref(editing.id))}
        rail={<ReceiptRail values={values} {...(onAgain === undefined ? {} : { another, onAnother: setAnother })} />}
      >
        <ReceiptFields {...{ form }} />
        <ReceiptAllocation {...{ form }} />
      </FormPage>
      <SubmitAnyway {...{ saving }} action="Submit receipt" />
    </>
  );
}
