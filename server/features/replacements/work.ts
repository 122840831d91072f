import { sql } from 'kysely';
import * as z from 'zod/mini';
import { type AppError, firstOf } from '../../../domain/errors.ts';
import type { BatchState } from '../../../domain/renewals/states.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Rate } from '../../../domain/values/rate.ts';
import { openDatabase, type Pool } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { asAppError } from '../../platform/http/problems.ts';
import { inTransaction } from '../../platform/http/transaction.ts';
import type { Job, JobHandlers } from '../../platform/jobs/jobs.ts';
import { runAs } from '../../platform/jobs/run-as.ts';
import { keptSuccessors } from './batches.ts';
import { draftReplacement, readReplacement } from './replace.ts';

/** Under whose name endorsements are drafted, and in which branches the policies are. */
export type ReplacementJob = { batch: number; user: number; session: string; branch: number; branches: number[] };
type Tools = { database: ReturnType<typeof openDatabase>; clock: () => Date };
type Batch = { security: number; effective_date: Day; shares: unknown };
type Item = { id: number; branch: number; policy: number; line: Rate };

/** Trying again may go better: the database was away, or another write was in the way. */
const PASSING = new Set(['BUSY', 'UNAVAILABLE', 'STALE']);

const walls = ({ branches, user }: ReplacementJob) => ({ scope: branches, userId: user });

async function setState(
  { database, clock }: Tools,
  job: ReplacementJob,
  { state, message }: { state: BatchState; message?: string },
) {
  await inTransaction(database, { readOnly: false, ...walls(job) }, (db) =>
    db
      .updateTable('replacement_batches')
      .set({ state, message: message ?? null, ...(state === 'RUNNING' ? {} : { finished_at: clock() }) })
      .where('id', '=', job.batch)
      .execute(),
  );
}

async function read(
  { database }: Tools,
  job: ReplacementJob,
): Promise<Batch & { items: (Item & { done: boolean })[] }> {
  return inTransaction(database, { readOnly: true, ...walls(job) }, async (db) => {
    const batches = await sql<Batch>`
      select security_id as security, effective_date, shares from replacement_batches where id = ${job.batch}`.execute(
      db,
    );
    const items = await sql<Item & { done: boolean }>`
      select id, branch_id as branch, policy_id as policy, line, done_at is not null as done
      from replacement_items where batch_id = ${job.batch} order by id`.execute(db);
    return { ...firstOf(batches.rows), items: items.rows };
  });
}

/** A policy of the batch that is not done yet, held until the commit: whatever runs twice, each is done once. */
async function claim(ctx: Ctx, { id }: Item): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select done_at is not null as done from replacement_items
    where id = ${id} and branch_id = any(${[...ctx.scope]}::int[]) for update`.execute(ctx.db);
  return !firstOf(rows).done;
}

/** Drafts the endorsement of one policy, and notes it in the same transaction: both, or neither. Why it was refused is kept apart. */
async function replaceOne(tools: Tools, job: ReplacementJob, { batch, item }: { batch: Batch; item: Item }) {
  const { database, clock } = tools;
  const who = {
    userId: job.user,
    sessionId: job.session,
    branchId: item.branch,
    permission: 'policies.create',
  } as const;
  try {
    await runAs({ database, now: clock() }, who, async (ctx) => {
      if (!(await claim(ctx, item))) return;
      const successors = z.decode(keptSuccessors, batch.shares as z.input<typeof keptSuccessors>);
      const of = await readReplacement(ctx, { ...batch, successors });
      const { id } = await draftReplacement(ctx, { item: item.id, policy: item.policy, line: item.line }, of);
      await ctx.db
        .updateTable('replacement_items')
        .set({ endorsement_id: id, done_at: ctx.now })
        .where('id', '=', item.id)
        .execute();
    });
  } catch (error) {
    const problem = asAppError(error);
    if (problem.code === 'INTERNAL' || PASSING.has(problem.code)) throw error;
    await because(tools, job, { item, why: sentenceOf(problem) });
  }
}

const sentenceOf = (problem: AppError): string =>
  problem.code === 'FORBIDDEN'
    ? 'You no longer have the right to endorse it.'
    : (problem.errors[0]?.message ?? problem.message);

/** Keeps why a policy was not done: also of who may do nothing any more. */
async function because({ database, clock }: Tools, job: ReplacementJob, { item, why }: { item: Item; why: string }) {
  await inTransaction(database, { readOnly: false, ...walls(job) }, (db) =>
    db
      .updateTable('replacement_items')
      .set({ problem: why, done_at: clock() })
      .where('id', '=', item.id)
      .where('done_at', 'is', null)
      .execute(),
  );
}

async function work(tools: Tools, payload: ReplacementJob, job: Job): Promise<void> {
  await setState(tools, payload, { state: 'RUNNING' });
  const { items, ...batch } = await read(tools, payload);
  for (const [index, item] of items.entries()) {
    // Taken up again after a restart: what is done stays done.
    if (item.done) continue;
    if (await job.cancelled()) return setState(tools, payload, { state: 'CANCELLED' });
    await replaceOne(tools, payload, { batch, item });
    await job.report(((index + 1) * 100) / items.length);
  }
  await setState(tools, payload, { state: 'DONE' });
}

/** The work behind a batch of replacements: each policy once, however often its job is taken up. */
export function replacementJobs({ pool, clock }: { pool: Pool; clock: () => Date }): JobHandlers {
  const tools: Tools = { clock, database: openDatabase(pool) };
  return {
    replacements: async (raw, job) => {
      const payload = raw as ReplacementJob;
      try {
        await work(tools, payload, job);
      } catch (error) {
        if (job.last)
          await setState(tools, payload, {
            state: 'FAILED',
            message: 'It could not be finished. What is drafted stays; do the rest again.',
          });
        throw error;
      }
    },
  };
}
