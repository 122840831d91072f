import { sum } from '../../../domain/values/money.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ground } from '../../../domain/endorsements/bases.ts';
import { replay } from '../../../domain/policies/endorsements.ts';
import type { PlacementFigures, PlacementLine, TaxRule } from '../../../domain/policies/figures.ts';
import { originalStack, type PolicyStack } from '../../../domain/policies/layers.ts';
import { standingOn } from '../../../domain/policies/standing.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { termsOf } from '../policies/booking.ts';
import { linesOf, taxRulesOn, type Policy } from '../policies/queries.ts';
import { figuresOf } from '../policies/record.ts';
import { appliedTo, standingOf } from './queries.ts';

/**
 * The taxes that a policy was approved with, as rules: what was kept with its lines, whatever the configuration says now. A
 * tax that fell on some lines only is that of their residence.
 */
function keptRules(noted: PlacementFigures, lines: readonly PlacementLine[]): TaxRule[] {
  const rules = new Map<string, { rule: TaxRule; on: Set<number> }>();
  for (const line of noted.lines) {
    for (const tax of line.taxes) {
      const key = `${tax.taxId}/${tax.rate}/${tax.basis}/${tax.borneBy}`;
      const { taxId, code, name, rate, basis, borneBy } = tax;
      const rule: TaxRule = {
        taxId,
        code,
        name,
        rate,
        basis,
        borneBy,
        appliesTo: 'ALL',
        market: null,
        classId: null,
      };
      const known = rules.get(key) ?? { rule, on: new Set<number>() };
      known.on.add(line.securityId);
      rules.set(key, known);
    }
  }
  return [...rules.values()].map(({ rule, on }) => {
    if (lines.every((line) => on.has(line.securityId))) return rule;
    const abroad = lines.every((line) => !on.has(line.securityId) || !line.resident);
    return { ...rule, appliesTo: abroad ? 'NON_RESIDENT' : 'RESIDENT' };
  });
}

async function originalOf(ctx: Ctx, policy: Policy): Promise<PolicyStack> {
  const rows = await linesOf(ctx, policy.id);
  const lines = rows.map(({ securityId, resident, share, commission, brokerage }) => ({
    securityId,
    resident,
    share,
    commission,
    brokerage,
  }));
  const { premium, ...terms } = await termsOf(ctx, policy, rows);
  const noted = await figuresOf(ctx, policy, rows);
  return originalStack({
    period: { start: policy.insurance_start_date, end: policy.insurance_end_date },
    terms: { ...terms, lines, taxes: keptRules(noted, lines) },
    premium,
    noted,
  });
}

/** An approved policy as its approved endorsements have made it; as at a day, those that stand then. §2 Endorsements. */
export async function stackOf(ctx: Ctx, policy: Policy, asAt: Day | null = null): Promise<PolicyStack> {
  const { standing } = standingOn(await appliedTo(ctx, policy.id), asAt);
  return replay(await originalOf(ctx, policy), standing);
}

/** What an endorsement of a policy from this day is worked out on. */
export async function groundOf(ctx: Ctx, policy: Policy, date: Day): Promise<Ground> {
  return {
    stack: await stackOf(ctx, policy),
    original: { premium: policy.premium, sumInsured: policy.sum_insured },
    ...(await standingOf(ctx, policy.id)),
    taxes: await taxRulesOn(ctx, date),
  };
}

/** All that the policy has been noted for, with what an endorsement adds. */
export function taxOf(figures: PlacementFigures): bigint {
  return sum(figures.lines.map((line) => line.taxOfSecurity + line.taxOfReinsured));
}
