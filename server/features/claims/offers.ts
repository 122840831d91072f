import { sql } from 'kysely';
import { inPolicyCurrency } from '../../../domain/claims/limits.ts';
import type { findSetOff, reinstatementOf } from '../../../domain/claims/movement-contract.ts';
import { reinstatementPremium } from '../../../domain/claims/ratios.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { invalid } from '../../../domain/errors.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import { daysLeft } from '../../../domain/endorsements/layers.ts';
import { allocate } from '../../../domain/values/decimal.ts';
import { type Day, daysInPeriod } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { percentOf } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { claimTermsOf } from '../placements/claim-terms.ts';
import { type AtLoss, policyAtLoss } from './at-loss.ts';
import { moneyOf } from './money.ts';
import { type Claim, currencyOf, readClaim } from './queries.ts';

type Note = { id: number; number: string; policy: number; reference: string; due_on: Day; outstanding: bigint };

/** What was collected on a claim and is free, and the open debit notes of its reinsured in its currency. C7. */
export async function setOffOf(ctx: Ctx, { query }: Decoded<typeof findSetOff>): Promise<Reply<typeof findSetOff>> {
  const claim = await readClaim(ctx, query.claim);
  const { collected, committed } = await moneyOf(ctx, claim.id);
  const { rows } = await sql<Note>`
    select n.id, n.number, p.id as policy, p.broker_reference as reference, n.due_on, n.amount - n.settled as outstanding
    from notes n join policies p on p.id = n.policy_id
    where n.party_id = (select reinsured_id from policies where id = ${claim.policy_id}) and n.currency = ${claim.currency}
      and n.branch_id = ${claim.branch_id} and n.kind = 'DN' and n.purpose = 'PREMIUM' and n.status = 'ISSUED' and n.settled < n.amount
    order by n.due_on, n.id limit 500`.execute(ctx.db);
  const text = (amount: bigint) => formatAmount(amount, claim.currency);
  return {
    currency: claim.currency,
    free: text(collected > committed ? collected - committed : 0n),
    notes: rows.map(({ policy, reference, outstanding, ...row }) => ({
      ...row,
      policy: { id: policy, name: reference },
      outstanding: text(outstanding),
    })),
  };
}

/** What is reinstated: the amount that is asked for, else all that the claim used of the limit. */
function reinstatedBy(claim: Claim, atLoss: AtLoss, typed: string | undefined): bigint {
  const used = inPolicyCurrency(claim.incurred, currencyOf(claim, atLoss));
  const most = used < atLoss.sumInsured ? used : atLoss.sumInsured;
  if (typed === undefined) return most;
  const amount = readPositive(typed, atLoss.placement.currency);
  if (typeof amount === 'string') throw invalid({ field: 'amount', message: amount });
  if (amount > most) throw invalid({ field: 'amount', message: 'More than the claim used of the limit.' });
  return amount;
}

/** The reinstatement premium of a claim as its policy has it, for the additional premium that is keyed. C12. */
export async function reinstatement(
  ctx: Ctx,
  { query }: Decoded<typeof reinstatementOf>,
): Promise<Reply<typeof reinstatementOf>> {
  const claim = await readClaim(ctx, query.claim);
  const atLoss = await policyAtLoss(ctx, claim.policy_id, claim.loss_date);
  const terms = await claimTermsOf(ctx, claim.policy_id);
  const { current, currency } = atLoss.placement;
  const [left, days] = [
    daysLeft(current.period, claim.loss_date),
    daysInPeriod(current.period.start, current.period.end),
  ];
  const reinstated = reinstatedBy(claim, atLoss, query.amount);
  const percent = terms.reinstatement_percent ?? 0n;
  const time = terms.reinstatement_as_to_time ? { left, days } : null;
  const { premium: atLossPremium } = current;
  const premium = reinstatementPremium({ premium: atLossPremium, reinstated, limit: atLoss.sumInsured, percent, time });
  const weights = atLoss.lines.map((one) => one.line);
  const parts = atLoss.share > 0n ? allocate(percentOf(premium, atLoss.share), weights) : weights;
  const text = (amount: bigint) => formatAmount(amount, currency);
  return {
    currency,
    reinstated: text(reinstated),
    limit: text(atLoss.sumInsured),
    percent,
    as_to_time: terms.reinstatement_as_to_time,
    days_left: left,
    days,
    premium: text(premium),
    securities: atLoss.lines.map(({ securityId: id, name }, index) => ({
      security: { id, name },
      amount: text(parts[index] ?? 0n),
    })),
    why_not: terms.reinstatement_percent === null ? 'The policy has no reinstatement.' : null,
  };
}
