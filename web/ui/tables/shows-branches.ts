import { createContext, use } from 'react';

/** Whether all branches are read together, so that rows say of which they are. */
export const ShowsBranches = createContext(false);
export const useShowsBranches = (): boolean => use(ShowsBranches);

type Offered = { id: string; hidden?: boolean | undefined; wide?: boolean | undefined };

/** Whether a column is shown for what it says of the branch: where there is room, if it is one that comes with room. */
export const saysBranch = ({ id, hidden, wide }: Offered): boolean =>
  id === 'branch' && !(wide === true && hidden === true);

/** The columns that are shown: those that are not hidden, and that of the branch wherever all are read together. */
export function useVisibleColumns<C extends Offered>(columns: readonly C[], hidden?: ReadonlySet<string>): C[] {
  const shows = useShowsBranches();
  return columns.filter(
    (column) => (shows && saysBranch(column)) || !(hidden?.has(column.id) ?? column.hidden === true),
  );
}
