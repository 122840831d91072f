import { sql } from 'kysely';
import * as z from 'zod/mini';
import { seenRecord } from '../../../domain/batches/contract.ts';
import type { BatchAct } from '../../../domain/batches/tables.ts';
import { type AppError, firstOf } from '../../../domain/errors.ts';
import type { KindName } from '../../../domain/records/kinds.ts';
import type { BatchState } from '../../../domain/renewals/states.ts';
import { openDatabase, type Pool } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { asAppError } from '../../platform/http/problems.ts';
import { inTransaction } from '../../platform/http/transaction.ts';
import type { Job, JobHandlers } from '../../platform/jobs/jobs.ts';
import { runAs } from '../../platform/jobs/run-as.ts';
import { batchRows } from './plan.ts';
import { rightOf, takeStep, type Routes } from './step-calls.ts';

/** Under whose name records are submitted or approved together, and in which branches they are. */
export type RecordBatchJob = { batch: number; user: number; session: string; branch: number; branches: number[] };
type Tools = { database: ReturnType<typeof openDatabase>; clock: () => Date; routes: Routes };
type Batch = { kind: KindName; act: BatchAct };
type Item = { id: number; branch: number; record: number; seen: unknown; london: boolean };

/** Trying again may go better: the database was away, or another write was in the way. */
const PASSING = new Set(['BUSY', 'UNAVAILABLE']);

const walls = ({ branches, user }: RecordBatchJob) => ({ scope: branches, userId: user });

async function setState({ database, clock }: Tools, job: RecordBatchJob, end: { state: BatchState; message?: string }) {
  const { state, message = null } = end;
  await inTransaction(database, { readOnly: false, ...walls(job) }, (db) =>
    db
      .updateTable('record_batches')
      .set({ state, message, ...(state === 'RUNNING' ? {} : { finished_at: clock() }) })
      .where('id', '=', job.batch)
      .execute(),
  );
}

/** What is not done yet of a batch, in the order in which it was selected. */
async function read({ database }: Tools, job: RecordBatchJob) {
  return inTransaction(database, { readOnly: true, ...walls(job) }, async (db) => {
    const batches = await sql<Batch>`select kind, act from record_batches where id = ${job.batch}`.execute(db);
    const items = await sql<Item & { done: boolean }>`
      select i.id, i.branch_id as branch, i.record_id as record, i.seen, i.done_at is not null as done,
        exists (select 1 from policies p where b.kind = 'policy' and p.id = i.record_id and p.market = 'LONDON') as london
      from record_batch_items i join record_batches b on b.id = i.batch_id
      where i.batch_id = ${job.batch} order by i.id`.execute(db);
    return { ...firstOf(batches.rows), items: items.rows };
  });
}

/** A record of the batch that is not done yet, held until the commit: whatever runs twice, each is done once. */
async function claim(ctx: Ctx, { id }: Item): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select done_at is not null as done from record_batch_items
    where id = ${id} and branch_id = any(${[...ctx.scope]}::int[]) for update`.execute(ctx.db);
  return !firstOf(rows).done;
}

async function keep(ctx: Ctx, { id }: Item, result: { problem: string | null; called?: string }): Promise<void> {
  await ctx.db
    .updateTable('record_batch_items')
    .set({ ...result, done_at: ctx.now })
    .where('id', '=', id)
    .execute();
}

/** Takes the step of one record, and notes it in the same transaction: both, or neither. Why it was refused is kept apart. */
async function doOne(tools: Tools, job: RecordBatchJob, { kind, act, item }: Batch & { item: Item }): Promise<void> {
  const { database, clock, routes } = tools;
  const called = { kind, london: item.london };
  const permission = rightOf(routes, called, act);
  const who = { userId: job.user, sessionId: job.session, branchId: item.branch, permission };
  try {
    await runAs({ database, now: clock() }, who, async (ctx) => {
      if (!(await claim(ctx, item))) return;
      await takeStep(ctx, routes, { ...called, act, seen: z.parse(seenRecord, item.seen) });
      const [row] = await batchRows(ctx, kind, [item.record]);
      await keep(ctx, item, { problem: null, ...(row && { called: row.called }) });
    });
  } catch (error) {
    const problem = asAppError(error);
    if (PASSING.has(problem.code)) throw error;
    await because(tools, job, { item, why: sentenceOf(problem) });
  }
}

const sentenceOf = (problem: AppError): string => problem.errors[0]?.message ?? problem.message;

/** Keeps why a record was not done: also of who may do nothing any more. */
async function because({ database, clock }: Tools, job: RecordBatchJob, { item, why }: { item: Item; why: string }) {
  await inTransaction(database, { readOnly: false, ...walls(job) }, (db) =>
    db
      .updateTable('record_batch_items')
      .set({ problem: why, done_at: clock() })
      .where('id', '=', item.id)
      .where('done_at', 'is', null)
      .execute(),
  );
}

async function work(tools: Tools, payload: RecordBatchJob, job: Job): Promise<void> {
  await setState(tools, payload, { state: 'RUNNING' });
  const { items, ...batch } = await read(tools, payload);
  for (const [index, item] of items.entries()) {
    // Taken up again after a restart: what is done stays done.
    if (item.done) continue;
    if (await job.cancelled()) return setState(tools, payload, { state: 'CANCELLED' });
    await doOne(tools, payload, { ...batch, item });
    await job.report(((index + 1) * 100) / items.length);
  }
  await setState(tools, payload, { state: 'DONE' });
}

/** The work behind a batch of records: each once, however often its job is taken up. */
export function recordBatchJobs({ pool, ...rest }: { pool: Pool; clock: () => Date; routes: Routes }): JobHandlers {
  const tools: Tools = { ...rest, database: openDatabase(pool) };
  return {
    record_batch: async (raw, job) => {
      const payload = raw as RecordBatchJob;
      try {
        await work(tools, payload, job);
      } catch (error) {
        if (job.last)
          await setState(tools, payload, {
            state: 'FAILED',
            message: 'It could not be finished. What is done stays; do the rest again.',
          });
        throw error;
      }
    },
  };
}
