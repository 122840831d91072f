import { editPassedCash, passCashOn, submitReceipt } from '../../../domain/receipts/contract.ts';
import { RECEIPT_TYPE_LABELS, RECEIPT_TYPES } from '../../../domain/receipts/states.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useSession } from '../../api/session.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { receiptHref } from '../../paths.ts';
import { useGoOn } from '../../ui/forms/use-go-on.ts';
import { FormMoney, FormRecord, FormSelect, FormText } from '../../ui/forms/FormFields.tsx';
import { FormSection } from '../../ui/forms/FormPage.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { RecordForm, useRecordForm, type RecordFormProps } from '../records/RecordForm.tsx';
import {
  bodyOfPassed,
  changeOfPassed,
  faultsOfPassed,
  PASS_FORM,
  type PassValues,
  type Source,
} from './pass-on-form.ts';
import { PassOnEffect, PassOnRail } from './PassOnEffect.tsx';
import { UNALLOCATED } from './receipt-form.ts';
import { ReceiptAllocation } from './ReceiptAllocation.tsx';

// A fee lies in the office bank, which is of no other branch.
const TYPES = RECEIPT_TYPES.filter((value) => value !== 'FEE').map((value) => ({
  value,
  label: RECEIPT_TYPE_LABELS[value],
}));

type Props = RecordFormProps<PassValues> & { source: Source; payer: { id: number; name: string } };

/** What of a receipt is for notes of another branch: which branch, how much, which notes; with what it books in both. */
export function PassOnForm({ title, detail, keep, initial, editing, edited, source, payer }: Props) {
  const goOn = useGoOn();
  const today = useFirmToday();
  const branches = useSession()?.user.branches ?? [];
  const create = useWrite(passCashOn);
  const edit = useWrite(editPassedCash);
  const state = useRecordForm({
    keep,
    initial,
    editing,
    shape: PASS_FORM,
    faultsOf: (typed: PassValues) => faultsOfPassed(typed, source),
    save: (typed) =>
      editing === null
        ? create.mutateAsync({ body: bodyOfPassed(typed, source) })
        : edit.mutateAsync({ body: { ...changeOfPassed(typed, source), ...editing } }),
    submit: submitReceipt,
    onDone: (saved, how) => {
      if (how !== 'refused')
        toastSuccess(how === 'saved' ? 'Draft saved' : 'Receipt submitted', `${payer.name} #${saved.id}`);
      goOn(receiptHref(saved.id));
    },
  });
  const { form } = state;
  const { values } = form;
  const { currency } = source;
  const into = branches.find(({ id }) => String(id) === values.into?.id);
  const others = branches.filter(({ id }) => id !== source.branch.id);
  return (
    <RecordForm
      kind="receipt"
      {...{ title, detail, editing, edited, state }}
      list={{ label: source.number, href: receiptHref(source.id) }}
      figure={{ label: 'Amount', value: values.receiptAmount || '0', currency }}
      rail={<PassOnRail {...{ values, source }} />}
    >
      <FormSection title="Where it is used" hint="It settles open notes of this payer there." columns={2}>
        {editing === null ? (
          <FormRecord
            {...{ form }}
            name="into"
            label="Branch"
            placeholder="Choose the branch"
            options={others.map(({ id, name }) => ({ value: String(id), label: name }))}
            // Another branch has other notes.
            onChanged={() => form.set(UNALLOCATED)}
          />
        ) : (
          <Notice>It is used in {values.into?.label ?? ''}. Disable this draft to use it in another branch.</Notice>
        )}
        <FormSelect {...{ form }} name="receiptType" label="Received for" options={TYPES} />
        <FormMoney {...{ form, currency }} name="receiptAmount" label="Amount" />
        <FormText {...{ form }} name="narrationRef" label="Narration" />
      </FormSection>
      {into !== undefined && (
        <ReceiptAllocation
          values={{
            ...values,
            reinsured: { id: String(payer.id), label: payer.name },
            currency,
            dateOfIssue: today,
          }}
          branch={into.code}
          fault={form.errors['allocations']}
          set={(changes) => form.set(changes)}
        />
      )}
      {into !== undefined && <PassOnEffect {...{ values, source, into, payer }} />}
    </RecordForm>
  );
}
