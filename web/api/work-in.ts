import { useMovedTo, usePlace } from './place.ts';
import { useOpenSession, useReadsAll } from './session.ts';

/** The page works in the branch of the record that it shows, whatever the branch switch says. */
export function useWorkIn(branch: { id: number } | string | null | undefined): void {
  const user = useOpenSession()?.user;
  const all = useReadsAll();
  const own = user?.branches.find(({ id, code, name }) =>
    typeof branch === 'string' ? code === branch || name === branch : id === branch?.id,
  );
  const elsewhere = own !== undefined && (all || own.id !== user?.branch.id);
  useMovedTo(elsewhere ? own.code : null);
}

/** The name of the branch in which the page works, where that is not what the branch switch says. */
export function usePlaceName(): string | undefined {
  const place = usePlace();
  return useOpenSession()?.user.branches.find(({ code }) => code === place)?.name;
}
