import type { Pool } from '../platform/db/pool.ts';

/**
 * Vacuums tables, all unless named, as the database of a firm that has been running for a while is: their pages are known to be visible to all, so that what an
 * index alone can answer is not fetched. A page that another process is writing is waited for (`freeze`).
 */
export async function vacuum(owner: Pick<Pool, 'query'>, ...tables: readonly string[]): Promise<void> {
  await owner.query(`vacuum (freeze, analyze) ${tables.join()}`);
}
