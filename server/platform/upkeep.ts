import type { Pool } from './db/pool.ts';

const HOUR = 3_600_000;

/**
 * Clears what has served its time: idempotency keys after 48 hours, counted attempts and finished jobs; then does what else
 * is to be done each hour.
 */
export function startUpkeep(pool: Pool, also: () => Promise<void> = async () => {}): { stop: () => void } {
  const clear = async () => {
    await pool.query(`delete from idempotency_keys where created_at < now() - interval '48 hours'`);
    await pool.query(`delete from attempts where at < now() - interval '1 day'`);
    await also();
  };
  const timer = setInterval(() => void clear().catch(() => undefined), HOUR);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
