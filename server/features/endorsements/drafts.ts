import * as z from 'zod/mini';
import { policyBody } from '../../../domain/policies/contract.ts';
import { slipBody, type SlipSections } from '../../../domain/policies/london.ts';
import { premiumFromRate, type PlacementLine } from '../../../domain/policies/figures.ts';
import type { Period } from '../../../domain/policies/layers.ts';
import { ofOrder } from '../../../domain/policies/signing.ts';
import { divideRounded } from '../../../domain/values/decimal.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Saved } from '../decisions.ts';
import { savePolicy } from '../policies/actions.ts';
import { linesOf, partiesById, type Policy } from '../policies/queries.ts';
import { policyRecord } from '../policies/record.ts';
import { slipRecord } from '../policies/slip-record.ts';
import { saveSlip } from '../policies/slips.ts';
import { standingOf } from './queries.ts';
import { stackOf } from './stack.ts';

/** The terms that a new draft starts from: the policy's as they stand, over another period. */
export type Terms = {
  period: Period;
  fac: bigint;
  commission: bigint;
  brokerage: bigint;
  sumInsured: bigint;
  premium: bigint;
  lines: readonly PlacementLine[];
};

/** A policy's terms as its approved endorsements have made them; null once it is cancelled. */
export async function asEndorsed(ctx: Ctx, policy: Policy): Promise<Terms | null> {
  const { period, terms, cancelledFrom } = await stackOf(ctx, policy);
  if (cancelledFrom !== null) return null;
  const { sumInsured } = await standingOf(ctx, policy.id);
  return {
    period,
    fac: terms.fac,
    commission: terms.commission,
    brokerage: terms.brokerage,
    lines: terms.lines,
    sumInsured,
    // A whole period's premium of the sum insured as it stands, at the rate that the original was made at.
    premium: divideRounded(policy.premium * sumInsured, policy.sum_insured),
  };
}

/** A policy's terms as they were entered. */
export async function asEntered(ctx: Ctx, policy: Policy): Promise<Terms> {
  return {
    period: { start: policy.insurance_start_date, end: policy.insurance_end_date },
    fac: policy.fac,
    commission: policy.cedant_commission,
    brokerage: policy.brokerage,
    sumInsured: policy.sum_insured,
    premium: policy.premium,
    lines: await linesOf(ctx, policy.id),
  };
}

// A security that has become inactive is left out: the draft says that it is not placed in full.
async function activeLines(ctx: Ctx, lines: readonly PlacementLine[]) {
  const parties = await partiesById(
    ctx,
    'SECURITY',
    lines.map((line) => line.securityId),
  );
  return lines.filter((line) => parties.get(line.securityId)?.status === 'ACTIVE');
}

/** Clauses that became inactive cannot be put on a new placement. */
async function activeClauses(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('clauses')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'ACTIVE')
    .execute();
  const active = new Set(rows.map((row) => row.id));
  return ids.filter((id) => active.has(id));
}

// Days of last year, and a leader who has no line any more, are not this year's.
function sectionsFor(slip: SlipSections, lines: readonly PlacementLine[]): SlipSections {
  const { leader } = slip.subscription;
  const leads = lines.some((line) => line.securityId === leader);
  const { subjectivities } = slip.risk;
  return {
    ...slip,
    risk: {
      ...slip.risk,
      ...(subjectivities && { subjectivities: subjectivities.map((one) => ({ ...one, by: null })) }),
    },
    subscription: { ...slip.subscription, leader: leads ? leader : null, settlement_due_date: null },
  };
}

/** What a save of the market takes. */
export type DraftBody =
  | { market: 'LOCAL'; body: z.output<typeof policyBody> }
  | { market: 'LONDON'; body: z.output<typeof slipBody> };

/** These terms as the body of a new placement, of the same market as the policy that they are of. */
export async function bodyOf(ctx: Ctx, policy: Policy, terms: Terms): Promise<DraftBody> {
  const record = await policyRecord(ctx, policy.id);
  const { lines } = terms;
  const byRate =
    policy.premium_rate !== null && premiumFromRate(terms.sumInsured, policy.premium_rate) === terms.premium;
  const placement = {
    reinsured: policy.reinsured_id,
    insured: policy.insured_id,
    cover_type: policy.cover_type_id,
    dateoffered: ctx.today,
    insurance_start_date: terms.period.start,
    insurance_end_date: terms.period.end,
    currency: policy.currency,
    sum_insured: formatAmount(terms.sumInsured, policy.currency),
    rate: policy.premium_rate,
    premium: byRate ? null : formatAmount(terms.premium, policy.currency),
    fac: terms.fac,
    cedant_commission: terms.commission,
    brokerage: terms.brokerage,
    cedant_policy_number: record.cedant_policy_number,
    excess_amount: record.excess_amount,
    payment_terms: policy.payment_terms,
    remittance_days: policy.remittance_days,
    warranty: record.warranty,
    clauses: record.clauses.map((clause) => clause.id),
    adjustment_basis: record.adjustment?.basis ?? null,
    adjustment_rate: record.adjustment?.rate ?? null,
    minimum_premium: record.adjustment?.minimum_premium ?? null,
  };
  const own = (line: PlacementLine) => ({
    security: line.securityId,
    commission: line.commission ?? null,
    brokerage: line.brokerage ?? null,
  });
  if (policy.market === 'LOCAL') {
    const { interest, excess, territory } = record;
    const securities = lines.map((line) => ({ ...own(line), offer: line.share, share: line.share }));
    return { market: 'LOCAL', body: { ...placement, interest, excess, territory, securities } };
  }
  const { slip } = await slipRecord(ctx, policy.id);
  const inOrder = slip.security.written_basis === 'ORDER';
  const securities = lines.map((line) => ({
    ...own(line),
    written: inOrder ? ofOrder(line.share, terms.fac) : line.share,
    // Who wrote last year has not written this year yet.
    quoted_on: null,
    written_on: null,
    signed_on: null,
  }));
  return { market: 'LONDON', body: { ...placement, slip: sectionsFor(slip, lines), securities } };
}

/** The same as it travels in a save: percentages and amounts as text. */
export function wireBody(draft: DraftBody): Record<string, unknown> {
  return draft.market === 'LOCAL' ? z.encode(policyBody, draft.body) : z.encode(slipBody, draft.body);
}

/** Saves a draft on these terms; what became inactive since is left out, and the draft says what it is short of. */
export async function saveDraft(ctx: Ctx, policy: Policy, terms: Terms): Promise<Saved<string>> {
  const draft = await bodyOf(ctx, policy, { ...terms, lines: await activeLines(ctx, terms.lines) });
  const named = (draft.body.clauses ?? []).map((one) => (typeof one === 'number' ? one : one.id));
  const clauses = await activeClauses(ctx, named);
  return draft.market === 'LOCAL'
    ? savePolicy(ctx, { ...draft.body, clauses })
    : saveSlip(ctx, { ...draft.body, clauses });
}
