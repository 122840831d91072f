import type { Sort } from '../../../ui/tables/table-types.ts';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { unitsOf } from '../../ledger/wire-amounts.ts';

type Named = { party: { name: string }; currency: string };
/** What an amount of a row is by the name of its column; null: the column is no amount. */
type FigureOf<R> = (row: R, column: string) => string | null;

function ordered<R extends Named>(rows: readonly R[], { id, descending }: Sort, figureOf: FigureOf<R>): R[] {
  const compared = (a: R, b: R): number => {
    const byName = a.party.name.localeCompare(b.party.name);
    const [one, other] = [figureOf(a, id), figureOf(b, id)];
    if (one === null || other === null) return byName;
    const difference = unitsOf(one, a.currency) - unitsOf(other, b.currency);
    return difference === 0n ? byName : difference > 0n ? 1 : -1;
  };
  return rows.toSorted((a, b) => (descending ? compared(b, a) : compared(a, b)));
}

/** The rows of a report of parties in the order of the address, the largest total first unless it says otherwise. */
export function usePartyOrder<R extends Named>(rows: readonly R[], figureOf: FigureOf<R>) {
  const [address, change] = useAddress();
  const [id = '', direction] = (address['sort'] ?? 'total,desc').split(',');
  const sort: Sort = { id, descending: direction === 'desc' };
  const onSort = (next: Sort | undefined) => change({ sort: next && `${next.id},${next.descending ? 'desc' : 'asc'}` });
  return { rows: ordered(rows, sort, figureOf), sort, onSort };
}
