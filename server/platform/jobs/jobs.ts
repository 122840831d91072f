import type { Database, Pool } from '../db/pool.ts';

type Log = (message: string, facts?: Record<string, unknown>) => void;

/** A job in hand, as its handler sees it. */
export type Job = {
  id: bigint;
  /** It will not be tried again after this. */
  last: boolean;
  /** Reports progress in percent; visible immediately, outside the transaction of the handler. */
  report: (percent: number) => Promise<void>;
  /** Whether a user wants it to stop. */
  cancelled: () => Promise<boolean>;
};

/** What a kind of job does; it may run twice, so it must not mind. */
export type JobHandlers = Readonly<Record<string, (payload: Record<string, unknown>, job: Job) => Promise<void>>>;

const MOST_ATTEMPTS = 6;
const POLL_MS = 1_000;
// A worker that dies leaves its job RUNNING; when its lease is over another takes it up. Who lives renews it in time.
const LEASE_SECONDS = 60;
const RENEW_MS = 15_000;

/** Puts work into the queue in the caller's transaction: it is done after the commit, or not at all. Answers its id. */
export async function enqueue(
  db: Database,
  job: { kind: string; payload: Record<string, unknown>; userId?: number },
): Promise<bigint> {
  const { id } = await db
    .insertInto('jobs')
    .values({ kind: job.kind, payload: JSON.stringify(job.payload), user_id: job.userId ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Asks a job that waits or runs to stop; its handler decides where it can. */
export async function askToCancel(db: Database, id: bigint): Promise<void> {
  await db.updateTable('jobs').set({ cancel_asked: true }).where('id', '=', id).execute();
}

type JobRow = { id: bigint; kind: string; payload: Record<string, unknown>; attempts: number };

const TAKE = `
  update jobs set state = 'RUNNING', attempts = attempts + 1, run_after = now() + ${LEASE_SECONDS} * interval '1 second'
  where id = (
    select id from jobs where state in ('WAITING', 'RUNNING') and run_after <= now() and kind = any($1)
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
    `update jobs set state = $2, last_error = $3, run_after = now() + $4 * interval '1 second',
       finished_at = case when $2 = 'FAILED' then now() end where id = $1`,
    [job.id, state, error.message.slice(0, 500), 2 ** job.attempts],
  );
}

function jobOf(pool: Pool, { id, attempts }: JobRow): Job {
  return {
    id,
    last: attempts >= MOST_ATTEMPTS,
    report: async (percent) => {
      const progress = Math.max(0, Math.min(100, Math.floor(percent)));
      await pool.query('update jobs set progress = $2 where id = $1', [id, progress]);
    },
    cancelled: async () => {
      const { rows } = await pool.query<{ cancel_asked: boolean }>('select cancel_asked from jobs where id = $1', [id]);
      return rows[0]?.cancel_asked ?? true;
    },
  };
}

/** Keeps the lease of a job while its handler works. */
async function leased(pool: Pool, job: JobRow, work: () => Promise<void>): Promise<void> {
  const renew = () =>
    pool
      .query(`update jobs set run_after = now() + $2 * interval '1 second' where id = $1 and state = 'RUNNING'`, [
        job.id,
        LEASE_SECONDS,
      ])
      .catch(() => undefined);
  const timer = setInterval(() => void renew(), RENEW_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

/** Does one waiting job of the kinds that it has handlers for; says whether there was one. */
export async function runOneJob(pool: Pool, handlers: JobHandlers, log: Log): Promise<boolean> {
  const { rows } = await pool.query<JobRow>(TAKE, [Object.keys(handlers)]);
  const job = rows[0];
  if (!job) return false;
  const handler = handlers[job.kind];
  try {
    if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}`);
    // So many attempts suggest that the job itself kills its worker.
    if (job.attempts > MOST_ATTEMPTS) throw new Error('Given up: it ended its worker too often.');
    await leased(pool, job, () => handler(job.payload, jobOf(pool, job)));
    await settle(pool, job, null);
  } catch (error) {
    log('job failed', { job: job.id.toString(), kind: job.kind, attempt: job.attempts });
    await settle(pool, job, error instanceof Error ? error : new Error('unknown'));
  }
  return true;
}

/**
 * Works through the queue's jobs of these kinds until stopped; `stop` waits for the job in hand. Kinds that take long have
 * a worker of their own, so that a mail never waits behind an import.
 */
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
