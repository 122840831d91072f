import { AppError } from '../../../domain/errors.ts';
import { history, HISTORY_TARGET } from '../../../domain/imports/history/contract.ts';
import { openDatabase, type Pool } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { inTransaction } from '../../platform/http/transaction.ts';
import { isRefusal } from '../../platform/imports/refusal.ts';
import type { Job, JobHandlers } from '../../platform/jobs/jobs.ts';
import { runAs } from '../../platform/jobs/run-as.ts';
import type { ImportJob } from './advance.ts';
import { checkRows } from './check-rows.ts';
import { forgetFile } from './files.ts';
import { HISTORY_STEPS } from './history/steps.ts';
import { readRows } from './read-rows.ts';
import { findImport, type StoredImport } from './queries.ts';
import { importerOf } from './targets/all.ts';
import { writeRows } from './write-rows.ts';

/** Somebody gave the import up, or it was matched again: what this job did is rolled back and forgotten. */
const STOPPED = Symbol('stopped');

const ROW_STEPS = { read: readRows, check: checkRows, write: writeRows } as const;
const STATES = { read: 'READING', check: 'CHECKING', write: 'WRITING' } as const;

async function isStill(ctx: Ctx, payload: ImportJob, job: Job): Promise<StoredImport | null> {
  const stored = await findImport(ctx, payload.import).catch(() => null);
  return stored !== null && stored.state === STATES[payload.step] && stored.job_id === job.id ? stored : null;
}

/** Does a step in one transaction as the user who started it, or nothing of it. */
async function doStep(tools: Tools, payload: ImportJob, job: Job): Promise<void> {
  const { database, clock } = tools;
  const { user: userId, session: sessionId, branch: branchId } = payload;
  const target = await targetOf(tools, payload);
  if (target === null) return;
  const isHistory = target === HISTORY_TARGET;
  const permission = isHistory ? history.confirm.access : importerOf(target).target.create;
  const steps = isHistory ? HISTORY_STEPS : ROW_STEPS;
  await runAs({ database, now: clock() }, { userId, sessionId, branchId, permission }, async (ctx) => {
    const current = await isStill(ctx, payload, job);
    if (current === null) return;
    const goOn = async () => {
      if (await job.cancelled()) throw STOPPED;
    };
    await goOn();
    await steps[payload.step]({ ctx, stored: current, job, goOn });
    // From here on nobody can give it up any more: an attempt waits, and then finds it done.
    await findImport(ctx, payload.import, { lock: true });
    await goOn();
  });
}

type Tools = { database: ReturnType<typeof openDatabase>; clock: () => Date };

async function targetOf({ database }: Tools, payload: ImportJob): Promise<string | null> {
  return inTransaction(database, { readOnly: true, scope: [payload.branch] }, async (db) => {
    const row = await db.selectFrom('imports').select('target').where('id', '=', payload.import).executeTakeFirst();
    return row?.target ?? null;
  });
}

type End = { state: 'FAILED' | 'CANCELLED'; message: string | null };

/** Ends an import outside the transaction that was rolled back. */
async function endImport({ database, clock }: Tools, payload: ImportJob, job: Job & End): Promise<void> {
  await inTransaction(database, { readOnly: false, scope: [payload.branch] }, async (db) => {
    const ended = await db
      .updateTable('imports')
      .set((eb) => ({ state: job.state, message: job.message, finished_at: clock(), version: eb('version', '+', 1) }))
      .where('id', '=', payload.import)
      .where('job_id', '=', job.id)
      .where('state', '=', STATES[payload.step])
      .returning('id')
      .executeTakeFirst();
    if (!ended) return;
    await forgetFile(db, payload.import);
    if (job.state === 'CANCELLED') await db.deleteFrom('import_rows').where('import_id', '=', payload.import).execute();
  });
}

const LOST_RIGHT = 'You no longer have the right to import this. Nothing was written.';
/** Trying again may go better: another write came in between, or the database was away. */
const PASSING = new Set(['DUPLICATE', 'BUSY', 'UNAVAILABLE', 'STALE']);

function messageOf(error: unknown): string | null {
  if (isRefusal(error)) return error.message;
  if (!(error instanceof AppError) || PASSING.has(error.code)) return null;
  return error.code === 'FORBIDDEN' ? LOST_RIGHT : `${error.message} Nothing was written.`;
}

/** The work behind an import: it is taken up again after a restart, and writes everything once or nothing. */
export function importJobs(services: { pool: Pool; clock: () => Date }): JobHandlers {
  const tools: Tools = { database: openDatabase(services.pool), clock: services.clock };
  return {
    import: async (raw, job) => {
      const payload = raw as ImportJob;
      try {
        await doStep(tools, payload, job);
      } catch (error) {
        const stopped = error === STOPPED;
        const message = stopped ? null : messageOf(error);
        if (!stopped && message === null) throw error;
        await endImport(tools, payload, { ...job, state: stopped ? 'CANCELLED' : 'FAILED', message });
      }
    },
  };
}
