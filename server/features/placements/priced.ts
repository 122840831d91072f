import { type RawBuilder, sql } from 'kysely';
import type { EndorsementType } from '../../../domain/endorsements/endorsements.ts';
import type { Priced } from '../../../domain/endorsements/annual.ts';
import type { Day } from '../../../domain/values/day.ts';

/**
 * What was keyed for an additional or a return premium of `endorsements`, called by a name: nothing where it follows from the sum insured, or is of the
 * period alone, as a reinstatement and the difference of a declaration are.
 */
export const keyedOf = (e: string): RawBuilder<bigint | null> => {
  const of = (column: string) => sql.ref(`${e}.${column}`);
  return sql<bigint | null>`case when ${of('endorsement_type')} in ('AP', 'RP') and ${of('claim_id')} is null
    and coalesce(${of('input')} ->> 'basis', case when ${of('input')} ->> 'premium' is not null then 'KEYED' end) = 'KEYED'
    and not exists (select 1 from declarations d where d.endorsement_id = ${of('id')})
    then (${of('applied')} -> 'premium' ->> 'keyed')::bigint end`;
};

/** An endorsement in JSON, whose amounts are texts. */
type Kept = { type: EndorsementType; date: Day; sumInsured: string | null; keyed: string | null; end: Day | null };

/** The approved endorsements of a policy in the order of their approval, as JSON, as far as a whole period's premium depends on them. */
export const pricedBy = (policy: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select jsonb_agg(jsonb_build_object('type', e.endorsement_type, 'date', e.effective_date, 'sumInsured', e.sum_insured::text,
    'keyed', (${keyedOf('e')})::text, 'end', e.end_date) order by e.approval)
  from endorsements e where e.policy_id = ${policy} and e.status = 'APPROVED')`;

const amountOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

/** What `pricedBy` gave; nothing where there are none. */
export const pricedOf = (kept: readonly Kept[] | null): Priced[] =>
  (kept ?? []).map((one) => ({ ...one, sumInsured: amountOf(one.sumInsured), keyed: amountOf(one.keyed) }));
export type KeptPriced = Parameters<typeof pricedOf>[0];
