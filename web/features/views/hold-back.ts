import { takesBranch } from '../../../domain/call-branches.ts';
import type { Endpoint } from '../../../domain/endpoint.ts';
import { held } from '../../api/held.ts';

type Hold = { path: string; until: Promise<void> };
const holds = new Set<Hold>();

/** Waits until a read is held back no more. */
held.until = async (endpoint: Endpoint) => {
  for (const { path, until } of holds) if (path === endpoint.path || takesBranch(endpoint)) await until;
};

/**
 * The list of a page is not asked for before the page knows what it shows; what is taken here lets it go. Nor is what stands beside a list, such as what it comes
 * to: it is narrowed by the same address.
 */
export function holdBack(path: string): () => void {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  const hold = { path, until };
  holds.add(hold);
  return () => {
    holds.delete(hold);
    resolve();
  };
}
