import { AppError } from '../../../domain/errors.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { notRenewPolicy as notRenewEndpoint, renewPolicies } from '../../../domain/endorsements/renewal.ts';
import { renewalPeriod } from '../../../domain/endorsements/endorsements.ts';
import { asEntered } from '../../../domain/placements/placement.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { moveRecord, type Saved } from '../decisions.ts';
import { lockPolicy, type Policy } from '../placements/queries.ts';
import { asEndorsed, saveDraft } from './drafts.ts';
import { placementAt } from '../placements/placement.ts';

/** A draft is made in the branch in which its maker works: another branch's policy is renewed and copied there. */
function assertHere(ctx: Ctx, policy: Policy): void {
  if (!ctx.can('policies.create', policy.branch_id)) throw new AppError('FORBIDDEN');
  if (policy.branch_id === ctx.branch.id) return;
  const { code = '' } = ctx.branches.find((branch) => branch.id === policy.branch_id) ?? {};
  throw new AppError('OTHER_BRANCH', { number: policy.broker_reference, branch: code });
}

async function renewalOf(ctx: Ctx, policyId: number): Promise<Saved<string> | null> {
  const row = await ctx.db
    .selectFrom('policies')
    .select(['id', 'version', 'status', 'broker_reference as number'])
    .where('renewed_from_id', '=', policyId)
    .where('status', '!=', 'DISABLED')
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Renews an approved policy that was not cancelled: a draft of the next period on its present terms, linked to it. A
 * second time it gives the same draft. §2 RENEWAL.
 */
export async function renewPolicy(ctx: Ctx, id: number): Promise<Saved<string>> {
  const policy = await lockPolicy(ctx, id);
  assertHere(ctx, policy);
  const made = await renewalOf(ctx, policy.id);
  if (made) return made;
  const placement = await placementAt(ctx, policy, null);
  const terms = policy.status === 'APPROVED' ? asEndorsed(placement) : null;
  if (!terms) throw new AppError('NOT_RENEWABLE');
  const saved = await saveDraft(ctx, placement, {
    ...terms,
    period: renewalPeriod(placement.original.period, terms.period.end),
  });
  await ctx.db.updateTable('policies').set({ renewed_from_id: policy.id }).where('id', '=', saved.id).execute();
  await moveRecord(
    ctx,
    { kind: 'policy', record: policy },
    {
      status: policy.status,
      action: 'renewed',
      set: { not_renewed_reason: null },
      facts: { renewal: saved.number },
    },
  );
  return saved;
}

/** A refusal as one sentence: of fields, the first. */
export const problemIn = (error: AppError): string => error.errors[0]?.message ?? error.message;

/** Renews several policies; one that is refused says why, and the others are renewed. */
export async function renewBatch(
  ctx: Ctx,
  { body }: Decoded<typeof renewPolicies>,
): Promise<Reply<typeof renewPolicies>> {
  const done: Reply<typeof renewPolicies> = [];
  // By id, as locks are taken everywhere. A refusal comes before anything of its policy is written.
  for (const policy of [...new Set(body.ids)].toSorted((a, b) => a - b)) {
    try {
      const { id, number } = await renewPolicy(ctx, policy);
      done.push({ policy, renewal: { id, number }, problem: null });
    } catch (error) {
      // An id that is not there, or is another branch's, is no policy of this batch at all.
      if (!(error instanceof AppError) || error.code === 'NOT_FOUND') throw error;
      done.push({ policy, renewal: null, problem: problemIn(error) });
    }
  }
  return done;
}

/** Says that a policy is not renewed, and why; an empty reason takes it back. */
export async function notRenew(ctx: Ctx, { params, body }: Decoded<typeof notRenewEndpoint>): Promise<Saved<string>> {
  return leavePolicy(ctx, params.id, body.reason);
}

/** The same of one policy of several: an empty reason takes it back, until a renewal exists. */
export async function leavePolicy(ctx: Ctx, id: number, typed: string): Promise<Saved<string>> {
  const policy = await lockPolicy(ctx, id);
  if (!ctx.can('policies.create', policy.branch_id)) throw new AppError('FORBIDDEN');
  if (policy.status !== 'APPROVED' || (await renewalOf(ctx, policy.id))) throw new AppError('NOT_RENEWABLE');
  const reason = typed === '' ? null : typed;
  return moveRecord(
    ctx,
    { kind: 'policy', record: policy },
    {
      status: policy.status,
      action: reason === null ? 'to_be_renewed' : 'not_renewed',
      set: { not_renewed_reason: reason },
      facts: { reason },
    },
  );
}

/** A draft on the terms of another policy as they were entered; nothing links the two. */
export async function copyPolicy(ctx: Ctx, id: number): Promise<Saved<string>> {
  const policy = await lockPolicy(ctx, id);
  assertHere(ctx, policy);
  const placement = asEntered(await placementAt(ctx, policy, null));
  return saveDraft(ctx, placement, placement.original);
}
