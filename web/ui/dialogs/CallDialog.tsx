import type { Endpoint } from '../../../domain/endpoint.ts';
import type { CallInput } from '../../api/client.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { toastDone, type Done } from '../notices/toast.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx';

type Props<E extends Endpoint> = Omit<ConfirmDialogProps, 'open' | 'busy' | 'onConfirm'> & {
  call: E;
  input: CallInput<E>;
  /** What is announced once it is done. */
  done: Done;
  /** What did not happen, when it is refused. */
  failed: string;
  /** What it does is still being worked out. */
  busy?: boolean;
};

/** Asks before one call, open while it is rendered; it closes with the answer, whichever it is. */
export function CallDialog<E extends Endpoint>({ call, input, done, failed, busy = false, ...dialog }: Props<E>) {
  const write = useWrite(call, {
    onSuccess: () => {
      toastDone(done);
      dialog.onClose();
    },
    onProblem: (problem) => {
      toastProblem(failed, problem);
      dialog.onClose();
    },
  });
  return <ConfirmDialog open busy={busy || write.isPending} onConfirm={() => write.mutate(input)} {...dialog} />;
}
