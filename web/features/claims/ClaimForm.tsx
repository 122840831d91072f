import { coverAtLoss, editClaim, saveClaim, submitClaim } from '../../../domain/claims/contract.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { claimHref, paths } from '../../paths.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { FormPage } from '../../ui/forms/FormPage.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { forgetInput } from '../../ui/forms/use-kept-input.ts';
import { Notice } from '../../ui/notices/Notice.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { SubmitAnyway } from '../records/SubmitAnyway.tsx';
import { useSaveRecord, type Editing } from '../records/use-save-record.ts';
import { bodyOfClaim, CLAIM_FORM, faultsOfClaim, type ClaimValues, type CoverAtLoss } from './claim-form.ts';
import { ClaimFields } from './ClaimFields.tsx';
import { CoverRail } from './CoverRail.tsx';

type Props = {
  title: string;
  detail: string;
  /** Under which unsaved input is kept. */
  keep: string;
  initial: ClaimValues;
  editing: Editing;
};

/** The policy as at the date of loss; while that is open, as today. */
function useCover({ policy, data_loss_date: lossDate, notified_on: notified }: ClaimValues, claim: number | null) {
  const today = useFirmToday();
  const notifiedOn = notified === '' ? {} : { notified_on: notified };
  const own = claim === null ? {} : { claim: String(claim) };
  return useEndpoint(
    coverAtLoss,
    { query: { policy: policy?.id ?? '0', data_loss_date: lossDate === '' ? today : lossDate, ...notifiedOn, ...own } },
    { enabled: policy !== null },
  );
}

/** The first form of a claim, with the cover at the date of loss next to it. */
export function ClaimForm({ title, detail, keep, initial, editing }: Props) {
  const go = useGo();
  const version = editing === null ? '' : String(editing.version);
  const state = useContractForm<ClaimValues>({
    shape: CLAIM_FORM,
    initial,
    faultsOf: (typed) => faultsOfClaim(typed, cover),
    keep: { key: keep, version },
  });
  const { form, faults } = state;
  const { values } = form;
  const { data, error } = useCover(values, editing?.id ?? null);
  // The old answer stays until the new one is there, but never that of another policy.
  const cover: CoverAtLoss | undefined =
    data !== undefined && String(data.policy.id) === values.policy?.id ? data : undefined;
  const create = useWrite(saveClaim);
  const edit = useWrite(editClaim);
  const saving = useSaveRecord({
    state,
    save: (typed) => {
      const body = bodyOfClaim(typed, cover);
      return editing === null ? create.mutateAsync({ body }) : edit.mutateAsync({ body: { ...body, ...editing } });
    },
    submit: submitClaim,
    onDone: (saved, how) => {
      forgetInput(keep);
      if (how === 'saved') toastSuccess(`${saved.number ?? 'Claim'} saved`, saved.warnings.join(' '));
      if (how === 'submitted') toastSuccess('Claim submitted', `${saved.number ?? ''} waits for approval.`);
      go(claimHref(saved.id));
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
        submit={{ label: 'Submit claim', onSubmit: saving.submit }}
        onCancel={() => go(editing === null ? paths.claims : claimHref(editing.id))}
        rail={<CoverRail {...{ values, cover, error }} />}
      >
        <ClaimFields {...{ form, cover }} />
      </FormPage>
      <SubmitAnyway {...{ saving }} action="Submit claim" />
    </>
  );
}
