import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** What is read anew by the screen itself just now. */
const quiet = new Set<string>();

/** Whether a read is the screen's own: it keeps no session alive. */
export const isQuiet = (key: QueryKey): boolean => quiet.has(hashKey(key));

/** Reads anew what is on the screen, which stays as it is until the answers are there. */
export async function refreshQuietly(client: QueryClient): Promise<void> {
  const shown = client.getQueryCache().findAll({ type: 'active' });
  for (const { queryHash } of shown) quiet.add(queryHash);
  try {
    await client.invalidateQueries({ type: 'active' }, { cancelRefetch: false });
  } finally {
    for (const { queryHash } of shown) quiet.delete(queryHash);
  }
}
