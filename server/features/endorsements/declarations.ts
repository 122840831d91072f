import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type {
  declarationEffect as effectEndpoint,
  saveDeclaration as saveEndpoint,
} from '../../../domain/endorsements/declaration.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import {
  adjustedFrom,
  declaredPremium,
  readAdjustment,
  type Adjustment,
  type Declared,
  type MinimumKept,
} from '../../../domain/placements/adjustment.ts';
import { returnableOn } from '../../../domain/endorsements/layers.ts';
import { amountFault, formatAmount, parseAmount, showMoney } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { placementAt } from '../placements/placement.ts';
import { lockPolicy, readPolicy, type Policy } from '../placements/queries.ts';
import { assertEndorsable, saveEndorsement } from './actions.ts';
import { shownEffect } from './effect.ts';
import { readTyped, type EndorsementInput } from './input.ts';

type Body = Decoded<typeof saveEndpoint>['body'];
type Worked = { adjustment: Adjustment; declared: bigint; premiumNow: bigint; due: Declared; input: EndorsementInput };

function adjustmentOf(policy: Policy): Adjustment | null {
  const { adjustment_basis: basis, adjustment_rate: rate, minimum_premium: minimum, minimum_kept: kept } = policy;
  return readAdjustment({ basis, rate, minimum }, kept as MinimumKept);
}

function describe(policy: Policy, { adjustment, declared, due }: Omit<Worked, 'input' | 'premiumNow'>): string {
  const show = (amount: bigint) => showMoney({ amount, currency: policy.currency });
  const least = due.adjusted === due.byRate ? '' : `, not below the minimum premium of ${show(adjustment.minimum)}`;
  return `Declaration of ${adjustment.basis}: ${show(declared)} at ${formatRate(adjustment.rate)}%${least}. Adjusted premium ${show(due.adjusted)}.`;
}

/** A declaration worked out on the present policy: an endorsement of the difference for the whole period. */
async function worked(ctx: Ctx, policy: Policy, body: Body): Promise<Worked> {
  assertEndorsable(policy);
  const adjustment = adjustmentOf(policy);
  if (!adjustment) throw invalid({ field: 'policy', message: 'The premium of this policy is not adjustable.' });
  const declared = parseAmount(body.declared, policy.currency);
  if (typeof declared !== 'bigint')
    throw invalid({ field: 'declared', message: amountFault(declared, policy.currency) });
  if (declared < 0n) throw invalid({ field: 'declared', message: 'What was declared must not be less than 0.' });
  const { stack } = await placementAt(ctx, policy, null);
  const premiumNow = returnableOn(stack);
  const due = declaredPremium(adjustment, { declared, premiumNow });
  const keyed = due.difference < 0n ? -due.difference : due.difference;
  const typed = (body.description ?? '').trim();
  const words = describe(policy, { adjustment, declared, due });
  const input: EndorsementInput = {
    policy: policy.id,
    endorsementtype: due.type,
    effective_date: adjustedFrom(stack.period.start, stack.lastDate),
    description: typed.length < 3 ? words : `${typed} ${words}`.slice(0, 2000),
    ...(due.type !== 'NIL' && { basis: 'KEYED' as const, premium: formatAmount(keyed, policy.currency) }),
  };
  return { adjustment, declared, premiumNow, due, input };
}

/** What a declaration comes to and what its endorsement would do; nothing is saved. */
export async function declarationEffect(
  ctx: Ctx,
  { body }: Decoded<typeof effectEndpoint>,
): Promise<Reply<typeof effectEndpoint>> {
  const policy = await readPolicy(ctx, body.policy);
  const { adjustment, declared, premiumNow, due, input } = await worked(ctx, policy, body);
  const money = (amount: bigint) => formatAmount(amount, policy.currency);
  return {
    currency: policy.currency,
    basis: adjustment.basis,
    rate: adjustment.rate,
    declared: money(declared),
    by_rate: money(due.byRate),
    minimum_premium: money(adjustment.minimum),
    at_minimum: due.adjusted !== due.byRate,
    adjusted: money(due.adjusted),
    premium_now: money(premiumNow),
    difference: money(due.difference),
    endorsementtype: due.type,
    effective_date: input.effective_date,
    effect: await shownEffect(ctx, policy, {
      checked: await readTyped(ctx, policy, { input, number: 0 }),
      input,
      day: input.effective_date,
    }),
  };
}

async function openDeclaration(ctx: Ctx, policyId: number): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('declarations as d')
    .innerJoin('endorsements as e', 'e.id', 'd.endorsement_id')
    .select('e.number')
    .where('d.policy_id', '=', policyId)
    .where('d.branch_id', 'in', ctx.scope)
    .where('e.status', 'in', ['DRAFT', 'PENDING', 'REJECTED'])
    .executeTakeFirst();
  return row?.number ?? null;
}

/** Keeps a declaration and drafts the endorsement of the difference, which is approved as any other. */
export async function saveDeclaration(
  ctx: Ctx,
  { body }: Decoded<typeof saveEndpoint>,
): Promise<Reply<typeof saveEndpoint>> {
  const policy = await lockPolicy(ctx, body.policy);
  if (!ctx.can('policies.create', policy.branch_id)) throw new AppError('FORBIDDEN');
  const { declared, due, input } = await worked(ctx, policy, body);
  const waiting = await openDeclaration(ctx, policy.id);
  if (waiting !== null)
    throw invalid({ field: 'declared', message: `${waiting} is not decided yet: decide or disable it first.` });
  const saved = await saveEndorsement(ctx, input, policy.market);
  await ctx.db
    .insertInto('declarations')
    .values({
      branch_id: policy.branch_id,
      policy_id: policy.id,
      endorsement_id: saved.id,
      declared,
      adjusted: due.adjusted,
      made_by: ctx.user.id,
      made_at: ctx.now,
    })
    .execute();
  return saved;
}
