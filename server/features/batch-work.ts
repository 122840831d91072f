import { sql } from 'kysely';
import { type AppError, firstOf } from '../../domain/errors.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { BatchState } from '../../domain/renewals/states.ts';
import { type Database, openDatabase, type Pool } from '../platform/db/pool.ts';
import type { Ctx } from '../platform/http/context.ts';
import { asAppError } from '../platform/http/problems.ts';
import { inTransaction } from '../platform/http/transaction.ts';
import type { Job, JobHandlers } from '../platform/jobs/jobs.ts';
import { runAs } from '../platform/jobs/run-as.ts';

/** Under whose name the items of a batch are done, and in which branches they are. */
export type BatchJob = { batch: number; user: number; session: string; branch: number; branches: number[] };
export type BatchItem = { id: number; branch: number; done: boolean };

/** What is a kind of batch's own: where it is kept, what it reads, and what is done with an item. */
type BatchWork<Batch, Item extends BatchItem> = {
  tables: { batches: 'record_batches' | 'replacement_batches'; items: 'record_batch_items' | 'replacement_items' };
  /** The batch with its items, in the order in which they are done. */
  read: (db: Database, id: number) => Promise<Batch & { items: readonly Item[] }>;
  /** What its maker must hold at that moment. */
  rightOf: (batch: Batch, item: Item) => Permission;
  /** Does the item in the caller's transaction and notes what came of it, `done_at` aside. Throws why it cannot be done. */
  act: (ctx: Ctx, batch: Batch, item: Item) => Promise<void>;
  /** Problems besides a busy or absent database that stop the batch, so that its job is taken up again; others are the item's own. */
  stopping: readonly AppError['code'][];
  /** What to say of a problem. */
  sentenceOf: (problem: AppError) => string;
  /** What to say where it could not be finished. */
  broken: string;
};
export type BatchTools = { pool: Pool; clock: () => Date };

/** Trying again may go better: the database was away, or another write was in the way. */
const PASSING = ['BUSY', 'UNAVAILABLE'] as const;

/** The first of a problem's faults in a sentence, or the problem itself. */
export const faultOf = (problem: AppError): string => problem.errors[0]?.message ?? problem.message;

/** The handler of a kind of batch: each item once and in a transaction of its own, however often its job is taken up. */
export function batchHandler<Batch, Item extends BatchItem>(
  { pool, clock }: BatchTools,
  { tables, read, rightOf, act, stopping, sentenceOf, broken }: BatchWork<Batch, Item>,
): JobHandlers[string] {
  const database = openDatabase(pool);
  const passing = new Set<AppError['code']>([...PASSING, ...stopping]);
  const [batches, items] = [sql.table(tables.batches), sql.table(tables.items)];
  const within = <T>(job: BatchJob, readOnly: boolean, work: (db: Database) => Promise<T>) =>
    inTransaction(database, { readOnly, scope: job.branches, userId: job.user }, work);

  const setState = (job: BatchJob, state: BatchState, message: string | null = null) =>
    within(job, false, (db) =>
      sql`update ${batches} set state = ${state}, message = ${message},
        finished_at = ${state === 'RUNNING' ? sql`finished_at` : sql`${clock()}`} where id = ${job.batch}`.execute(db),
    );

  /** Whether the item is not done yet; held until the commit: whatever runs twice, each is done once. */
  const claim = async (ctx: Ctx, { id }: Item): Promise<boolean> => {
    const { rows } = await sql<{ done: boolean }>`
      select done_at is not null as done from ${items}
      where id = ${id} and branch_id = any(${[...ctx.scope]}::int[]) for update`.execute(ctx.db);
    return !firstOf(rows).done;
  };

  /** Keeps why an item was not done: also of who may do nothing any more. */
  const because = (job: BatchJob, { id }: Item, why: string) =>
    within(job, false, (db) =>
      sql`update ${items} set problem = ${why}, done_at = ${clock()} where id = ${id} and done_at is null`.execute(db),
    );

  /** Both what is done and the note of it, or neither. */
  const doOne = async (job: BatchJob, batch: Batch, item: Item): Promise<void> => {
    const permission = rightOf(batch, item);
    const who = { userId: job.user, sessionId: job.session, branchId: item.branch, permission };
    try {
      await runAs({ database, now: clock() }, who, async (ctx) => {
        if (await claim(ctx, item)) await act(ctx, batch, item);
      });
    } catch (error) {
      const problem = asAppError(error);
      if (passing.has(problem.code)) throw error;
      await because(job, item, sentenceOf(problem));
    }
  };

  const work = async (payload: BatchJob, job: Job): Promise<void> => {
    await setState(payload, 'RUNNING');
    const batch = await within(payload, true, (db) => read(db, payload.batch));
    for (const [index, item] of batch.items.entries()) {
      // Taken up again after a restart: what is done stays done.
      if (item.done) continue;
      if (await job.cancelled()) {
        await setState(payload, 'CANCELLED');
        return;
      }
      await doOne(payload, batch, item);
      await job.report(((index + 1) * 100) / batch.items.length);
    }
    await setState(payload, 'DONE');
  };

  return async (raw, job) => {
    const payload = raw as BatchJob;
    try {
      await work(payload, job);
    } catch (error) {
      if (job.last) await setState(payload, 'FAILED', broken);
      throw error;
    }
  };
}
