import type { Endpoint } from '../../domain/endpoint.ts';
import type { CallInput } from './client.ts';
import { useEndpoint } from './use-endpoint.ts';

type ListQuery = Readonly<Record<string, string | undefined>>;

/** Reads a list by the filters, the order and the page in the address: texts, which the call reads or refuses. */
export function useList<E extends Endpoint>(endpoint: E, query: ListQuery, options: { enabled?: boolean } = {}) {
  return useEndpoint(endpoint, { query } as CallInput<E>, options);
}
