import { sql } from 'kysely';
import { firstOf } from '../../../domain/errors.ts';
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

type Work<J> = (payload: Record<string, unknown>, job: J) => Promise<void>;
/** After how many seconds a job is tried again, and again; after the last of them it is given up. */
type Waits = readonly number[];
/** What a kind of job does; it may run twice, so it must not mind. How patient it is: a minute, unless it says so. */
export type JobHandlers = Readonly<Record<string, Work<Job> & { waits?: Waits }>>;

const WAITS: Waits = [2, 4, 8, 16, 32];
const PATIENT_WAITS: Waits = [0.5, 1, 2, 5, 15, 30, 60, 120, 240, 360, 600].map((minutes) => minutes * 60);
/** Of a kind that hangs on a server of somebody else, which may be away for hours or ask to come back later: twelve tries in a day. */
export const patient = <J>(work: Work<J>): Work<J> & { waits: Waits } =>
  Object.assign((payload: Record<string, unknown>, job: J) => work(payload, job), { waits: PATIENT_WAITS });

const POLL_MS = 1_000;
// A worker that dies leaves its job RUNNING; when its lease is over another takes it up. Who lives renews it in time.
const LEASE = '60 seconds';
const RENEW_MS = 15_000;

/** Puts work into the queue in the caller's transaction: it is done after the commit, or not at all. Answers its id. */
export async function enqueue(
  db: Database,
  job: { kind: string; payload: Record<string, unknown>; userId?: number },
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    select put_job(${job.kind}, ${JSON.stringify(job.payload)}, ${job.userId ?? null}) as id`.execute(db);
  return firstOf(rows).id;
}

/** Asks a job that waits or runs to stop; its handler decides where it can. */
export async function askToCancel(db: Database, id: bigint): Promise<void> {
  await sql`select cancel_job(${id.toString()}::bigint)`.execute(db);
}

type JobRow = { id: bigint; kind: string; payload: Record<string, unknown>; attempts: number };

type Tried = JobRow & { waits: Waits };

async function settle(pool: Pool, { id, attempts, waits }: Tried, error: Error | null): Promise<void> {
  if (!error) {
    await pool.query('select finish_job($1, $2)', [id, attempts]);
    return;
  }
  const wait = waits[attempts - 1];
  const retryIn = wait === undefined ? null : `${wait} seconds`;
  await pool.query('select fail_job($1, $2, $3, $4)', [id, attempts, error.message.slice(0, 500), retryIn]);
}

function jobOf(pool: Pool, { id, attempts, waits }: Tried): Job {
  return {
    id,
    last: attempts > waits.length,
    report: async (percent) => {
      const progress = Math.max(0, Math.min(100, Math.floor(percent)));
      await pool.query('select report_job($1, $2, $3)', [id, attempts, progress]);
    },
    cancelled: async () => {
      const { rows } = await pool.query<{ cancel_asked: boolean }>('select cancel_asked from job_standing($1)', [id]);
      return rows[0]?.cancel_asked ?? true;
    },
  };
}

/** Keeps the lease of a job while its handler works. */
async function leased(pool: Pool, { id, attempts }: JobRow, work: () => Promise<void>): Promise<void> {
  const renew = () => pool.query('select renew_job($1, $2, $3)', [id, attempts, LEASE]).catch(() => undefined);
  const timer = setInterval(() => void renew(), RENEW_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

/** Does one waiting job of the kinds that it has handlers for; says whether there was one. */
export async function runOneJob(pool: Pool, handlers: JobHandlers, log: Log): Promise<boolean> {
  const { rows } = await pool.query<JobRow>('select * from take_job($1, $2)', [Object.keys(handlers), LEASE]);
  const [taken] = rows;
  if (!taken) return false;
  const handler = handlers[taken.kind];
  const job = { ...taken, waits: handler?.waits ?? WAITS };
  try {
    if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}`);
    // So many attempts suggest that the job itself kills its worker.
    if (job.attempts > job.waits.length + 1) throw new Error('Given up: it ended its worker too often.');
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
