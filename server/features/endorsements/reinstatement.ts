import type { FieldError } from '../../../domain/errors.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Policy } from '../placements/queries.ts';
import type { EndorsementInput } from './input.ts';

/** The claim whose limit an additional premium puts back, and how much of it in minor units at 100 %. C12. */
export type Reinstated = { claim: number | null; amount: bigint | null };

async function isClaimOn(ctx: Ctx, policy: Policy, id: number): Promise<boolean> {
  const claim = await ctx.db
    .selectFrom('claims')
    .select('id')
    .where('id', '=', id)
    .where('policy_id', '=', policy.id)
    .where('branch_id', 'in', ctx.scope)
    .where('status', '=', 'APPROVED')
    .executeTakeFirst();
  return claim !== undefined;
}

/** What an endorsement as typed puts back of the limit, with its faults: keyed additional premium alone does. §8. */
export async function readReinstatement(
  ctx: Ctx,
  policy: Policy,
  { reinstates, endorsementtype: type, premium }: EndorsementInput,
): Promise<Reinstated & { faults: FieldError[] }> {
  if (!reinstates) return { claim: null, amount: null, faults: [] };
  const faults: FieldError[] = [];
  if (type !== 'AP' || (premium ?? '') === '')
    faults.push({ field: 'endorsementtype', message: 'A limit is put back by a keyed additional premium.' });
  if (!(await isClaimOn(ctx, policy, reinstates.claim)))
    faults.push({ field: 'reinstates.claim', message: 'Choose an approved claim of this policy.' });
  const amount = readPositive(reinstates.amount, policy.currency);
  if (typeof amount === 'string') faults.push({ field: 'reinstates.amount', message: amount });
  const sound = faults.length === 0 && typeof amount === 'bigint';
  return { claim: sound ? reinstates.claim : null, amount: sound ? amount : null, faults };
}
