import { useSyncExternalStore } from 'react';

/**
 * Going to another screen from one that may be without the router: the screens before the sign-in are shown without
 * it, so that they are small. `main.tsx`, then `routes.tsx`, which show the screens, set how one gets there.
 */

type Way = { replace?: boolean };
type Lead = (href: string, way: Way) => unknown;

let lead: Lead = (href) => location.assign(href);
const followers = new Set<() => void>();

/** The one who leads from now on. */
export function leadBy(next: Lead): void {
  lead = next;
}

/** Goes to an address of ours, and is done when its screen is shown. */
export async function go(href: string, way: Way = {}): Promise<void> {
  await lead(href, way);
  for (const follow of followers) follow();
}

function follow(changed: () => void): () => void {
  followers.add(changed);
  for (const event of ['hashchange', 'popstate']) globalThis.addEventListener(event, changed);
  return () => {
    followers.delete(changed);
    for (const event of ['hashchange', 'popstate']) globalThis.removeEventListener(event, changed);
  };
}

/** The fragment of the address, with its #. */
export function useHash(): string {
  return useSyncExternalStore(follow, () => location.hash);
}
