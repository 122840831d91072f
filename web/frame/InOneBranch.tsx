import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOpenSession, useReadsAll } from '../api/session.ts';
import { useAddress } from '../ui/hooks/use-address.ts';
import { InBranch } from '../ui/layout/InBranch.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { oneBranchOf, type OneBranch } from './one-branch.ts';

/** The parameter of the address that keeps which branch was chosen. */
const CHOSEN = 'inbranch';

/**
 * Where all branches are read together, a page that works in one asks for it first: among those in which its user has the
 * right to it. The branch switch stays as it is.
 */
export function InOneBranch({ children }: { children: ReactNode }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const [address] = useAddress();
  const all = useReadsAll();
  const needs = oneBranchOf(pathname, address['section']);
  if (!all || needs === undefined) return children;
  return <Chosen {...{ needs }}>{children}</Chosen>;
}

function Chosen({ needs, children }: { needs: OneBranch; children: ReactNode }) {
  const [address, change] = useAddress();
  const user = useOpenSession()?.user;
  const may = (user?.branches ?? []).filter(({ id }) =>
    user?.permissionsByBranch[String(id)]?.includes(needs.permission),
  );
  const code = may.length === 1 ? may[0]?.code : may.find((branch) => branch.code === address[CHOSEN])?.code;
  // Who may nowhere is refused by the page itself.
  if (may.length === 0) return children;
  const chooser = may.length > 1 && (
    <div className="no-print mb-3 max-w-80">
      <Select
        label="Branch"
        placeholder="Choose a branch"
        options={may.map((branch) => ({ value: branch.code, label: branch.name, detail: branch.code }))}
        value={code ?? ''}
        onChange={(value) => change({ [CHOSEN]: value })}
      />
    </div>
  );
  if (code !== undefined)
    return (
      <>
        {chooser}
        <InBranch key={code} code={code}>
          {children}
        </InBranch>
      </>
    );
  return (
    <div className="grid gap-4">
      <PageTitle title={needs.title} detail="In which branch?" />
      <div className="rounded-lg border border-line bg-panel p-4">
        <p className="mb-3 max-w-prose text-mute">{needs.why}</p>
        {chooser}
      </div>
    </div>
  );
}
