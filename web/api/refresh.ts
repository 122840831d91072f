import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** What is read anew by the screen itself just now. */
const quiet = new Set<string>();

/** Whether a read is the screen's own: it keeps no session alive. */
export const isQuiet = (key: QueryKey): boolean => quiet.has(hashKey(key));

/**
 * Reads anew what is on the screen, which stays as it is until the answers are there. A read that is under way ends first, however often
 * something changes; what it answers may be of before the change, so it is read once more.
 */
export async function refreshQuietly(client: QueryClient): Promise<void> {
  const shown = client.getQueryCache().findAll({ type: 'active' });
  const underWay = shown.filter(({ state }) => state.fetchStatus === 'fetching');
  const own = { cancelRefetch: false };
  for (const { queryHash } of shown) quiet.add(queryHash);
  try {
    await Promise.all([
      client.invalidateQueries({ type: 'active' }, own),
      ...underWay.map(async ({ queryKey }) => {
        const one = { queryKey, exact: true, type: 'active' } as const;
        await client.refetchQueries(one, own);
        await client.refetchQueries(one, own);
      }),
    ]);
  } finally {
    for (const { queryHash } of shown) quiet.delete(queryHash);
  }
}
