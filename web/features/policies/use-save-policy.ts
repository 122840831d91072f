import { useState } from 'react';
import { editPolicy, savePolicy, submitPolicy } from '../../../domain/policies/contract.ts';
import { ApiProblem } from '../../api/client.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { useGo } from '../../ui/AppLink.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { forgetInput } from '../../ui/use-kept-input.ts';
import { policyHref } from '../ledger/record-links.ts';
import { bodyOf, type PolicyBody, type PolicyValues } from './policy-values.ts';

/** A record as a form that edits it needs it. */
export type Saved = { id: number; version: number };
/** How a market's form is saved: its calls, what travels, and where its page is. */
export type SaveBook<V> = {
  create: typeof savePolicy;
  edit: typeof editPolicy;
  submit: typeof submitPolicy;
  bodyOf: (values: V) => PolicyBody;
  href: (id: number) => string;
  /** "Policy": the record in what is said of it. */
  noun: string;
};

export const LOCAL_SAVING: SaveBook<PolicyValues> = {
  create: savePolicy,
  edit: editPolicy,
  submit: submitPolicy,
  bodyOf,
  href: policyHref,
  noun: 'Policy',
};

type Given = { record: Saved | undefined; keptAs: string; onRefused: () => void };
/** A refusal, and what was typed when it came: a message goes once its field changes. */
type Refused<V> = { problem: ApiProblem; values: V };

/** Saves a policy of either market and, if asked, submits it; then its page is shown. */
export function useSavePolicy<V>(book: SaveBook<V>, { record, keptAs, onRefused }: Given) {
  const go = useGo();
  const create = useWrite(book.create);
  const edit = useWrite(book.edit);
  const submit = useWrite(book.submit);
  const [refused, setRefused] = useState<Refused<V> | null>(null);

  const write = (values: V) => {
    const body = book.bodyOf(values);
    return record === undefined
      ? create.mutateAsync({ body })
      : edit.mutateAsync({ body: { ...body, id: record.id, version: record.version } });
  };
  const save = async (values: V, thenSubmit: boolean) => {
    setRefused(null);
    try {
      const saved = await write(values);
      const number = saved.number ?? '';
      forgetInput(keptAs);
      if (thenSubmit) {
        try {
          await submit.mutateAsync({ params: { id: String(saved.id) }, body: { version: saved.version } });
          toastSuccess(`${book.noun} submitted`, `${number} waits for approval.`);
        } catch (error) {
          toastProblem(`${number} is saved as a draft, but not submitted`, error);
        }
      } else toastSuccess('Draft saved', number);
      go(book.href(saved.id), { replace: true });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.status === 401) return;
      setRefused({ problem: error, values });
      onRefused();
    }
  };
  return { save, refused, busy: create.isPending || edit.isPending || submit.isPending };
}
