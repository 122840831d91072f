import { type RawBuilder, sql } from 'kysely';
import type { LossRecord } from '../../../domain/renewals/contract.ts';
import { lossRatio } from '../../../domain/claims/ratios.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Rate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';

/** Of a policy `t` and what it renewed, in its currency: premium and claims of five years at most, ours in minor units. */
export type Past = {
  past_policies: number;
  past_premium: bigint;
  past_claims: number;
  past_incurred: bigint;
  past_ex_gratia: bigint;
};

const inCurrencyOfPolicy = (amount: RawBuilder<unknown>) =>
  sql`round(${amount} * coalesce(c.exchange_rate, 10000000000)::numeric / 10000000000 * power(10::numeric, o.exponent - k.exponent))`;

// A claim in another currency is brought to the policy's; what is paid ex gratia is beside what is incurred. C4, C9.
export const PAST = sql`
  with recursive chain as (
    select t.id as policy, t.renewed_from_id as earlier, t.current_fac_premium as premium, 1 as years
    union all
    select p.id, p.renewed_from_id, p.current_fac_premium, chain.years + 1 from chain
    join policies p on p.id = chain.earlier and p.status = 'APPROVED' and p.currency = t.currency where chain.years < 5),
  losses as (
    select ${inCurrencyOfPolicy(sql`c.ours_incurred`)} as incurred, ${inCurrencyOfPolicy(sql`c.ours_ex_gratia`)} as ex_gratia
    from chain join claims c on c.policy_id = chain.policy and c.status = 'APPROVED'
    join currencies k on k.code = c.currency join currencies o on o.code = t.currency)
  select count(*)::int as past_policies, coalesce(sum(premium), 0)::bigint as past_premium,
    (select count(*) from losses)::int as past_claims, (select coalesce(sum(incurred), 0) from losses)::bigint as past_incurred,
    (select coalesce(sum(ex_gratia), 0) from losses)::bigint as past_ex_gratia
  from chain`;

export const pastRatio = (past: Past): Rate | null =>
  lossRatio({ incurred: past.past_incurred, exGratia: past.past_ex_gratia }, past.past_premium);

/** The loss record of a policy that expires, for the form of its renewal. C16. */
export async function lossRecordOf(ctx: Ctx, policyId: number): Promise<LossRecord> {
  const { rows } = await sql<Past & { currency: string }>`
    select t.currency, past.* from policies t cross join lateral (${PAST}) past
    where t.id = ${policyId} and t.branch_id = any(${[...ctx.scope]}::int[])`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('A policy that is renewed is there.');
  return {
    currency: row.currency,
    years: row.past_policies,
    premium: formatAmount(row.past_premium, row.currency),
    claims: row.past_claims,
    incurred: formatAmount(row.past_incurred, row.currency),
    ex_gratia: formatAmount(row.past_ex_gratia, row.currency),
    loss_ratio: pastRatio(row),
  };
}
