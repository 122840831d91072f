import { useEffect, type ReactNode } from 'react';
import type { Permission } from '../../../domain/permissions.ts';
import { placeLeft } from '../../api/place.ts';
import { useOpenSession, useReadsAll } from '../../api/session.ts';
import { Select } from '../fields/Select.tsx';
import { useAddress } from '../hooks/use-address.ts';
import { InBranch } from './InBranch.tsx';
import { PageTitle } from './PageTitle.tsx';

/** What is done in one branch alone: what it is called, why it asks for the branch, and by which right. */
export type DoneInOne = { title: string; why: string; permission: Permission };

/** The parameter of the address that keeps which branch was chosen. */
const CHOSEN = 'inbranch';

type Props = {
  of: DoneInOne;
  /** What stands under the title before a branch is chosen: the tabs of its pages. */
  above?: ReactNode;
  children: ReactNode;
};

/**
 * Where all branches are read together, what is done in one asks for it first: among those in which its user has the right
 * to it. The branch switch stays as it is.
 */
export function OneBranch(props: Props) {
  return useReadsAll() ? <Chosen {...props} /> : props.children;
}

function Chosen({ of: { title, why, permission }, above, children }: Props) {
  const [address, change] = useAddress();
  const user = useOpenSession()?.user;
  const may = (user?.branches ?? []).filter(({ id }) => user?.permissionsByBranch[String(id)]?.includes(permission));
  const code = may.length === 1 ? may[0]?.code : may.find((branch) => branch.code === address[CHOSEN])?.code;
  // What a record's page fills in is done in that record's branch, unless another is chosen. That page is left by then.
  const filledIn = code === undefined && Object.keys(address).length > 0;
  const codes = may.map((branch) => branch.code).join(',');
  useEffect(() => {
    const left = placeLeft();
    if (filledIn && left !== null && codes.split(',').includes(left)) change({ [CHOSEN]: left });
  }, [filledIn, codes, change]);
  // Who may nowhere is refused by the page itself.
  if (may.length === 0) return children;
  const chooser = (hideLabel: boolean) => (
    <Select
      label="Branch"
      {...{ hideLabel }}
      className="w-64 max-w-full"
      placeholder="Choose a branch"
      options={may.map((branch) => ({ value: branch.code, label: branch.name, detail: branch.code }))}
      value={code ?? ''}
      onChange={(value) => change({ [CHOSEN]: value })}
    />
  );
  if (code !== undefined)
    return (
      <>
        {may.length > 1 && (
          <div className="no-print mb-3 flex items-center gap-2">
            <span aria-hidden="true" className="text-xs font-medium text-mute">
              Branch
            </span>
            {chooser(true)}
          </div>
        )}
        <InBranch key={code} code={code}>
          {children}
        </InBranch>
      </>
    );
  return (
    <div className="grid gap-4">
      <PageTitle {...{ title }} detail="In which branch?" />
      {above}
      <div className="grid max-w-2xl gap-3 rounded-lg border border-line bg-panel p-4">
        <p className="text-mute">{why}</p>
        {chooser(false)}
      </div>
    </div>
  );
}
