import { sql } from 'kysely';
import { inPolicyCurrency, leftToReinstate, OVER_REINSTATED } from '../../../domain/claims/limits.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import { PAR } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { placementAt } from '../placements/placement.ts';
import type { Policy } from '../placements/queries.ts';
import type { EndorsementInput } from './input.ts';

/** The claim whose limit an additional premium puts back, and how much of it in minor units at 100 %. C12. */
export type Reinstated = { claim: number | null; amount: bigint | null };

/** What approved endorsements put back of the limit of a policy, of all its claims or of one. C3, C12. */
export async function reinstatedOn(ctx: Ctx, policyId: number, claimId: number | null = null): Promise<bigint> {
  const { rows } = await sql<{ amount: bigint }>`
    select coalesce(sum(e.reinstated), 0)::bigint as amount from endorsements e
    where e.policy_id = ${policyId} and e.status = 'APPROVED' and e.reinstated is not null
      and (${claimId}::int is null or e.claim_id = ${claimId}) and e.branch_id = any(${[...ctx.scope]}::int[])`.execute(
    ctx.db,
  );
  return rows[0]?.amount ?? 0n;
}

/** What a claim of a policy has used of its limit and nothing has put back yet; null where there is no such claim. C12. */
async function leftOf(ctx: Ctx, policy: Policy, id: number): Promise<bigint | null> {
  const claim = await ctx.db
    .selectFrom('claims')
    .select(['currency', 'exchange_rate', 'incurred', 'loss_date'])
    .where('id', '=', id)
    .where('policy_id', '=', policy.id)
    .where('branch_id', 'in', ctx.scope)
    .where('status', '=', 'APPROVED')
    .executeTakeFirst();
  if (!claim) return null;
  const { currency, exchange_rate: rate, incurred, loss_date: lossOn } = claim;
  return leftToReinstate({
    incurred: inPolicyCurrency(incurred, { currency, policyCurrency: policy.currency, rate: rate ?? PAR }),
    sumInsured: (await placementAt(ctx, policy, lossOn)).current.sumInsured,
    reinstated: await reinstatedOn(ctx, policy.id, id),
  });
}

/**
 * What an endorsement as typed puts back of the limit, with its faults: keyed additional premium alone does, and no more than is left of what
 * the claim used, whatever another draft of the same put back since. §8.
 */
export async function readReinstatement(
  ctx: Ctx,
  policy: Policy,
  { reinstates, endorsementtype: type, premium }: EndorsementInput,
): Promise<Reinstated & { faults: FieldError[] }> {
  if (!reinstates) return { claim: null, amount: null, faults: [] };
  const faults: FieldError[] = [];
  if (type !== 'AP' || (premium ?? '') === '')
    faults.push({ field: 'endorsementtype', message: 'A limit is put back by a keyed additional premium.' });
  const left = await leftOf(ctx, policy, reinstates.claim);
  if (left === null) faults.push({ field: 'reinstates.claim', message: 'Choose an approved claim of this policy.' });
  const amount = readPositive(reinstates.amount, policy.currency);
  if (typeof amount === 'string') faults.push({ field: 'reinstates.amount', message: amount });
  else if (left !== null && amount > left) faults.push({ field: 'reinstates.amount', message: OVER_REINSTATED });
  const sound = faults.length === 0 && typeof amount === 'bigint';
  return { claim: sound ? reinstates.claim : null, amount: sound ? amount : null, faults };
}
