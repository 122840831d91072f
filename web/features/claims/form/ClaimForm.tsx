import { coverAtLoss, editClaim, saveClaim, submitClaim } from '../../../../domain/claims/contract.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { claimHref, LISTS } from '../../../paths.ts';
import { useGoOn } from '../../../ui/forms/use-go-on.ts';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { RecordForm, useRecordForm, type RecordFormProps } from '../../records/RecordForm.tsx';
import { bodyOfClaim, CLAIM_FORM, faultsOfClaim, type ClaimValues, type CoverAtLoss } from './claim-form.ts';
import { ClaimFields } from './ClaimFields.tsx';
import { CoverRail } from './CoverRail.tsx';

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
export function ClaimForm({ title, detail, keep, initial, editing, edited }: RecordFormProps<ClaimValues>) {
  const goOn = useGoOn();
  const create = useWrite(saveClaim);
  const edit = useWrite(editClaim);
  const state = useRecordForm({
    keep,
    initial,
    editing,
    shape: CLAIM_FORM,
    faultsOf: (typed: ClaimValues) => faultsOfClaim(typed, cover),
    save: (typed) => {
      const body = bodyOfClaim(typed, cover);
      return editing === null ? create.mutateAsync({ body }) : edit.mutateAsync({ body: { ...body, ...editing } });
    },
    submit: submitClaim,
    onDone: (saved, how) => {
      if (how === 'saved') toastSuccess(`${saved.number ?? 'Claim'} saved`, saved.warnings.join(' '));
      if (how === 'submitted') toastSuccess('Claim submitted', `${saved.number ?? ''} waits for approval.`);
      goOn(claimHref(saved.id));
    },
  });
  const { form } = state;
  const { values } = form;
  const { data, error } = useCover(values, editing?.id ?? null);
  // The old answer stays until the new one is there, but never that of another policy.
  const cover: CoverAtLoss | undefined =
    data !== undefined && String(data.policy.id) === values.policy?.id ? data : undefined;
  return (
    <RecordForm
      kind="claim"
      {...{ title, detail, editing, edited, state }}
      list={LISTS.claims}
      rail={<CoverRail {...{ values, cover, error }} />}
    >
      <ClaimFields {...{ form, cover }} />
    </RecordForm>
  );
}
