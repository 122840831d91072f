import { useState, type ReactNode } from 'react';
import type { Permission } from '../../../domain/permissions.ts';
import { useOpenSession, useReadsAll } from '../../api/session.ts';
import { Select } from '../fields/Select.tsx';
import { InBranch } from '../layout/InBranch.tsx';
import { FormDialog } from './FormDialog.tsx';

type Props = {
  /** By which right its branches may be chosen. */
  permission: Permission;
  title: string;
  onClose: () => void;
  /** The dialog that works in the branch. */
  children: ReactNode;
};

/** A dialog that works in one branch asks for it first where all branches are read together. */
export function InChosenBranch({ permission, title, onClose, children }: Props) {
  const all = useReadsAll();
  const user = useOpenSession()?.user;
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const may = (user?.branches ?? []).filter(({ id }) => user?.permissionsByBranch[String(id)]?.includes(permission));
  const code = chosen ?? (may.length === 1 ? (may[0]?.code ?? null) : null);
  if (!all) return children;
  if (code !== null) return <InBranch {...{ code }}>{children}</InBranch>;
  return (
    <FormDialog
      {...{ title, onClose }}
      description="It belongs to one branch."
      action="Continue"
      {...(typed === '' && { disabledReason: 'Choose a branch first.' })}
      onSubmit={() => setChosen(typed)}
    >
      <Select
        label="Branch"
        placeholder="Choose a branch"
        options={may.map((branch) => ({ value: branch.code, label: branch.name, detail: branch.code }))}
        value={typed}
        onChange={setTyped}
      />
    </FormDialog>
  );
}
