import { useState } from 'react';
import type { decisionCalls } from '../../../domain/decision-calls.ts';
import { ApiProblem } from '../../api/client.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { useSummaryShown } from '../../ui/forms/form-faults.ts';
import type { useContractForm } from '../../ui/forms/use-contract-form.ts';

/** What is edited: none for a new record. */
export type Editing = { id: number; version: number } | null;
/** Drafts are kept with what the server warns of. */
export type SavedDraft = { id: number; version: number; warnings?: readonly string[] };
export type Saving<V extends object, R extends SavedDraft> = {
  state: ReturnType<typeof useContractForm<V>>;
  save: (values: V) => Promise<R>;
  submit: ReturnType<typeof decisionCalls>['submit'];
  /** Where the server names a field otherwise than the form. */
  named?: Readonly<Record<string, string>>;
  /** It is on the server: as a draft on wish, submitted, or as a draft because submitting was refused. */
  onDone: (saved: R, how: 'saved' | 'submitted' | 'refused') => void;
};

/** Saves a record, and submits it on wish; stops before that when the server warns, so that its maker can decide. */
export function useSaveRecord<V extends object, R extends SavedDraft>(options: Saving<V, R>) {
  const { state, save, named = {}, onDone } = options;
  const [refusal, setRefusal] = useState<ApiProblem | null>(null);
  const showSummary = useSummaryShown();
  const [warned, setWarned] = useState<R | null>(null);
  const submit = useWrite(options.submit, {
    onProblem: (problem) => toastProblem('Saved as a draft, but not submitted', problem),
  });
  const refused = (problem: ApiProblem) => {
    const known = problem.errors.flatMap(({ field, message }) => {
      const first = field.split('.')[0] ?? field;
      const name = named[first] ?? first;
      return name in state.form.values ? [{ field: name, message }] : [];
    });
    state.refuse(known);
    if (problem.status === 401) return;
    if (known.length === 0) setRefusal(problem);
    showSummary();
  };
  const submitSaved = (saved: R) =>
    submit.mutateAsync({ params: { id: String(saved.id) }, body: { version: saved.version } }).then(
      () => onDone(saved, 'submitted'),
      // The toast shows it; the draft is there.
      () => onDone(saved, 'refused'),
    );
  const run = (how: 'saved' | 'submitted') =>
    state.submit(async (values) => {
      setRefusal(null);
      try {
        const saved = await save(values);
        if (how === 'saved') onDone(saved, how);
        else if ((saved.warnings ?? []).length > 0) setWarned(saved);
        else await submitSaved(saved);
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        refused(error);
      }
    }, showSummary);
  return {
    refusal,
    warned,
    busy: state.busy || submit.isPending,
    saveDraft: () => void run('saved'),
    submit: () => void run('submitted'),
    submitAnyway: () => {
      if (warned !== null) void submitSaved(warned);
    },
    keepDraft: () => {
      if (warned !== null) onDone(warned, 'refused');
    },
  };
}
