import { sql } from 'kysely';
import type { Database } from '../../platform/db/pool.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import { batchHandler, type BatchItem, type BatchTools } from '../batch-work.ts';
import { problemIn, renewPolicy } from '../endorsements/renewals.ts';

type Item = BatchItem & { policy: number };

async function read(db: Database, id: number): Promise<{ items: readonly Item[] }> {
  const { rows } = await sql<Item>`
    select id, branch_id as branch, policy_id as policy, done_at is not null as done
    from renewal_batch_items where batch_id = ${id} order by policy_id`.execute(db);
  return { items: rows };
}

/** The work behind a batch of renewals. A policy has one renewal, however often its job is taken up. §7 renewal. */
export function renewalJobs(tools: BatchTools): JobHandlers {
  return {
    renewals: batchHandler<object, Item>(tools, {
      batches: 'renewal_batches',
      items: 'renewal_batch_items',
      read,
      rightOf: () => 'policies.create',
      act: async (ctx, _batch, { id, policy }) => {
        const renewal = await renewPolicy(ctx, policy);
        await ctx.db
          .updateTable('renewal_batch_items')
          .set({ renewal_id: renewal.id, done_at: ctx.now })
          .where('id', '=', id)
          .execute();
      },
      stopping: ['STALE'],
      sentenceOf: problemIn,
      lostRight: () => 'You no longer have the right to renew policies. What is drafted already stays.',
      broken: 'It could not be finished. What is drafted already stays.',
    }),
  };
}
