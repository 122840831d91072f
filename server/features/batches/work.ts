import { sql } from 'kysely';
import * as z from 'zod/mini';
import { seenRecord } from '../../../domain/batches/contract.ts';
import type { StepAct } from '../../../domain/batches/tables.ts';
import { firstOf } from '../../../domain/errors.ts';
import type { KindName } from '../../../domain/records/kinds.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import { batchHandler, type BatchItem, type BatchTools, faultOf } from '../batch-work.ts';
import { batchRows } from './plan.ts';
import { rightToStep, takeStep, type Routes } from './step-calls.ts';

type Batch = { kind: KindName; act: StepAct };
type Item = BatchItem & { record: number; seen: unknown; london: boolean };

async function read(db: Database, id: number): Promise<Batch & { items: readonly Item[] }> {
  const batches = await sql<Batch>`select kind, act from record_batches where id = ${id}`.execute(db);
  const items = await sql<Item>`
    select i.id, i.branch_id as branch, i.record_id as record, i.seen, i.done_at is not null as done,
      exists (select 1 from policies p where b.kind = 'policy' and p.id = i.record_id and p.market = 'LONDON') as london
    from record_batch_items i join record_batches b on b.id = i.batch_id
    where i.batch_id = ${id} order by i.id`.execute(db);
  return { ...firstOf(batches.rows), items: items.rows };
}

/** The work behind a batch of records: each is submitted or approved by the call of a hand, in the version that was seen. */
export function recordBatchJobs({ routes, ...tools }: BatchTools & { routes: Routes }): JobHandlers {
  return {
    record_batch: batchHandler<Batch, Item>(tools, {
      batches: 'record_batches',
      items: 'record_batch_items',
      read,
      rightOf: ({ kind, act }, { london }) => rightToStep(routes, { kind, london }, act),
      act: async (ctx, { kind, act }, { id, record, london, seen }) => {
        await takeStep(ctx, routes, { kind, london, act, seen: z.parse(seenRecord, seen) });
        const [row] = await batchRows(ctx, kind, [record]);
        await ctx.db
          .updateTable('record_batch_items')
          .set({ problem: null, done_at: ctx.now, ...(row && { called: row.called }) })
          .where('id', '=', id)
          .execute();
      },
      stopping: [],
      sentenceOf: faultOf,
      broken: 'It could not be finished. What is done stays; do the rest again.',
    }),
  };
}
