import { LARGEST_FIRST, orderOf } from '../../../../domain/reports/party-order.ts';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import type { Sort } from '../../../ui/tables/table-types.ts';

/** In which order the parties of a report are asked for, as the address has it: the largest first, or the report's own first order, unless it says another. */
export function usePartySort(figures: readonly string[], first = LARGEST_FIRST): string {
  const [{ sort = '' }] = useAddress();
  return orderOf(sort, figures) === undefined ? first : sort;
}

type Head = {
  /** The column with the names of parties. */
  named?: string;
  first?: string;
};

/** That order for the head of a table, and how another is chosen. */
export function usePartyOrder(figures: readonly string[], { named = 'party', first }: Head = {}) {
  const [, change] = useAddress();
  const order = orderOf(usePartySort(figures, first), figures);
  const sort: Sort | undefined = order && {
    id: order.by === 'party' ? named : order.by,
    descending: order.descending,
  };
  const onSort = (next: Sort | undefined) =>
    change({ sort: next && `${next.id === named ? 'party' : next.id},${next.descending ? 'desc' : 'asc'}` });
  return { sort, onSort };
}
