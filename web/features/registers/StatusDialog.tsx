import type { ReactNode } from 'react';
import type { Endpoint } from '../../../domain/endpoint.ts';
import type { RegisterStatus } from '../../../domain/registers/states.ts';
import type { CallInput } from '../../api/client.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toastSuccess } from '../../ui/toast.ts';

type Props<E extends Endpoint> = {
  endpoint: E;
  row: { id: number; name: string; status: RegisterStatus; version: number };
  /** "reinsured". */
  noun: string;
  /** What making it inactive does, beyond taking it out of the pickers. */
  effect?: string;
  /** What it affects, in full. */
  children?: ReactNode;
  onClose: () => void;
};

/** Active or inactive: says what it does before it is done. §4 registers. */
export function StatusDialog<E extends Endpoint>({ endpoint, row, noun, effect = '', children, onClose }: Props<E>) {
  const off = row.status === 'ACTIVE';
  const update = useWrite(endpoint, {
    onSuccess: () => {
      toastSuccess(off ? `${row.name} is inactive` : `${row.name} is active again`);
      onClose();
    },
    onProblem: (problem) => {
      toastProblem('Status not changed', problem);
      onClose();
    },
  });
  const input = {
    query: { id: String(row.id), status: off ? 'INACTIVE' : 'ACTIVE' },
    body: { version: row.version },
  } as unknown as CallInput<E>;
  return (
    <ConfirmDialog
      open
      {...{ onClose }}
      title={off ? `Make ${row.name} inactive?` : `Make ${row.name} active again?`}
      effect={
        off
          ? `It can no longer be chosen for new entries. ${effect}What names it already stays as it is, and it can be made active again.`
          : 'It can be chosen for new entries again.'
      }
      action={off ? `Make ${noun} inactive` : `Make ${noun} active`}
      busy={update.isPending}
      onConfirm={() => update.mutate(input)}
    >
      {off ? children : undefined}
    </ConfirmDialog>
  );
}
