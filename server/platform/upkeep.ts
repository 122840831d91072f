import type { Pool } from './db/pool.ts';
import { faultOf } from './fault.ts';

const HOUR = 3_600_000;
// Calls that wait for the start come first.
const SOON = 60_000;
const MOST_AT_ONCE = 10_000;

/**
 * Clears what has served its time, as long as the firm keeps it: idempotency keys after 48 hours, counted and traced attempts,
 * finished jobs and mails, and personal values in old audit rows. Never the ledger, a document, or what was done.
 */
export async function clearOld(pool: Pool): Promise<void> {
  await pool.query('select forget_old_keys()');
  await pool.query(
    `delete from attempts where at < now() - coalesce((select retain_attempts_days from firm), 1) * interval '1 day'`,
  );
  await pool.query(`delete from traced_tries where begins < now() - interval '1 day'`);
  await pool.query('select clear_jobs()');
  // In pieces: a trail of years must not be one long lock.
  for (let erased = MOST_AT_ONCE; erased === MOST_AT_ONCE;) {
    const { rows } = await pool.query<{ erased: number }>('select erase_old_personal($1) as erased', [MOST_AT_ONCE]);
    erased = rows[0]?.erased ?? 0;
  }
}

type Task = (pool: Pool) => Promise<void>;
type Failed = (message: string, facts: object) => void;

/**
 * Does every hour until stopped, and once soon after the start, what is to be done by the calendar: what the platform clears, and what
 * features do of their own, each by its name. What fails is said, and keeps nothing else from being done.
 */
export function startUpkeep(pool: Pool, own: Readonly<Record<string, Task>>, failed: Failed): { stop: () => void } {
  const work = async () => {
    for (const [task, run] of Object.entries({ clearOld, ...own }))
      await run(pool).catch((error: unknown) => failed('upkeep failed', { task, ...faultOf(error) }));
  };
  const timers = [setTimeout(() => void work(), SOON), setInterval(() => void work(), HOUR)];
  for (const timer of timers) timer.unref();
  return { stop: () => timers.forEach(clearTimeout) };
}
