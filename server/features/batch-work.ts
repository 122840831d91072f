import { sql } from 'kysely';
import { AppError, firstOf } from '../../domain/errors.ts';
import type { Right } from '../../domain/permissions.ts';
import type { BatchState } from '../../domain/renewals/states.ts';
import { type Database, openDatabase, type Pool } from '../platform/db/pool.ts';
import type { Ctx } from '../platform/http/context.ts';
import { asAppError } from '../platform/http/problems.ts';
import { inTransaction } from '../platform/http/transaction.ts';
import type { Job, JobHandlers } from '../platform/jobs/jobs.ts';
import { runAs } from '../platform/jobs/run-as.ts';

/** Under whose name the items of a batch are done, and in which branches they are: in the batch's own unless said. */
export type BatchJob = { batch: number; user: number; session: string; branch: number; branches?: number[] };
export type BatchTools = { pool: Pool; clock: () => Date };

type ItemTable = 'record_batch_items' | 'renewal_batch_items' | 'replacement_items';
type BatchTable = 'record_batches' | 'renewal_batches' | 'replacement_batches' | 'statement_batches';

/** How the items of a batch are gone through, whatever is done with each. */
type BatchCourse<Batch, Item> = {
  batches: BatchTable;
  /** The batch with its items, in the order in which they are done. */
  read: (db: Database, id: number) => Promise<Batch & { items: readonly Item[] }>;
  /** Does an item once and keeps what came of it. What it throws stops the batch, and its job is taken up again. */
  doOne: (job: BatchJob, batch: Batch, item: Item) => Promise<void>;
  /** What else belongs to the end of a batch, however it ends; in the same transaction. */
  atEnd?: (db: Database, id: number) => Promise<void>;
  /** What to say where its maker may no longer do any of it, which `doOne` throws. */
  lostRight?: (batch: Batch) => string;
  /** What to say where it could not be finished. */
  broken: string;
};

const placeOf = ({ user, branch, branches = [branch] }: BatchJob) => ({ scope: branches, userId: user });

/** The handler of batches: their items one after another, with progress, until somebody stops it or all are done. */
export function batchCourse<Batch, Item extends { done: boolean }>(
  { pool, clock }: BatchTools,
  { batches, read, doOne, atEnd, lostRight, broken }: BatchCourse<Batch, Item>,
): JobHandlers[string] {
  const database = openDatabase(pool);
  const setState = (job: BatchJob, state: BatchState, message: string | null = null) =>
    inTransaction(database, { readOnly: false, ...placeOf(job) }, async (db) => {
      const over = state !== 'RUNNING';
      await sql`update ${sql.table(batches)} set state = ${state}, message = ${message},
        finished_at = ${over ? sql`${clock()}` : sql`finished_at`} where id = ${job.batch}`.execute(db);
      if (over) await atEnd?.(db, job.batch);
    });

  const goThrough = async (payload: BatchJob, job: Job, batch: Batch & { items: readonly Item[] }) => {
    const { items } = batch;
    for (const [index, item] of items.entries()) {
      // Taken up again after a restart: what is done stays done.
      if (item.done) continue;
      if (await job.cancelled()) {
        await setState(payload, 'CANCELLED');
        return;
      }
      await doOne(payload, batch, item);
      await job.report(((index + 1) * 100) / items.length);
    }
    await setState(payload, 'DONE');
  };

  return async (raw, job) => {
    const payload = raw as BatchJob;
    let lost = broken;
    try {
      await setState(payload, 'RUNNING');
      const batch = await inTransaction(database, { readOnly: true, ...placeOf(payload) }, (db) =>
        read(db, payload.batch),
      );
      lost = lostRight?.(batch) ?? broken;
      await goThrough(payload, job, batch);
    } catch (error) {
      const forbidden = lostRight !== undefined && error instanceof AppError && error.code === 'FORBIDDEN';
      if (forbidden || job.last) await setState(payload, 'FAILED', forbidden ? lost : broken);
      if (!forbidden) throw error;
    }
  };
}

export type BatchItem = { id: number; branch: number; done: boolean };

/** What is a kind of batch's own whose items are done in one transaction each. */
type BatchWork<Batch, Item extends BatchItem> = Omit<BatchCourse<Batch, Item>, 'doOne'> & {
  items: ItemTable;
  /** What its maker must hold at that moment. */
  rightOf: (batch: Batch, item: Item) => Right;
  /** Does the item in the caller's transaction and keeps what came of it, `done_at` with it. Throws why it cannot be done. */
  act: (ctx: Ctx, batch: Batch, item: Item) => Promise<void>;
  /** Problems besides a busy or absent database that stop the batch, so that its job is taken up again; others are the item's own. */
  stopping: readonly AppError['code'][];
  /** What to say of a problem. */
  sentenceOf: (problem: AppError) => string;
};

/** Trying again may go better: the database was away, or another write was in the way. */
const PASSING = ['BUSY', 'UNAVAILABLE'] as const;

/** The first of a problem's faults in a sentence, or the problem itself. */
export const faultOf = (problem: AppError): string => problem.errors[0]?.message ?? problem.message;

/** The handler of a kind of batch: each item once and in a transaction of its own, however often its job is taken up. */
export function batchHandler<Batch, Item extends BatchItem>(
  tools: BatchTools,
  { rightOf, act, stopping, sentenceOf, ...course }: BatchWork<Batch, Item>,
): JobHandlers[string] {
  const database = openDatabase(tools.pool);
  const stops = new Set<AppError['code']>([
    ...PASSING,
    ...stopping,
    ...(course.lostRight ? ['FORBIDDEN' as const] : []),
  ]);
  const items = sql.table(course.items);

  /** Whether the item is not done yet; held until the commit: whatever runs twice, each is done once. */
  const claim = async (ctx: Ctx, { id }: Item): Promise<boolean> => {
    const { rows } = await sql<{ done: boolean }>`
      select done_at is not null as done from ${items}
      where id = ${id} and branch_id = any(${[...ctx.scope]}::int[]) for update`.execute(ctx.db);
    return !firstOf(rows).done;
  };

  /** Keeps why an item was not done: also of who may do nothing any more. */
  const because = (job: BatchJob, { id }: Item, why: string) =>
    inTransaction(database, { readOnly: false, ...placeOf(job) }, (db) =>
      sql`update ${items} set problem = ${why}, done_at = ${tools.clock()}
        where id = ${id} and done_at is null`.execute(db),
    );

  /** Both what is done and the note of it, or neither. */
  const doOne = async (job: BatchJob, batch: Batch, item: Item): Promise<void> => {
    const permission = rightOf(batch, item);
    const who = { userId: job.user, sessionId: job.session, branchId: item.branch, permission };
    try {
      await runAs({ database, now: tools.clock() }, who, async (ctx) => {
        if (await claim(ctx, item)) await act(ctx, batch, item);
      });
    } catch (error) {
      const problem = asAppError(error);
      if (stops.has(problem.code)) throw error;
      await because(job, item, sentenceOf(problem));
    }
  };
  return batchCourse(tools, { ...course, doOne });
}
