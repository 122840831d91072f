import { useSession, useTogether } from '../../api/session.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';

/** The branch that a report of all branches is narrowed to, as the address has it; that of one branch is of no other. */
export function useShownBranch(): string | undefined {
  const [address] = useAddress();
  const together = useTogether();
  const branches = useSession()?.user.branches ?? [];
  return together ? branches.find(({ code }) => code === address['branch'])?.code : undefined;
}

/** Narrows a report of all branches to one of them. */
export function BranchField() {
  const [, change] = useAddress();
  const together = useTogether();
  const shown = useShownBranch();
  const branches = useSession()?.user.branches ?? [];
  if (!together) return null;
  return (
    <Select
      label="Branch"
      name="report-branch"
      className="w-40"
      clearable
      placeholder="All branches"
      options={branches.map(({ code, name }) => ({ value: code, label: name, detail: code }))}
      value={shown ?? ''}
      onChange={(code) => change({ branch: code }, 'push')}
    />
  );
}
