import { useState } from 'react';
import type { ListState } from '../../ui/tables/use-list-state.ts';

/** A list's page and order in a panel over another list, which has the address. */
export function useLocalList(startSize: number, filters: Readonly<Record<string, string>> = {}): ListState {
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(startSize);
  const [sort, setSort] = useState<ListState['sort']>(undefined);
  const set = Object.entries(filters).filter((pair) => pair[1] !== '');
  return {
    search: '',
    page,
    size,
    sort,
    filters,
    query: {
      start: String((page - 1) * size),
      length: String(size),
      ...(sort === undefined ? {} : { sort: `${sort.id},${sort.descending ? 'desc' : 'asc'}` }),
      ...Object.fromEntries(set),
    },
    isFiltered: set.length > 0,
    setSearch: () => undefined,
    setPage,
    setSize: (next) => {
      setSize(next);
      setPage(1);
    },
    setSort: (next) => {
      setSort(next);
      setPage(1);
    },
    setFilter: () => undefined,
    clear: () => undefined,
    reset: () => undefined,
  };
}
