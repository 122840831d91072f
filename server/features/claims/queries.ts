import type { ClaimTerms } from '../../../domain/claims/movements.ts';
import type { LossKind, MovementType } from '../../../domain/claims/states.ts';
import { PAR } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { selectRecord } from '../records.ts';
import type { AtLoss } from './at-loss.ts';

/** A claim as its actions work with it: amounts in minor units, percentages scaled. */
export type Claim = Awaited<ReturnType<typeof lockClaim>>;
/** A movement likewise; its amount is at 100 %. */
export type Movement = Awaited<ReturnType<typeof lockMovement>>;

const CLAIM = {
  kind: 'claim',
  columns: [
    'policy_id',
    'currency',
    'exchange_rate',
    'claim_reserve',
    'claim_share',
    'share_reason',
    'loss_date',
    'notified_on',
    'loss_kind',
    'cedant_claim_number',
    'description',
    'event_id',
    'incurred',
    'called',
    'fees',
    'ex_gratia',
    'salvage',
    'ours_called',
    'ours_fees',
    'ours_ex_gratia',
    'ours_salvage',
    'movement_count',
    'approved_on',
    'closed_on',
    'advised',
    'search_text',
  ],
} as const;

async function selectClaim(ctx: Ctx, id: number, lock: boolean) {
  const row = await selectRecord(ctx, CLAIM, { id, lock });
  return { ...row, loss_kind: row.loss_kind as LossKind };
}

/** One claim within the caller's branches, locked until the commit. */
export const lockClaim = (ctx: Ctx, id: number) => selectClaim(ctx, id, true);
/** The same without the lock, for what only looks. */
export const readClaim = (ctx: Ctx, id: number) => selectClaim(ctx, id, false);

const MOVEMENT = {
  kind: 'movement',
  columns: [
    'claim_id',
    'sequence',
    'movement_type',
    'movement_date',
    'reason',
    'currency',
    'amount',
    'ex_gratia',
    'planned_on',
    'payee',
    'posted_on',
    'due_on',
  ],
} as const;

async function selectMovement(ctx: Ctx, id: number, lock: boolean) {
  const row = await selectRecord(ctx, MOVEMENT, { id, lock });
  return { ...row, movement_type: row.movement_type as MovementType };
}

/** One movement within the caller's branches, locked until the commit. */
export const lockMovement = (ctx: Ctx, id: number) => selectMovement(ctx, id, true);
/** The same without the lock, for what only looks. */
export const readMovement = (ctx: Ctx, id: number) => selectMovement(ctx, id, false);

/** What a claim's amounts are divided by. C1. */
export const termsOf = (claim: Pick<Claim, 'claim_share'>, { lines }: Pick<AtLoss, 'lines'>): ClaimTerms => ({
  share: claim.claim_share,
  lines,
});

/** The currency that a claim is kept in, and its rate to the policy's. C4. */
export const currencyOf = (
  claim: Pick<Claim, 'currency' | 'exchange_rate'>,
  { placement }: Pick<AtLoss, 'placement'>,
) => ({
  currency: claim.currency,
  policyCurrency: placement.currency,
  rate: claim.exchange_rate ?? PAR,
});
