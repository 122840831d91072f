import * as z from 'zod/mini';
import { takesBranches } from './call-branches.ts';
import type { Endpoint } from './endpoint.ts';

const branchesParam = z.optional(z.string().check(z.maxLength(400, 'Not branches.')));

/** The query of a call with what follows from the rest of it: `branches`, of ours, beside the specification's `branch`. */
export function queryOf(endpoint: Endpoint): z.ZodMiniObject | undefined {
  const { query } = endpoint;
  return query && takesBranches(endpoint) ? z.extend(query, { branches: branchesParam }) : query;
}
