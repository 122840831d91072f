import type { ClaimAccount, Moving, Series } from '../../../domain/claims/movements.ts';
import type { PolicyLimit } from '../../../domain/claims/limits.ts';
import type { MovementType } from '../../../domain/claims/states.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { type AtLoss, limitOf, policyAtLoss } from './at-loss.ts';
import { type Claim, type Movement, termsOf } from './queries.ts';

type Parts = Record<'called' | 'fees' | 'salvage' | 'exGratia', Map<number, bigint>>;

/** The series that a movement adds to. C1. */
const seriesOf = (type: MovementType, exGratia: boolean): keyof Parts =>
  type === 'FEE' ? 'fees' : type === 'SALVAGE' ? 'salvage' : exGratia ? 'exGratia' : 'called';

async function partsOf(ctx: Ctx, claimId: number): Promise<Parts> {
  const rows = await ctx.db
    .selectFrom('movement_parts as p')
    .innerJoin('movements as m', 'm.id', 'p.movement_id')
    .select(['m.movement_type', 'm.ex_gratia', 'p.security_id', 'p.amount'])
    .where('m.claim_id', '=', claimId)
    .where('m.branch_id', 'in', ctx.scope)
    .where('m.status', '=', 'APPROVED')
    .execute();
  const parts: Parts = { called: new Map(), fees: new Map(), salvage: new Map(), exGratia: new Map() };
  for (const { movement_type: type, ex_gratia: exGratia, security_id: security, amount } of rows) {
    const series = parts[seriesOf(type as MovementType, exGratia)];
    series.set(security, (series.get(security) ?? 0n) + amount);
  }
  return parts;
}

/** A claim as its approved movements have made it. §2, Words. */
async function accountOf(ctx: Ctx, claim: Claim): Promise<ClaimAccount> {
  const parts = await partsOf(ctx, claim.id);
  const series = (whole: bigint, ours: bigint, name: keyof Parts): Series => ({ whole, ours, parts: parts[name] });
  return {
    incurred: claim.incurred,
    called: series(claim.called, claim.ours_called, 'called'),
    fees: series(claim.fees, claim.ours_fees, 'fees'),
    salvage: series(claim.salvage, claim.ours_salvage, 'salvage'),
    exGratia: series(claim.ex_gratia, claim.ours_ex_gratia, 'exGratia'),
    closed: claim.closed_on !== null,
  };
}

/** All that a movement of a claim is worked out from. */
export type Ground = {
  claim: Claim;
  atLoss: AtLoss;
  account: ClaimAccount;
  terms: ReturnType<typeof termsOf>;
  limit: PolicyLimit;
};

export async function groundOf(ctx: Ctx, claim: Claim): Promise<Ground> {
  const [atLoss, account] = await Promise.all([
    policyAtLoss(ctx, claim.policy_id, claim.loss_date),
    accountOf(ctx, claim),
  ]);
  return { claim, atLoss, account, terms: termsOf(claim, atLoss), limit: await limitOf(ctx, atLoss, claim.id) };
}

/** A movement as it was saved. */
export async function movingOf(ctx: Ctx, movement: Movement): Promise<Moving> {
  const payers = await ctx.db
    .selectFrom('movement_payers')
    .select('security_id')
    .where('movement_id', '=', movement.id)
    .where('branch_id', 'in', ctx.scope)
    .orderBy('security_id')
    .execute();
  return {
    type: movement.movement_type,
    amount: movement.amount,
    exGratia: movement.ex_gratia,
    agreed: payers.map((row) => row.security_id),
  };
}
