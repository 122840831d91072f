import { sql } from 'kysely';
import type { Ctx } from '../../platform/http/context.ts';

export type LineSum = {
  security: number;
  premium: bigint;
  commission: bigint;
  brokerage: bigint;
  tax: bigint;
  reinsured: bigint;
  net: bigint;
};

/** Per security, what the policy and these endorsements brought, in the order in which each first came on. */
export async function lineSums(ctx: Ctx, policyId: number, endorsements: readonly number[]): Promise<LineSum[]> {
  const { rows } = await sql<LineSum>`
    select security_id as security, sum(share_premium)::bigint as premium, sum(commission_amount)::bigint as commission,
      sum(brokerage_amount)::bigint as brokerage, sum(tax_amount)::bigint as tax, sum(reinsured)::bigint as reinsured,
      sum(net_payable)::bigint as net
    from (
      select 0 as place, l.position, l.security_id, l.share_premium, l.commission_amount, l.brokerage_amount, l.tax_amount, l.net_payable,
        (select coalesce(sum(x.amount), 0) from policy_taxes x where x.line_id = l.id and x.borne_by = 'REINSURED') as reinsured
      from policy_lines l where l.policy_id = ${policyId} and l.branch_id = any(${ctx.scope}::int[])
      union all
      select l.endorsement_id, l.position, l.security_id, l.share_premium, l.commission_amount, l.brokerage_amount, l.tax_amount, l.net_payable,
        (select coalesce(sum(x.amount), 0) from endorsement_taxes x where x.line_id = l.id and x.borne_by = 'REINSURED')
      from endorsement_lines l where l.endorsement_id = any(${endorsements}::int[]) and l.branch_id = any(${ctx.scope}::int[])
    ) as moved group by security_id order by min(place), min(position)`.execute(ctx.db);
  return rows;
}
