import type { ReactNode } from 'react';
import type { updateBankAccount } from '../../../domain/firm/bank-accounts.ts';
import type { coverType } from '../../../domain/registers/classes.ts';
import type { clause } from '../../../domain/registers/clauses.ts';
import type { PartyEndpoints } from '../../../domain/registers/parties.ts';
import type { RegisterStatus } from '../../../domain/registers/states.ts';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';

type Props = {
  /** The call of the register. */
  call: typeof coverType.update | typeof clause.update | typeof updateBankAccount | PartyEndpoints['update'];
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
export function StatusDialog({ call, row, noun, effect = '', children, onClose }: Props) {
  const off = row.status === 'ACTIVE';
  return (
    <CallDialog
      {...{ call, onClose }}
      input={{ query: { id: String(row.id), status: off ? 'INACTIVE' : 'ACTIVE' }, body: { version: row.version } }}
      title={off ? `Make ${row.name} inactive?` : `Make ${row.name} active again?`}
      effect={
        off
          ? `It can no longer be chosen for new entries. ${effect}What names it already stays as it is, and it can be made active again.`
          : 'It can be chosen for new entries again.'
      }
      action={off ? `Make ${noun} inactive` : `Make ${noun} active`}
      done={off ? `${row.name} is inactive` : `${row.name} is active again`}
      failed="Status not changed"
    >
      {off ? children : undefined}
    </CallDialog>
  );
}
