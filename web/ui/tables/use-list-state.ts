import { COUNTED, lastPage } from '../../../domain/tables/counted.ts';
import type { Sort } from './table-types.ts';
import { useAddress } from '../hooks/use-address.ts';
import { wholeNumber } from '../fields/whole-number.ts';

export type ListState = {
  search: string;
  page: number;
  size: number;
  sort: Sort | undefined;
  /** Values of the filters, '' for none. */
  filters: Readonly<Record<string, string>>;
  /** What a paged list takes: start, length, searchValue, sort and the filters. */
  query: Record<string, string>;
  isFiltered: boolean;
  setSearch: (text: string) => void;
  setPage: (page: number) => void;
  setSize: (size: number) => void;
  setSort: (sort: Sort | undefined) => void;
  setFilter: (key: string, value: string) => void;
  clear: () => void;
  /** Takes off all that the address asks for, the order and the page as well. */
  reset: () => void;
};

type Options = {
  filters?: readonly string[];
  /** What else it is asked by, which leaves out no row: it is neither a filter that is set nor cleared with them. */
  ways?: readonly string[];
  size?: number;
};

export const PAGE_SIZES = [25, 50, 100, 200] as const;

/** A list's search, filters, order and page, kept in the address: Back and a shared link give the same view. */
export function useListState({ filters: names = [], ways = [], size: defaultSize = 25 }: Options = {}): ListState {
  const [address, change] = useAddress();
  const search = address['q'] ?? '';
  const page = Math.max(1, wholeNumber(address['page'], 1));
  const size = Math.min(500, Math.max(1, wholeNumber(address['size'], defaultSize)));
  const [sortId, direction] = (address['sort'] ?? '').split(',');
  const sort = sortId === undefined || sortId === '' ? undefined : { id: sortId, descending: direction === 'desc' };
  const filters = Object.fromEntries([...names, ...ways].map((name) => [name, address[name] ?? '']));
  const none = { q: undefined, page: undefined, ...Object.fromEntries(names.map((name) => [name, undefined])) };
  const set = Object.entries(filters).filter((pair) => pair[1] !== '');
  return {
    search,
    page,
    size,
    sort,
    filters,
    query: {
      // Further back nothing is asked for: what answers says how many pages there are.
      start: String((Math.min(page, lastPage(COUNTED, size)) - 1) * size),
      length: String(size),
      ...(search === '' ? {} : { searchValue: search.slice(0, 100) }),
      ...(sort === undefined ? {} : { sort: `${sort.id},${sort.descending ? 'desc' : 'asc'}` }),
      ...Object.fromEntries(set),
    },
    isFiltered: search !== '' || set.some(([name]) => !ways.includes(name)),
    setSearch: (text) => change({ q: text, page: undefined }),
    setPage: (next) => change({ page: next === 1 ? undefined : String(next) }, 'push'),
    setSize: (next) => change({ size: next === defaultSize ? undefined : String(next), page: undefined }),
    setSort: (next) => change({ sort: next && `${next.id},${next.descending ? 'desc' : 'asc'}`, page: undefined }),
    setFilter: (key, value) => change({ [key]: value, page: undefined }, 'push'),
    clear: () => change(none, 'push'),
    reset: () => change({ ...none, sort: undefined }, 'push'),
  };
}
