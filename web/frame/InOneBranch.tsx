import { useRouterState } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { forgetLeft } from '../api/place.ts';
import { OneBranch } from '../ui/layout/OneBranch.tsx';
import { oneBranchOf } from './one-branch.ts';

/** The page of an address that works in one branch asks for it first. */
export function InOneBranch({ children }: { children: ReactNode }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const of = oneBranchOf(pathname);
  // What is filled in comes from the page before alone.
  useEffect(() => {
    if (oneBranchOf(pathname) === undefined) forgetLeft();
  }, [pathname]);
  return of === undefined ? children : <OneBranch {...{ of }}>{children}</OneBranch>;
}
