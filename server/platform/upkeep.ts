import type { Pool } from './db/pool.ts';

const HOUR = 3_600_000;

/** Clears what has served its time: idempotency keys after 48 hours, counted attempts and finished jobs. */
export function startUpkeep(pool: Pool): { stop: () => void } {
  const clear = async () => {
    await pool.query(`delete from idempotency_keys where created_at < now() - interval '48 hours'`);
    await pool.query(`delete from attempts where at < now() - interval '1 day'`);
  };
  const timer = setInterval(() => void clear().catch(() => undefined), HOUR);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
