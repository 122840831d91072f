import type { Pool } from './db/pool.ts';

const HOUR = 3_600_000;
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

/** Clears every hour until stopped: what the platform keeps, and what features clear of their own. */
export function startUpkeep(pool: Pool, own: readonly ((pool: Pool) => Promise<void>)[] = []): { stop: () => void } {
  const clear = async () => {
    for (const task of [clearOld, ...own]) await task(pool).catch(() => undefined);
  };
  const timer = setInterval(() => void clear(), HOUR);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
