import type { Pool } from './pool.ts';

const READ_EVERY = 60_000;

type Clock = { now: () => Date; stop: () => void };

/**
 * The database's time, carried on by this process's steady clock between two readings: limits, sessions and days are the
 * same for all instances, whatever the clocks of their machines say.
 */
export async function startClock(pool: Pool): Promise<Clock> {
  const read = async () => {
    const before = performance.now();
    const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
    const steady = (before + performance.now()) / 2;
    const [row] = rows;
    if (!row) throw new Error('The database has no clock.');
    return { at: row.now.getTime(), steady };
  };
  let last = await read();
  const timer = setInterval(() => {
    // Without the database nothing that needs the time goes on; the steady clock bridges that.
    read().then(
      (reading) => (last = reading),
      () => undefined,
    );
  }, READ_EVERY);
  timer.unref();
  return { now: () => new Date(last.at + performance.now() - last.steady), stop: () => clearInterval(timer) };
}
