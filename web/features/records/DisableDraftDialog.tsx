import type { DecisionCalls } from '../../../domain/decision-calls.ts';
import { KINDS, titleOf, type KindName } from '../../../domain/records/kinds.ts';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import { stepInput } from './use-steps.ts';

type Props = {
  record: { kind: KindName; id: number; version: number; name: string };
  call: DecisionCalls['disable'];
  onClose: () => void;
};

/** Asks before a draft or a rejected record is disabled, which is final. §4. */
export function DisableDraftDialog({ record, call, onClose }: Props) {
  const { kind, name } = record;
  const title = titleOf(KINDS[kind]);
  return (
    <CallDialog
      danger
      title={`Disable ${name}?`}
      effect="It stays in the list as disabled and can no longer be edited or submitted. This cannot be undone."
      action={`Disable ${KINDS[kind].noun}`}
      input={stepInput(record)}
      done={[`${title} disabled`, name]}
      failed={`${title} not disabled`}
      {...{ call, onClose }}
    />
  );
}
