import { sql } from 'kysely';
import * as z from 'zod/mini';
import { firstOf } from '../../../domain/errors.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Rate } from '../../../domain/values/rate.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import { batchHandler, type BatchItem, type BatchTools, faultOf } from '../batch-work.ts';
import { keptSuccessors } from './batches.ts';
import { draftReplacement, readReplacement } from './replace.ts';

type Batch = { security: number; effective_date: Day; shares: unknown };
type Item = BatchItem & { policy: number; line: Rate };

async function read(db: Database, id: number): Promise<Batch & { items: readonly Item[] }> {
  const batches = await sql<Batch>`
    select security_id as security, effective_date, shares from replacement_batches where id = ${id}`.execute(db);
  const items = await sql<Item>`
    select id, branch_id as branch, policy_id as policy, line, done_at is not null as done
    from replacement_items where batch_id = ${id} order by id`.execute(db);
  return { ...firstOf(batches.rows), items: items.rows };
}

/** The work behind a batch of replacements: a draft endorsement of each policy, by the action of a hand. */
export function replacementJobs(tools: BatchTools): JobHandlers {
  return {
    replacements: batchHandler<Batch, Item>(tools, {
      batches: 'replacement_batches',
      items: 'replacement_items',
      read,
      rightOf: () => 'policies.create',
      act: async (ctx, batch, { id: item, policy, line }) => {
        const successors = z.decode(keptSuccessors, batch.shares as z.input<typeof keptSuccessors>);
        const of = await readReplacement(ctx, { ...batch, successors });
        const { id } = await draftReplacement(ctx, { item, policy, line }, of);
        await ctx.db
          .updateTable('replacement_items')
          .set({ endorsement_id: id, done_at: ctx.now })
          .where('id', '=', item)
          .execute();
      },
      stopping: ['STALE', 'INTERNAL'],
      sentenceOf: (problem) =>
        problem.code === 'FORBIDDEN' ? 'You no longer have the right to endorse it.' : faultOf(problem),
      broken: 'It could not be finished. What is drafted stays; do the rest again.',
    }),
  };
}
