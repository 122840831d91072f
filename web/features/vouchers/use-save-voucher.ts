import { useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { submitVoucher } from '../../../domain/vouchers/contract.ts';
import { ApiProblem } from '../../api/client.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/toast.ts';

type Saved = { id: number; version: number };
type Given<T extends FieldValues> = {
  form: UseFormReturn<T>;
  /** Names of the form's fields; a refusal of another one is shown above the form. */
  fields: readonly FieldPath<T>[];
  /** Where the server names a field otherwise. */
  named?: Readonly<Record<string, FieldPath<T>>>;
  save: (values: T) => Promise<Saved>;
  onDone: (saved: Saved) => void;
};

/** Saves a voucher of either kind, and submits it on wish; what is refused goes to its field or above the form. */
export function useSaveVoucher<T extends FieldValues>({ form, fields, named = {}, save, onDone }: Given<T>) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const submit = useWrite(submitVoucher, {
    onProblem: (problem) => toastProblem('Saved as a draft, but not submitted', problem),
  });
  const refused = (problem: ApiProblem) => {
    const known = problem.errors.flatMap(({ field, message }) => {
      const first = field.split('.')[0] ?? field;
      const name = named[first] ?? fields.find((one) => one === first);
      return name === undefined ? [] : [{ name, message }];
    });
    for (const { name, message } of known) form.setError(name, { type: 'server', message });
    if (known.length === 0 && problem.status !== 401) setRefusal(problem.message);
  };
  const run = (how: 'saved' | 'submitted') =>
    form.handleSubmit(async (values) => {
      setRefusal(null);
      setSaving(true);
      try {
        const saved = await save(values);
        if (how === 'submitted') {
          await submit.mutateAsync({ params: { id: String(saved.id) }, body: { version: saved.version } }).then(
            () => toastSuccess('Voucher submitted', `#${saved.id}`),
            // Said by the toast; the draft is there.
            () => undefined,
          );
        } else toastSuccess('Draft saved', `#${saved.id}`);
        onDone(saved);
      } catch (error) {
        if (error instanceof ApiProblem) refused(error);
        else throw error;
      } finally {
        setSaving(false);
      }
    });
  return {
    refusal,
    busy: saving,
    saveDraft: () => void run('saved')(),
    submit: () => void run('submitted')(),
  };
}
