import type { Endpoint } from '../../domain/endpoint.ts';
import type { ExportFormat } from '../ui/tables/ListPage.tsx';
import { useListState } from '../ui/tables/use-list-state.ts';
import type { CallInput } from './client.ts';
import { exportFile } from './export-file.ts';
import { usePlace } from './place.ts';
import { useEndpoint } from './use-endpoint.ts';
import { withBranches } from './within.ts';

type ListQuery = Readonly<Record<string, string | undefined>>;

/** Reads a list by the filters, the order and the page in the address: texts, which the call reads or refuses. */
export function useList<E extends Endpoint>(endpoint: E, query: ListQuery, options: { enabled?: boolean } = {}) {
  return useEndpoint(endpoint, { query } as CallInput<E>, options);
}

type PageOptions = Pick<NonNullable<Parameters<typeof useListState>[0]>, 'filters' | 'ways'> & {
  name: string;
  enabled?: boolean;
};

/** What a `ListPage` takes of its call: its path, the state in the address, the rows that it leads to, and all of them as a file. */
export function useListPage<E extends Endpoint>(
  endpoint: E,
  { name, filters = [], ways = [], enabled = true }: PageOptions,
) {
  const list = useListState({ filters, ways });
  const query = useList(endpoint, list.query, { enabled });
  // Pages of its records lead along the list as it was asked for: of all branches, where it was.
  const { query: request } = withBranches(endpoint, { query: list.query }, usePlace());
  const onExport = (format: ExportFormat) => exportFile(endpoint, { query: list.query, name }, format);
  return { name, call: endpoint.path, request, list, query, onExport };
}
