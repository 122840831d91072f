import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useGo } from '../../ui/AppLink.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormPage } from '../../ui/FormPage.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { forgetInput, keptInput, useKeptInput } from '../../ui/use-kept-input.ts';
import { useStored } from '../../ui/use-stored.ts';
import { paths } from '../../paths.ts';
import { listProblems } from '../ledger/form-problems.ts';
import { receiptHref } from '../ledger/record-links.ts';
import { blankReceipt, checkReceipt, RECEIPT_FIELDS, type ReceiptValues } from './receipt-form.ts';
import { ReceiptAllocation } from './ReceiptAllocation.tsx';
import { ReceiptFields } from './ReceiptFields.tsx';
import { ReceiptRail } from './ReceiptRail.tsx';
import { useSaveReceipt } from './use-save-receipt.ts';

type Props = {
  title: string;
  detail: string;
  /** Under which unsaved input is kept. */
  keep: string;
  initial: ReceiptValues;
  editing: { id: number; version: number } | null;
  onAgain?: (next: ReceiptValues) => void;
};

export function ReceiptForm({ title, detail, keep, initial, editing, onAgain }: Props) {
  const go = useGo();
  const version = editing === null ? '' : String(editing.version);
  const form = useForm<ReceiptValues>({ defaultValues: keptInput(keep, initial, version), resolver: checkReceipt });
  useKeptInput(keep, form, version);
  const values = useWatch({ control: form.control }) as ReceiptValues;
  const [another, setAnother] = useStored('receipts.another', false);
  const [asked, setAsked] = useState(true);
  const saving = useSaveReceipt({
    form,
    editing,
    onDone: (saved, how) => {
      forgetInput(keep);
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
        problems={listProblems(form.formState.errors, RECEIPT_FIELDS)}
        notice={saving.refusal !== null && <Notice tone="bad">{saving.refusal}</Notice>}
        draft={{ onSave: saving.saveDraft }}
        submit={{ label: 'Submit receipt', onSubmit: saving.submit }}
        onCancel={() => go(editing === null ? paths.receivables : receiptHref(editing.id))}
        rail={<ReceiptRail values={values} {...(onAgain === undefined ? {} : { another, onAnother: setAnother })} />}
      >
        <ReceiptFields form={form} currency={values.currency} />
        <ReceiptAllocation form={form} values={values} />
      </FormPage>
      <ConfirmDialog
        open={saving.warned !== null && asked}
        onClose={() => {
          setAsked(false);
          saving.keepDraft();
        }}
        title="Submit it all the same?"
        effect={saving.warned?.warnings.join(' ') ?? ''}
        action="Submit receipt"
        busy={saving.busy}
        onConfirm={saving.submitAnyway}
      >
        It is kept as a draft until you decide.
      </ConfirmDialog>
    </>
  );
}
