import { createContext, use } from 'react';

/** Whether all branches are read together, so that rows say of which they are. */
export const ShowsBranches = createContext(false);
export const useShowsBranches = (): boolean => use(ShowsBranches);

type Offered = { id: string; hidden?: boolean | undefined };

/** The columns that are shown: those that are not hidden, and that of the branch wherever all are read together. */
export function useVisibleColumns<C extends Offered>(columns: readonly C[], hidden?: ReadonlySet<string>): C[] {
  const shows = useShowsBranches();
  return columns.filter(
    (column) => (shows && column.id === 'branch') || !(hidden?.has(column.id) ?? column.hidden === true),
  );
}
