import { disableClaim } from '../../../../domain/claims/contract.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { CallDialog } from '../../../ui/dialogs/CallDialog.tsx';
import { ReasonDialog } from '../../../ui/dialogs/ReasonDialog.tsx';
import type { ClaimRecord } from '../form/claim-form.ts';

type Props = { claim: ClaimRecord; onClose: () => void };

/** Disabling is final, and only while nothing was called; an approved claim wants a reason. §4. */
export function DisableClaimDialog({ claim, onClose }: Props) {
  const disable = useWrite(disableClaim);
  const { number, version } = claim;
  const input = { params: { id: String(claim.id) }, query: {}, body: { version } };
  const title = `Disable ${number}`;
  return claim.status === 'APPROVED' ? (
    <ReasonDialog
      danger
      description="It no longer counts in any report. Once something was called, close it by a movement instead."
      action="Disable claim"
      cancel="Keep as it is"
      send={(reason) => disable.mutateAsync({ ...input, body: { version, reason } })}
      done={() => ['Claim disabled', number]}
      {...{ title, onClose }}
    />
  ) : (
    <CallDialog
      danger
      call={disableClaim}
      effect="It stays in the list as disabled and can no longer be edited or submitted. This cannot be undone."
      action="Disable claim"
      done={['Claim disabled', number]}
      failed="Claim not disabled"
      {...{ title, input, onClose }}
    />
  );
}
