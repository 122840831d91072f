import { sql } from 'kysely';
import { inPolicyCurrency, leftToReinstate, OVER_REINSTATED } from '../../../domain/claims/limits.ts';
import type { draftReinstatement, findSetOff, reinstatementOf } from '../../../domain/claims/movement-contract.ts';
import { reinstatementPremium } from '../../../domain/claims/ratios.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { invalid } from '../../../domain/errors.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import { daysLeft, returnableOn } from '../../../domain/endorsements/layers.ts';
import { allocate } from '../../../domain/values/decimal.ts';
import { type Day, daysInPeriod, laterOf } from '../../../domain/values/day.ts';
import { formatAmount, showMoney } from '../../../domain/values/money.ts';
import { percentOf } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Saved } from '../decisions.ts';
import { saveEndorsement } from '../endorsements/actions.ts';
import type { EndorsementInput } from '../endorsements/input.ts';
import { reinstatedOn } from '../endorsements/reinstatement.ts';
import { claimTermsOf } from '../placements/claim-terms.ts';
import { type AtLoss, policyAtLoss } from './at-loss.ts';
import { moneyOf } from './money.ts';
import { type Claim, currencyOf, lockClaim, readClaim } from './queries.ts';

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

/** What is reinstated: the amount that is asked for, else all that the claim used of the limit and was not put back. */
async function reinstatedBy(ctx: Ctx, claim: Claim, { atLoss, typed }: { atLoss: AtLoss; typed: string | null }) {
  const most = leftToReinstate({
    incurred: inPolicyCurrency(claim.incurred, currencyOf(claim, atLoss)),
    sumInsured: atLoss.sumInsured,
    reinstated: await reinstatedOn(ctx, claim.policy_id, claim.id),
  });
  if (typed === null) return most;
  const amount = readPositive(typed, atLoss.placement.currency);
  if (typeof amount === 'string') throw invalid({ field: 'amount', message: amount });
  if (amount > most) throw invalid({ field: 'amount', message: OVER_REINSTATED });
  return amount;
}

/** The reinstatement premium of a claim as its policy has it. C12. */
async function proposal(ctx: Ctx, claim: Claim, typed: string | null) {
  const atLoss = await policyAtLoss(ctx, claim.policy_id, claim.loss_date);
  const terms = await claimTermsOf(ctx, claim.policy_id);
  const { current, currency } = atLoss.placement;
  const [left, days] = [
    daysLeft(current.period, claim.loss_date),
    daysInPeriod(current.period.start, current.period.end),
  ];
  const reinstated = await reinstatedBy(ctx, claim, { atLoss, typed });
  const percent = terms.reinstatement_percent ?? 0n;
  const time = terms.reinstatement_as_to_time ? { left, days } : null;
  // What was paid to put the limit back before is no premium of the cover.
  const cover = { premium: returnableOn(atLoss.placement.stack), limit: atLoss.sumInsured };
  const premium = reinstatementPremium({ ...cover, reinstated, percent, time });
  return { atLoss, currency, reinstated, percent, left, days, premium, terms };
}

function whyNot({ terms, reinstated, premium }: Awaited<ReturnType<typeof proposal>>, claim: Claim): string | null {
  if (terms.reinstatement_percent === null) return 'The policy has no reinstatement.';
  if (claim.status !== 'APPROVED') return 'The claim is not approved.';
  if (reinstated === 0n) return 'All that the claim used of the limit is put back.';
  return premium === 0n ? 'The limit is put back without premium.' : null;
}

/** The same for the form by which the additional premium is drafted. C12. */
export async function reinstatement(
  ctx: Ctx,
  { query }: Decoded<typeof reinstatementOf>,
): Promise<Reply<typeof reinstatementOf>> {
  const claim = await readClaim(ctx, query.claim);
  const proposed = await proposal(ctx, claim, query.amount ?? null);
  const { atLoss, currency, premium, terms } = proposed;
  const weights = atLoss.lines.map((one) => one.line);
  const parts = atLoss.share > 0n ? allocate(percentOf(premium, atLoss.share), weights) : weights;
  const text = (amount: bigint) => formatAmount(amount, currency);
  return {
    currency,
    reinstated: text(proposed.reinstated),
    limit: text(atLoss.sumInsured),
    percent: proposed.percent,
    as_to_time: terms.reinstatement_as_to_time,
    days_left: proposed.left,
    days: proposed.days,
    premium: text(premium),
    securities: atLoss.lines.map(({ securityId: id, name }, index) => ({
      security: { id, name },
      amount: text(parts[index] ?? 0n),
    })),
    why_not: whyNot(proposed, claim),
  };
}

/** Drafts the additional premium of the lines at the date of loss, from that day, to be submitted as any endorsement. C12. */
export async function saveReinstatement(
  ctx: Ctx,
  { body }: Decoded<typeof draftReinstatement>,
): Promise<Saved<string>> {
  const claim = await lockClaim(ctx, body.claim);
  const proposed = await proposal(ctx, claim, body.amount ?? null);
  const { atLoss, currency, premium, reinstated } = proposed;
  const refusal = whyNot(proposed, claim);
  if (refusal !== null) throw invalid({ field: 'amount', message: refusal });
  const [amount, limit] = [formatAmount(reinstated, currency), showMoney({ amount: reinstated, currency })];
  const { start } = atLoss.placement.original.period;
  const input: EndorsementInput = {
    policy: claim.policy_id,
    endorsementtype: 'AP',
    basis: 'KEYED',
    effective_date: laterOf(claim.loss_date, start),
    description: `Reinstatement of ${limit} of the limit, used by ${claim.number}`,
    reason: `Reinstatement premium of ${claim.number}, on the lines at its date of loss`,
    premium: formatAmount(premium, currency),
    reinstates: { claim: claim.id, amount },
  };
  return saveEndorsement(ctx, input, atLoss.placement.market);
}
