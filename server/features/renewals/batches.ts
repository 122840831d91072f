import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import type { leaveRenewals, renewalBatch, startRenewals } from '../../../domain/renewals/contract.ts';
import type { BatchState } from '../../../domain/renewals/states.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { askToCancel, enqueue } from '../../platform/jobs/jobs.ts';
import type { BatchJob } from '../batch-work.ts';
import { assertMayHere } from '../decisions.ts';
import { leavePolicy, problemIn } from '../endorsements/renewals.ts';
import { refOf } from '../records.ts';
import { effectOf } from './effect.ts';

type Saved = Reply<typeof startRenewals>;

/** By id, as locks are taken everywhere. */
const inOrder = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b);

/** Keeps a batch of renewals and has it done in the background as the user who started it. §7 renewal. */
export async function startBatch(ctx: Ctx, { body }: Decoded<typeof startRenewals>): Promise<Saved> {
  assertMayHere(ctx, 'policies.create');
  const ids = inOrder(body.ids);
  // An id that is not there refuses the whole: nothing was chosen that could be shown.
  await effectOf(ctx, ids);
  const { id } = await ctx.db
    .insertInto('renewal_batches')
    .values({ branch_id: ctx.branch.id, made_by: ctx.user.id, made_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('renewal_batch_items')
    .values(ids.map((policy) => ({ branch_id: ctx.branch.id, batch_id: id, policy_id: policy })))
    .execute();
  const payload: BatchJob = { batch: id, user: ctx.user.id, session: ctx.sessionId, branch: ctx.branch.id };
  const job = await enqueue(ctx.db, { kind: 'renewals', payload, userId: ctx.user.id });
  await ctx.db.updateTable('renewal_batches').set({ job_id: job }).where('id', '=', id).execute();
  await ctx.audit({
    entity: 'renewal_batch',
    entityId: id,
    branchId: ctx.branch.id,
    action: 'added',
    facts: { policies: ids.length },
  });
  return { id, version: 1, status: 'WAITING' };
}

/** A batch of the caller's own; root sees everybody's. Another's is not there. */
async function findBatch(ctx: Ctx, id: number) {
  const row = await ctx.db
    .selectFrom('renewal_batches as x')
    .innerJoin('users as u', 'u.id', 'x.made_by')
    .select(['x.id', 'x.state', 'x.message', 'x.made_at', 'x.finished_at', 'x.job_id', 'x.made_by', 'u.name as by'])
    .where('x.id', '=', id)
    .where('x.branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  if (!row || (row.made_by !== ctx.user.id && !ctx.user.isRoot)) throw new AppError('NOT_FOUND');
  return { ...row, state: row.state as BatchState };
}

/** How far a batch is, and what became of each of its policies. */
export async function batchOf(ctx: Ctx, id: number): Promise<Reply<typeof renewalBatch>> {
  const { job_id: _job, made_by: _maker, ...head } = await findBatch(ctx, id);
  const rows = await ctx.db
    .selectFrom('renewal_batch_items as x')
    .innerJoin('policies as p', 'p.id', 'x.policy_id')
    .innerJoin('parties as i', 'i.id', 'p.current_insured_id')
    .leftJoin('policies as n', 'n.id', 'x.renewal_id')
    .select([
      'p.id',
      'p.broker_reference as name',
      'p.market',
      'i.name as insured',
      'n.id as renewal_id',
      'n.broker_reference as renewal_name',
      'x.problem',
      'x.done_at',
    ])
    .where('x.batch_id', '=', id)
    .where('x.branch_id', 'in', ctx.scope)
    .orderBy('p.cover_end_date')
    .orderBy('p.id')
    .execute();
  return {
    ...head,
    total: rows.length,
    done: rows.filter((row) => row.done_at !== null).length,
    items: rows.map((row) => ({
      policy: { id: row.id, name: row.name },
      insured: row.insured,
      market: row.market as 'LOCAL' | 'LONDON',
      renewal: refOf(row.renewal_id, row.renewal_name),
      problem: row.problem,
    })),
  };
}

/** Asks a batch to stop after the policy in hand. What is drafted stays. */
export async function cancelBatch(ctx: Ctx, id: number): Promise<Saved> {
  const batch = await findBatch(ctx, id);
  if (batch.state !== 'WAITING' && batch.state !== 'RUNNING')
    throw new AppError('WRONG_STATE', { status: batch.state.toLowerCase(), action: 'stopping it' });
  if (batch.job_id !== null) await askToCancel(ctx.db, batch.job_id);
  await ctx.audit({ entity: 'renewal_batch', entityId: id, branchId: ctx.branch.id, action: 'cancelled', facts: {} });
  return { id, version: 1, status: batch.state };
}

/** Says of several policies that they are not renewed, and why; one that is refused says so and does not stop the others. */
export async function leaveSeveral(
  ctx: Ctx,
  { body }: Decoded<typeof leaveRenewals>,
): Promise<Reply<typeof leaveRenewals>> {
  const done: Reply<typeof leaveRenewals> = [];
  for (const policy of inOrder(body.ids)) {
    try {
      await leavePolicy(ctx, policy, body.reason);
      done.push({ policy, problem: null });
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'NOT_FOUND') throw error;
      done.push({ policy, problem: problemIn(error) });
    }
  }
  return done;
}
