import { expect } from 'vitest';
import type { TestApp } from './testApp.ts';

/** Until a call waits for a lock of any sort that another transaction of this database holds, or so many do. */
export async function someoneWaits({ ownerPool }: Pick<TestApp, 'ownerPool'>, many = 1): Promise<void> {
  // A wait for a row is one for its transaction, which belongs to no database: whose it is, the session says.
  const waiting = `select 1 from pg_locks join pg_stat_activity using (pid)
     where not granted and datname = current_database()`;
  await expect.poll(async () => (await ownerPool.query(waiting)).rows.length).toBeGreaterThanOrEqual(many);
}
