import { type RawBuilder, sql } from 'kysely';

/**
 * What a claim `c` incurred at 100 % comes to in base by rates of its own: that to its policy's currency, and the one at which the policy was
 * booked. For a day on which the currency of the claim has no rate. C4. Ten to the minus twentieth is written out: `power` gives nought for it on PostgreSQL 15.
 */
export const INCURRED_AT_OWN_RATES: RawBuilder<bigint> = sql`(
  select round(c.incurred * coalesce(c.exchange_rate, power(10::numeric, 10)) * p.exchange_rate * power(10::numeric, b.exponent - k.exponent) * 1e-20)::bigint
  from policies p cross join firm f join currencies b on b.code = f.base_currency join currencies k on k.code = c.currency
  where p.id = c.policy_id)`;
