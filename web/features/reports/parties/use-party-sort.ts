import { LARGEST_FIRST, orderOf } from '../../../../domain/reports/party-order.ts';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import type { Sort } from '../../../ui/tables/table-types.ts';

/** In which order the parties of a report are asked for, as the address has it: the largest first unless it says another. */
export function usePartySort(figures: readonly string[]): string {
  const [{ sort = '' }] = useAddress();
  return orderOf(sort, figures) === undefined ? LARGEST_FIRST : sort;
}

/** That order for the head of a table, and how another is chosen. */
export function usePartyOrder(figures: readonly string[]) {
  const [, change] = useAddress();
  const order = orderOf(usePartySort(figures), figures);
  const sort: Sort | undefined = order && { id: order.by, descending: order.descending };
  const onSort = (next: Sort | undefined) => change({ sort: next && `${next.id},${next.descending ? 'desc' : 'asc'}` });
  return { sort, onSort };
}
