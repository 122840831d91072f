import { useState } from 'react';
import { editPolicy, savePolicy, submitPolicy } from '../../../domain/policies/contract.ts';
import { ApiProblem } from '../../api/client.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { useGo } from '../../ui/AppLink.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { forgetInput } from '../../ui/use-kept-input.ts';
import { policyHref } from '../ledger/record-links.ts';
import { bodyOf, type PolicyRecord, type PolicyValues } from './policy-values.ts';

type Given = { record: PolicyRecord | undefined; keptAs: string; onRefused: () => void };
/** A refusal, and what was typed when it came: a message goes once its field changes. */
type Refused = { problem: ApiProblem; values: PolicyValues };

/** Saves a policy and, if asked, submits it; then its page is shown. */
export function useSavePolicy({ record, keptAs, onRefused }: Given) {
  const go = useGo();
  const create = useWrite(savePolicy);
  const edit = useWrite(editPolicy);
  const submit = useWrite(submitPolicy);
  const [refused, setRefused] = useState<Refused | null>(null);

  const write = (values: PolicyValues) => {
    const body = bodyOf(values);
    return record === undefined
      ? create.mutateAsync({ body })
      : edit.mutateAsync({ body: { ...body, id: record.id, version: record.version } });
  };
  const save = async (values: PolicyValues, thenSubmit: boolean) => {
    setRefused(null);
    try {
      const saved = await write(values);
      const number = saved.number ?? '';
      forgetInput(keptAs);
      if (thenSubmit) {
        try {
          await submit.mutateAsync({ params: { id: String(saved.id) }, body: { version: saved.version } });
          toastSuccess('Policy submitted', `${number} waits for approval.`);
        } catch (error) {
          toastProblem(`${number} is saved as a draft, but not submitted`, error);
        }
      } else toastSuccess('Draft saved', number);
      go(policyHref(saved.id), { replace: true });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.status === 401) return;
      setRefused({ problem: error, values });
      onRefused();
    }
  };
  return { save, refused, busy: create.isPending || edit.isPending || submit.isPending };
}
