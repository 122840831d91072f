import { ReasonDialog } from '../../../ui/dialogs/ReasonDialog.tsx';

type Props = {
  /** Which policies: their references. */
  numbers: readonly string[];
  onClose: () => void;
  onLeave: (reason: string) => Promise<unknown>;
};

/** Says why policies are not renewed; it can be taken back while nothing renews them. */
export function LeaveDialog({ numbers, onClose, onLeave }: Props) {
  const what = numbers.length === 1 ? (numbers[0] ?? '') : `${numbers.length} policies`;
  return (
    <ReasonDialog
      title={`Mark ${what} not renewed`}
      description="They no longer count as open in the renewal list and get no notices. It can be taken back, or a policy renewed anyway. One that is renewed already stays as it is."
      action="Mark not renewed"
      cancel="Keep as it is"
      send={onLeave}
      {...{ onClose }}
    />
  );
}
