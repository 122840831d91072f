import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { editReceipt, saveReceipt, submitReceipt } from '../../../domain/receipts/contract.ts';
import type { ApiProblem } from '../../api/client.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { bodyOf, RECEIPT_FIELDS, type ReceiptValues } from './receipt-form.ts';

type Kept = { id: number; version: number; warnings: readonly string[] };
type Given = {
  form: UseFormReturn<ReceiptValues>;
  /** The draft that is edited; none for a new one. */
  editing: { id: number; version: number } | null;
  /** It is on the server now: as a draft, or submitted. */
  onDone: (saved: Kept, how: 'saved' | 'submitted') => void;
};

/** Saves a receipt, and submits it on wish; stops before that when the server warns, so that its maker can decide. */
export function useSaveReceipt({ form, editing, onDone }: Given) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [warned, setWarned] = useState<Kept | null>(null);
  const onProblem = (problem: ApiProblem) => {
    const known = problem.errors.flatMap(({ field, message }) => {
      const name = RECEIPT_FIELDS.find((one) => one === field.split('.')[0]);
      return name === undefined ? [] : [{ name, message }];
    });
    for (const { name, message } of known) form.setError(name, { type: 'server', message });
    if (known.length === 0 && problem.status !== 401) setRefusal(problem.message);
  };
  const save = useWrite(saveReceipt, { onProblem });
  const edit = useWrite(editReceipt, { onProblem });
  const submit = useWrite(submitReceipt, {
    onProblem: (problem) => toastProblem('Saved as a draft, but not submitted', problem),
  });

  const send = (values: ReceiptValues): Promise<Kept> => {
    const body = bodyOf(values);
    return editing === null ? save.mutateAsync({ body }) : edit.mutateAsync({ body: { ...body, ...editing } });
  };
  const submitSaved = async (saved: Kept) => {
    try {
      await submit.mutateAsync({ params: { id: String(saved.id) }, body: { version: saved.version } });
      onDone(saved, 'submitted');
    } catch {
      // Said by the toast; the draft is there.
      onDone(saved, 'saved');
    }
  };
  const run = (how: 'saved' | 'submitted') =>
    form.handleSubmit(async (values) => {
      setRefusal(null);
      try {
        const saved = await send(values);
        if (how === 'saved') {
          toastSuccess('Draft saved', saved.warnings.join(' '));
          onDone(saved, 'saved');
        } else if (saved.warnings.length > 0) setWarned(saved);
        else await submitSaved(saved);
      } catch {
        // Said at its field or above the form.
      }
    });
  return {
    refusal,
    warned,
    busy: save.isPending || edit.isPending || submit.isPending,
    saveDraft: () => void run('saved')(),
    submit: () => void run('submitted')(),
    submitAnyway: () => {
      if (warned !== null) void submitSaved(warned);
    },
    keepDraft: () => {
      if (warned !== null) onDone(warned, 'saved');
    },
  };
}
