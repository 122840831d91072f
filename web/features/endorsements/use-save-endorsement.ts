import { useState } from 'react';
import {
  editEndorsement,
  saveEndorsement,
  saveSlipEndorsement,
  submitEndorsement,
} from '../../../domain/endorsements/contract.ts';
import { ApiProblem } from '../../api/client.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { useGo } from '../../ui/AppLink.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { forgetInput } from '../../ui/use-kept-input.ts';
import type { PolicyRecord } from '../policies/policy-values.ts';
import { bodyOf, endorsementHref, type EndorsementRecord, type EndorsementValues } from './endorsement-values.ts';

type Given = {
  policy: PolicyRecord;
  record: EndorsementRecord | undefined;
  keptAs: string;
  onRefused: () => void;
};
/** A refusal, and what was typed when it came: a message goes once its field changes. */
type Refused = { problem: ApiProblem; values: EndorsementValues };

/** Saves an endorsement and, if asked, submits it; then its page is shown. */
export function useSaveEndorsement({ policy, record, keptAs, onRefused }: Given) {
  const go = useGo();
  const create = useWrite(policy.market === 'LONDON' ? saveSlipEndorsement : saveEndorsement);
  const edit = useWrite(editEndorsement);
  const submit = useWrite(submitEndorsement);
  const [refused, setRefused] = useState<Refused | null>(null);

  const write = (values: EndorsementValues) => {
    const body = bodyOf(policy.id, values);
    return record === undefined
      ? create.mutateAsync({ body })
      : edit.mutateAsync({ body: { ...body, id: record.id, version: record.version } });
  };
  const save = async (values: EndorsementValues, thenSubmit: boolean) => {
    setRefused(null);
    try {
      const saved = await write(values);
      const number = saved.number ?? '';
      forgetInput(keptAs);
      if (thenSubmit) {
        try {
          await submit.mutateAsync({ params: { id: String(saved.id) }, body: { version: saved.version } });
          toastSuccess('Endorsement submitted', `${number} waits for approval.`);
        } catch (error) {
          toastProblem(`${number} is saved as a draft, but not submitted`, error);
        }
      } else toastSuccess('Draft saved', number);
      go(endorsementHref(saved.id), { replace: true });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.status === 401) return;
      setRefused({ problem: error, values });
      onRefused();
    }
  };
  return { save, refused, busy: create.isPending || edit.isPending || submit.isPending };
}
