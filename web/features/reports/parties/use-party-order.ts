import type { Sort } from '../../../ui/tables/table-types.ts';
import { useAddress } from '../../../ui/hooks/use-address.ts';

type Named = { party: { name: string } };
/** What a row comes to in a column, in minor units of one currency; null where it does not order the rows. */
type UnitsOf<R> = (row: R, column: string) => bigint | null;

function ordered<R extends Named>(rows: readonly R[], { id, descending }: Sort, unitsOf: UnitsOf<R>): R[] {
  const compared = (a: R, b: R): number => {
    const byName = a.party.name.localeCompare(b.party.name);
    const [one, other] = [unitsOf(a, id), unitsOf(b, id)];
    if (one === null || other === null || one === other) return byName;
    return one > other ? 1 : -1;
  };
  return rows.toSorted((a, b) => (descending ? compared(b, a) : compared(a, b)));
}

/** The rows of a report of parties in the order of the address, the largest total first unless it says otherwise. */
export function usePartyOrder<R extends Named>(rows: readonly R[], unitsOf: UnitsOf<R>) {
  const [address, change] = useAddress();
  const [id = '', direction] = (address['sort'] ?? 'total,desc').split(',');
  const sort: Sort = { id, descending: direction === 'desc' };
  const onSort = (next: Sort | undefined) => change({ sort: next && `${next.id},${next.descending ? 'desc' : 'asc'}` });
  return { rows: ordered(rows, sort, unitsOf), sort, onSort };
}
