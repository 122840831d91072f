import { useQueryClient } from '@tanstack/react-query';
import { createContext, Fragment, use, useState, type ReactNode } from 'react';
import type { ApiProblem } from '../../api/client.ts';
import { Button } from '../buttons/Button.tsx';
import { useFirst } from '../hooks/use-first.ts';

const Again = createContext<(() => void) | null>(null);

type Versioned = { version: number };
type Props<T> = {
  /** The record as it was read last. */
  of: T;
  /** It is what is there now, and not an answer from before. */
  fresh?: boolean;
  /** The dialog that changes it. */
  children: (opened: T) => ReactNode;
};

/**
 * What a dialog changes, as it was when it was opened: what somebody else saves meanwhile neither takes away what is typed nor is saved over
 * unseen. It begins anew with what is there by then once its user has it loaded again.
 */
export function AsOpened<T extends Versioned>({ of, fresh = true, children }: Props<T>) {
  const client = useQueryClient();
  const first = useFirst(of, fresh);
  const [later, setLater] = useState<T>();
  const [again, setAgain] = useState(false);
  const opened = later ?? first;
  if (again && opened !== undefined && of.version !== opened.version) {
    setLater(of);
    setAgain(false);
  }
  if (opened === undefined) return null;
  const load = () => {
    setAgain(true);
    void client.invalidateQueries();
  };
  return (
    <Again value={load}>
      <Fragment key={opened.version}>{children(opened)}</Fragment>
    </Again>
  );
}

/** The way on when somebody else changed what a dialog of `AsOpened` changes. */
export function StaleAction({ problem }: { problem: ApiProblem | null }) {
  const load = use(Again);
  if (load === null || problem?.code !== 'STALE') return null;
  return (
    <Button size="sm" onClick={load}>
      Load it again
    </Button>
  );
}
