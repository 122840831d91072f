import * as z from 'zod/mini';
import type { Endpoint } from '../../../domain/endpoint.ts';
import type { Access } from '../../../domain/permissions.ts';
import { listKey } from '../../../domain/views/list-key.ts';
import { queryOn } from '../../../domain/views/schedule.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Printed, Route } from '../../platform/http/mount.ts';

/** A list or a report that is served with its files: its call, the right to see it, and what is in its files. */
export type Viewed = { endpoint: Endpoint; access: Exclude<Access, 'public'>; filed: Printed };
export type Lists = () => ReadonlyMap<string, Viewed>;

/** Every list and report of the firm, by the key of its call: what has a table has views. One of a record has none. */
export function viewedLists(routes: readonly Route[]): ReadonlyMap<string, Viewed> {
  return new Map(
    routes.flatMap(({ endpoint, filed }) => {
      const { access, params } = endpoint;
      if (filed?.paper === undefined || params !== undefined || access === 'public') return [];
      return [[listKey(endpoint), { endpoint, access, filed: { ...filed, paper: filed.paper } }] as const];
    }),
  );
}

/** What a view asks of its call on a day; undefined where the call does not take it. */
export function askedBy(
  { endpoint }: Viewed,
  query: string,
  { today, firm }: Pick<Ctx, 'today' | 'firm'>,
): object | undefined {
  const shape: z.ZodMiniObject<Record<string, z.ZodMiniType>> = endpoint.query ?? z.object({});
  return z.safeDecode(shape, queryOn(query, new Set(Object.keys(shape.shape)), { today, yearStart: firm.yearStart }))
    .data;
}
