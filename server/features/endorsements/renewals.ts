import { AppError } from '../../../domain/errors.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { notRenewPolicy as notRenewEndpoint, renewPolicies } from '../../../domain/endorsements/renewal.ts';
import { renewalPeriod } from '../../../domain/policies/endorsements.ts';
import { premiumFromRate, type PlacementLine } from '../../../domain/policies/figures.ts';
import type { Period } from '../../../domain/policies/layers.ts';
import { ofOrder } from '../../../domain/policies/signing.ts';
import { divideRounded } from '../../../domain/values/decimal.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { moveRecord } from '../decisions.ts';
import { POLICY, savePolicy } from '../policies/actions.ts';
import { linesOf, lockPolicy, partiesById, type Policy } from '../policies/queries.ts';
import { policyRecord } from '../policies/record.ts';
import { slipRecord } from '../policies/slip-record.ts';
import { saveSlip } from '../policies/slips.ts';
import { standingOf } from './queries.ts';
import { stackOf } from './stack.ts';

type Saved = { id: number; version: number; status: string; number: string };

/** The terms that a new draft starts from: the policy's as they stand, over another period. */
type Terms = {
  period: Period;
  fac: bigint;
  commission: bigint;
  brokerage: bigint;
  sumInsured: bigint;
  premium: bigint;
  lines: readonly PlacementLine[];
};

async function asEndorsed(ctx: Ctx, policy: Policy): Promise<Terms | null> {
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

async function asEntered(ctx: Ctx, policy: Policy): Promise<Terms> {
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

/** Saves a draft on these terms, of the same market as the policy that they are of. */
async function saveDraft(ctx: Ctx, policy: Policy, terms: Terms): Promise<Saved> {
  const record = await policyRecord(ctx, policy.id);
  const lines = await activeLines(ctx, terms.lines);
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
    return savePolicy(ctx, { ...placement, interest, excess, territory, securities });
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
  return saveSlip(ctx, { ...placement, slip, securities });
}

async function renewalOf(ctx: Ctx, policyId: number): Promise<Saved | null> {
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
 * Renews an approved policy that was not cancelled: a draft of the next period on the terms as they stand, linked to it. A
 * second time it gives the same draft. §2 RENEWAL.
 */
export async function renewPolicy(ctx: Ctx, id: number): Promise<Saved> {
  const policy = await lockPolicy(ctx, id);
  if (!ctx.can('policies.create', policy.branch_id)) throw new AppError('FORBIDDEN');
  const made = await renewalOf(ctx, policy.id);
  if (made) return made;
  const terms = policy.status === 'APPROVED' ? await asEndorsed(ctx, policy) : null;
  if (!terms) throw new AppError('NOT_RENEWABLE');
  const saved = await saveDraft(ctx, policy, { ...terms, period: renewalPeriod(terms.period) });
  await ctx.db.updateTable('policies').set({ renewed_from_id: policy.id }).where('id', '=', saved.id).execute();
  await moveRecord(
    ctx,
    { kind: POLICY, record: policy },
    {
      status: policy.status,
      action: 'renewed',
      set: { not_renewed_reason: null, updated_at: ctx.now },
      facts: { renewal: saved.number },
    },
  );
  return saved;
}

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
      done.push({ policy, renewal: null, problem: error.errors[0]?.message ?? error.message });
    }
  }
  return done;
}

/** Says that a policy is not renewed, and why; an empty reason takes it back. */
export async function notRenew(ctx: Ctx, { params, body }: Decoded<typeof notRenewEndpoint>): Promise<Saved> {
  const policy = await lockPolicy(ctx, params.id);
  if (!ctx.can('policies.create', policy.branch_id)) throw new AppError('FORBIDDEN');
  if (policy.status !== 'APPROVED' || (await renewalOf(ctx, policy.id))) throw new AppError('NOT_RENEWABLE');
  const reason = body.reason === '' ? null : body.reason;
  const moved = await moveRecord(
    ctx,
    { kind: POLICY, record: policy },
    {
      status: policy.status,
      action: reason === null ? 'to_be_renewed' : 'not_renewed',
      set: { not_renewed_reason: reason, updated_at: ctx.now },
      facts: { reason },
    },
  );
  return { ...moved, number: policy.broker_reference };
}

/** A draft on the terms of another policy as they were entered; nothing links the two. */
export async function copyPolicy(ctx: Ctx, id: number): Promise<Saved> {
  const policy = await lockPolicy(ctx, id);
  if (!ctx.can('policies.create', policy.branch_id)) throw new AppError('FORBIDDEN');
  return saveDraft(ctx, policy, await asEntered(ctx, policy));
}
