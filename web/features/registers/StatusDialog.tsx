import type { ReactNode } from 'react';
import type { RegisterStatus } from '../../../domain/registers/states.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';

type Change = { query: { id: string; status: RegisterStatus }; body: { version: number } };
type Props = {
  /** The call of the register. */
  update: { mutateAsync: (change: Change) => Promise<unknown>; isPending: boolean };
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
export function StatusDialog({ update, row, noun, effect = '', children, onClose }: Props) {
  const off = row.status === 'ACTIVE';
  const change = async () => {
    try {
      await update.mutateAsync({
        query: { id: String(row.id), status: off ? 'INACTIVE' : 'ACTIVE' },
        body: { version: row.version },
      });
      toastSuccess(off ? `${row.name} is inactive` : `${row.name} is active again`);
    } catch (error) {
      toastProblem('Status not changed', error);
    }
    onClose();
  };
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
      onConfirm={() => void change()}
    >
      {off ? children : undefined}
    </ConfirmDialog>
  );
}
