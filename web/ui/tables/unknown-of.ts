import type { Filter } from './FilterChips.tsx';
import type { ListState } from './use-list-state.ts';
import type { Column } from './table-types.ts';

type Asked = Pick<ListState, 'filters' | 'sort'>;
type Offered = Pick<Column<never>, 'id' | 'sortable'>;

/** What a list is asked for that it does not have, in words: a choice of a filter, or an order. */
export function unknownOf(
  { filters: set, sort }: Asked,
  filters: readonly Filter[],
  columns: readonly Offered[],
): string | undefined {
  for (const filter of filters) {
    // Choices that are not loaded yet are not unknown.
    if ((filter.kind !== 'option' && filter.kind !== 'options') || filter.options.length === 0) continue;
    const chosen = (set[filter.key] ?? '').split(',').filter((one) => one !== '');
    const unknown = chosen.find((one) => filter.options.every(({ value }) => value !== one));
    if (unknown !== undefined) return `${filter.label} cannot be “${unknown}”.`;
  }
  if (sort !== undefined && columns.every(({ id, sortable }) => id !== sort.id || sortable !== true))
    return `This list cannot be ordered by “${sort.id}”.`;
  return undefined;
}
