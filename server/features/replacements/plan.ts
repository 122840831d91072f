import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { MOST_REPLACED, type planReplacement } from '../../../domain/replacements/contract.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { readPolicy } from '../placements/queries.ts';
import { refOf } from '../records.ts';
import { firstInForce } from '../reports/production/exposure.ts';
import { problemOf, readReplacement, type Replacement, replacementOn } from './replace.ts';

type Plan = Reply<typeof planReplacement>;
type InForce = Awaited<ReturnType<typeof firstInForce>>[number];

/** More than are shown, so that one knows whether there are others. */
const MOST_READ = MOST_REPLACED + 1;

/** The first policies, by id, on which it has a line on the day, those too that were booked since: these alone, or all but these. */
async function carrying(
  ctx: Ctx,
  { security, day }: Replacement,
  which: { among: readonly number[] } | { apart: readonly number[] },
): Promise<InForce[]> {
  const days: Day[] = day < ctx.today ? [day, ctx.today] : [day];
  const found = new Map<number, InForce>();
  for (const one of days) {
    const of = { party: security.id, day: one };
    for (const line of await firstInForce(ctx, of, { covering: day, most: MOST_READ, ...which }))
      found.set(line.policy.id, line);
  }
  return [...found.values()].toSorted((a, b) => a.policy.id - b.policy.id).slice(0, MOST_READ);
}

/** The drafts and endorsements that replace it from that day already, by policy. */
async function standing(
  ctx: Ctx,
  { security, day }: Replacement,
): Promise<Map<number, { id: number; number: string }>> {
  const rows = await ctx.db
    .selectFrom('replacement_items as i')
    .innerJoin('endorsements as e', 'e.id', 'i.endorsement_id')
    .select(['i.policy_id', 'e.id', 'e.number'])
    .where('i.security_id', '=', security.id)
    .where('i.effective_date', '=', day)
    .where('i.live', '=', true)
    .where('e.status', '!=', 'DISABLED')
    .where('i.branch_id', 'in', ctx.scope)
    .execute();
  return new Map(rows.map(({ policy_id, ...endorsement }) => [policy_id, endorsement]));
}

/**
 * On which policies a line would be replaced, how it would be divided, and what is in the way. Those that have their draft come
 * last, so that what is left is in sight however many there are.
 */
export async function plannedReplacement(ctx: Ctx, { body }: Decoded<typeof planReplacement>): Promise<Plan> {
  const of = await readReplacement(ctx, body);
  const made = await standing(ctx, of);
  const drafted = [...made.keys()];
  const all = [...(await carrying(ctx, of, { apart: drafted })), ...(await carrying(ctx, of, { among: drafted }))];
  const names = new Map(of.successors.map(({ security, name }) => [security, name]));
  const data: Plan['data'] = [];
  for (const { policy: ref, insured, reinsured } of all.slice(0, MOST_REPLACED)) {
    const policy = await readPolicy(ctx, ref.id);
    const replaced = await replacementOn(ctx, policy, of);
    const { line, lines } = replaced;
    const endorsement = made.get(ref.id);
    data.push({
      policy: ref,
      market: policy.market,
      insured,
      reinsured,
      line,
      lines: lines.flatMap(({ securityId, share }) => {
        const name = names.get(securityId);
        return name === undefined ? [] : [{ security: { id: securityId, name }, share }];
      }),
      endorsement: refOf(endorsement?.id ?? null, endorsement?.number ?? null),
      problem: endorsement === undefined ? await problemOf(ctx, policy, replaced) : null,
    });
  }
  return { security: of.security, effective_date: of.day, more: all.length > MOST_REPLACED, data };
}
