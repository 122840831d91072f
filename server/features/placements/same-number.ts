import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { sameNumber as endpoint } from '../../../domain/placements/contract.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Policy } from './queries.ts';

type Query = Decoded<typeof endpoint>['query'];
const MOST = 10;

/** Other policies of a reinsured with the same number of its own, whose cover overlaps; the renewal of one does not. */
export async function sameNumber(ctx: Ctx, query: Query): Promise<Reply<typeof endpoint>> {
  return ctx.db
    .selectFrom('policies')
    .select(['id', 'broker_reference as name'])
    .where('branch_id', 'in', ctx.scope)
    .where('insurance_start_date', '<=', query.end)
    .where('cover_end_date', '>=', query.start)
    .where(sql<boolean>`id in (select policies_of_cedant(${query.reinsured}, ${query.number}))`)
    .where('status', '<>', 'DISABLED')
    .where('id', '<>', query.policy ?? 0)
    .orderBy('id')
    .limit(MOST)
    .execute();
}

/** The same as a warning to who decides on a policy; none where its number is not entered or is its own. */
export async function sameNumberWords(ctx: Ctx, policy: Policy): Promise<string[]> {
  if (policy.cedant_policy_number === '') return [];
  const others = await sameNumber(ctx, {
    reinsured: policy.reinsured_id,
    number: policy.cedant_policy_number,
    start: policy.insurance_start_date,
    end: policy.insurance_end_date,
    policy: policy.id,
  });
  const names = others.map((one) => one.name).join(', ');
  return others.length === 0 ? [] : [`${names} has the same cedant’s policy number for this period.`];
}
