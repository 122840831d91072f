import type { Section } from '../../../domain/slips/sections.ts';
import type { Ctx } from '../../platform/http/context.ts';

/** Writes the sections of a slip, in place of those of an earlier save. */
export async function keepSections(
  ctx: Ctx,
  slip: { id: number; branchId: number },
  sections: readonly Section[],
): Promise<void> {
  await ctx.db.deleteFrom('slip_sections').where('policy_id', '=', slip.id).execute();
  if (sections.length === 0) return;
  await ctx.db
    .insertInto('slip_sections')
    .values(
      sections.map((one, index) => ({
        policy_id: slip.id,
        branch_id: slip.branchId,
        position: index + 1,
        name: one.name,
        interest: one.interest ?? '',
        limit_words: one.limit ?? '',
        excess: one.excess ?? '',
        situation: one.situation ?? '',
        conditions: one.conditions ?? '',
        sum_insured: one.sumInsured,
        limit_amount: one.limitAmount,
        premium: one.premium,
      })),
    )
    .execute();
}
