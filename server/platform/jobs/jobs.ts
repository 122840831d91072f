import type { Database, Pool } from '../db/pool.ts';

type Log = (message: string, facts?: Record<string, unknown>) => void;

/** A job in hand: whether it will not be tried again after this. */
export type Job = { last: boolean };

/** What a kind of job does; it may run twice, so it must not mind. */
export type JobHandlers = Readonly<Record<string, (payload: Record<string, unknown>, job: Job) => Promise<void>>>;

const MOST_ATTEMPTS = 6;
const POLL_MS = 1_000;

/** Puts work into the queue in the caller's transaction: it is done after the commit, or not at all. */
export async function enqueue(
  db: Database,
  job: { kind: string; payload: Record<string, unknown>; userId?: number },
): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ kind: job.kind, payload: JSON.stringify(job.payload), user_id: job.userId ?? null })
    .execute();
}

type JobRow = { id: bigint; kind: string; payload: Record<string, unknown>; attempts: number };

// A worker that dies leaves its job RUNNING; after ten minutes another takes it up.
const TAKE = `
  update jobs set state = 'RUNNING', attempts = attempts + 1, run_after = now() + interval '10 minutes'
  where id = (
    select id from jobs where (state = 'WAITING' or state = 'RUNNING') and run_after <= now()
    order by run_after, id limit 1 for update skip locked)
  returning id, kind, payload, attempts`;

async function settle(pool: Pool, job: JobRow, error: Error | null): Promise<void> {
  if (!error) {
    // What was done is forgotten: a mail's text may hold a link that opens an account.
    await pool.query(
      `update jobs set state = 'DONE', finished_at = now(), progress = 100, last_error = null, payload = '{}' where id = $1`,
      [job.id],
    );
    return;
  }
  const state = job.attempts >= MOST_ATTEMPTS ? 'FAILED' : 'WAITING';
  await pool.query(
    `update jobs set state = $2, last_error = $3, run_after = now() + $4 * interval '1 second' where id = $1`,
    [job.id, state, error.message.slice(0, 500), 2 ** job.attempts],
  );
}

/** Does one waiting job; says whether there was one. */
export async function runOneJob(pool: Pool, handlers: JobHandlers, log: Log): Promise<boolean> {
  const { rows } = await pool.query<JobRow>(TAKE);
  const job = rows[0];
  if (!job) return false;
  const handler = handlers[job.kind];
  try {
    if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}`);
    await handler(job.payload, { last: job.attempts >= MOST_ATTEMPTS });
    await settle(pool, job, null);
  } catch (error) {
    log('job failed', { job: job.id.toString(), kind: job.kind, attempt: job.attempts });
    await settle(pool, job, error instanceof Error ? error : new Error('unknown'));
  }
  return true;
}

/** Works through the queue until stopped; `stop` waits for the job in hand. */
export function startJobs(pool: Pool, handlers: JobHandlers, log: Log): { stop: () => Promise<void> } {
  let stopped = false;
  let wake: (() => void) | null = null;
  const loop = async () => {
    while (!stopped) {
      const worked = await runOneJob(pool, handlers, log).catch(() => false);
      if (worked || stopped) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, POLL_MS).unref();
      });
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopped = true;
      wake?.();
      await running;
    },
  };
}
