import type { disablePolicy } from '../../../../domain/placements/decisions.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { CallDialog } from '../../../ui/dialogs/CallDialog.tsx';
import { ReasonDialog } from '../../../ui/dialogs/ReasonDialog.tsx';
import type { PolicyHandle } from './use-policy-acts.tsx';

type Props = {
  policy: PolicyHandle;
  call: typeof disablePolicy;
  /** "Slip". */
  kind: string;
  onClose: () => void;
};

/** Disabling is final; of an approved policy it takes back what was booked, and wants a reason. §4. */
export function DisableDialog({ policy, call, kind, onClose }: Props) {
  const disable = useWrite(call);
  const input = { params: { id: String(policy.id) }, query: {}, body: { version: policy.version } };
  const title = `Disable ${policy.broker_reference}`;
  const done = `${kind} disabled`;
  return policy.status === 'APPROVED' ? (
    <ReasonDialog
      danger
      description="Its notes become void and its journal entry is reversed today. This cannot be undone. Once money has moved, cancel it by endorsement instead."
      action="Disable policy"
      cancel="Keep as it is"
      send={(reason) => disable.mutateAsync({ ...input, body: { ...input.body, reason } })}
      done={({ number }) => [done, number ?? '']}
      {...{ title, onClose }}
    />
  ) : (
    <CallDialog
      danger
      effect="It stays in the list as disabled and can no longer be edited or submitted. This cannot be undone."
      action="Disable policy"
      done={[done, policy.broker_reference]}
      failed={`${kind} not disabled`}
      {...{ title, call, input, onClose }}
    />
  );
}
