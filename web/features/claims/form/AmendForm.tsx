import { useState } from 'react';
import { amendClaim } from '../../../../domain/claims/contract.ts';
import { bodyOf } from '../../../../domain/forms.ts';
import type { ApiProblem } from '../../../api/client.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { claimHref } from '../../../paths.ts';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import { useGoOn } from '../../../ui/forms/use-go-on.ts';
import { FormPage, FormSection } from '../../../ui/forms/FormPage.tsx';
import { useSummaryShown } from '../../../ui/forms/form-faults.ts';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { forgetInput } from '../../../ui/forms/use-kept-input.ts';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { FormNotices } from '../../records/FormNotices.tsx';
import {
  faultsOfParticulars,
  PARTICULARS,
  particularsOf,
  type ClaimRecord,
  type ParticularValues,
} from './claim-form.ts';
import { CoverFigures } from './CoverRail.tsx';
import { ClaimantSection, ExpertsSection, LossFields } from './LossSections.tsx';

/** Completes what is known of an approved loss: none of it moves money, so that nobody decides it again. */
export function AmendForm({ claim, keep }: { claim: ClaimRecord; keep: string }) {
  const go = useGo();
  const goOn = useGoOn();
  const { id, version, number, currency } = claim;
  const state = useContractForm<ParticularValues>({
    shape: PARTICULARS,
    initial: particularsOf(claim),
    faultsOf: (typed) => faultsOfParticulars(typed, currency),
    keep: { key: keep, version: String(version) },
  });
  const { form, faults, restored, startOver } = state;
  const showSummary = useSummaryShown();
  const [refusal, setRefusal] = useState<ApiProblem | null>(null);
  const amend = useWrite(amendClaim, {
    onSuccess: () => {
      forgetInput(keep);
      toastSuccess('Claim amended', number);
      goOn(claimHref(id));
    },
    onProblem: (problem) => {
      if (problem.status === 401) return;
      state.refuse(problem.errors.filter(({ field }) => field in form.values));
      if (problem.errors.length === 0) setRefusal(problem);
      showSummary();
    },
  });
  const save = () =>
    void state.submit(async (typed) => {
      setRefusal(null);
      amend.mutate({ body: { ...bodyOf(PARTICULARS, typed), id, version } });
    }, showSummary);
  return (
    <FormPage
      title={`Amend ${number}`}
      detail="What is known of the loss; a movement changes the reserve."
      busy={state.busy || amend.isPending}
      problems={faults}
      notice={<FormNotices state={{ refusal, restored, startOver }} record={claim} href={claimHref} />}
      submit={{ label: 'Save changes', onSubmit: save }}
      onCancel={() => go(claimHref(id))}
      rail={<CoverFigures cover={{ ...claim.cover, policy: claim.policy }} />}
    >
      <FormSection title="Loss">
        <LossFields {...{ form }} />
      </FormSection>
      <ClaimantSection {...{ form }} />
      <ExpertsSection {...{ form, currency }} />
    </FormPage>
  );
}
