import { sql } from 'kysely';
import { adviceIsDue } from '../../../domain/claims/ratios.ts';
import { firstOf } from '../../../domain/errors.ts';
import { convert } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { lastRate } from '../ledger/rates.ts';
import type { AtLoss } from './at-loss.ts';
import { INCURRED_AT_OWN_RATES } from './own-rates.ts';
import type { Claim } from './queries.ts';

/** From which loss of a class, or of the class of a subclass, the securities are advised, in base; null: of none. C18. */
async function thresholdOf(ctx: Ctx, { placement }: Pick<AtLoss, 'placement'>): Promise<bigint | null> {
  const { rows } = await sql<{ amount: bigint | null }>`
    select coalesce(t.large_loss_from, c.large_loss_from) as amount
    from cover_types t left join cover_types c on c.id = t.class_id where t.id = ${placement.cover.id}`.execute(ctx.db);
  return rows[0]?.amount ?? null;
}

/** What is incurred at 100 % in base: at today's rate, or at the claim's own where its currency has none. */
async function incurredInBase(ctx: Ctx, { id, currency, incurred }: Pick<Claim, 'id' | 'currency' | 'incurred'>) {
  const rate = await lastRate(ctx, currency, ctx.today);
  if (rate !== null) return convert(incurred, { from: currency, to: ctx.firm.baseCurrency, rate });
  const { rows } = await sql<{ amount: bigint }>`
    select ${INCURRED_AT_OWN_RATES} as amount from claims c where c.id = ${id}`.execute(ctx.db);
  return firstOf(rows).amount;
}

/** Whether a claim is a large loss of its class. C18. */
export async function isLarge(ctx: Ctx, claim: Claim, atLoss: AtLoss): Promise<boolean> {
  const threshold = await thresholdOf(ctx, atLoss);
  if (threshold === null) return false;
  return (await incurredInBase(ctx, claim)) >= threshold;
}

/** What the securities are to be advised of now, at 100 % in base; null where no advice is due. C18. */
export async function adviceDue(ctx: Ctx, claim: Claim, atLoss: AtLoss): Promise<bigint | null> {
  const threshold = await thresholdOf(ctx, atLoss);
  if (threshold === null) return null;
  const incurred = await incurredInBase(ctx, claim);
  return adviceIsDue({ incurred, threshold, advised: claim.advised }) ? incurred : null;
}

/** What is said where an advice is due. */
export const ADVISE = 'A large loss of its class: advise the securities.';
