import { type RawBuilder, sql } from 'kysely';
import { adviceIsDue } from '../../../../domain/claims/ratios.ts';
import { largeLosses, largeLossTable } from '../../../../domain/claims/large-losses.ts';
import type { Values } from '../../../../domain/tables/table.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { INCURRED_AT_OWN_RATES } from '../../claims/own-rates.ts';
import { closingRates } from '../../ledger/rates.ts';
import { converted, ratesTable } from '../money/at-closing.ts';
import { firstOfQuery, report } from '../report.ts';

type Row = Values<typeof largeLossTable>;
type Stored = Omit<Row, 'policy' | 'advice_due'> & { policy_id: number; reference: string };

/**
 * Approved claims from their class's amount on, at today's rates, or at their own where their currency has none. Those below the lowest amount of all
 * classes are left out before policies are looked up.
 */
async function largeClaims(ctx: Ctx, most?: number): Promise<RawBuilder<Stored>> {
  const rates = await closingRates(ctx, ctx.today);
  const threshold = sql`coalesce(k.large_loss_from, kc.large_loss_from)`;
  return sql<Stored>`
    with ${ratesTable(ctx, { rates })}, above_lowest as materialized (
      select c.id, c.policy_id, x.base_incurred from claims c left join closing_rates r on r.currency = c.currency
      cross join lateral (
        select case when r.factor is null then ${INCURRED_AT_OWN_RATES} else ${converted(sql`c.incurred`)}::bigint end as base_incurred) x
      where c.branch_id = any(${[...ctx.scope]}::int[]) and c.status = 'APPROVED'
        and x.base_incurred >= (select min(large_loss_from) from cover_types)),
    large as materialized (
      select c.id, c.base_incurred, ${threshold} as base_threshold, coalesce(kc.name, k.name) as class
      from above_lowest c join policies o on o.id = c.policy_id join cover_types k on k.id = o.cover_type_id
      left join cover_types kc on kc.id = k.class_id where c.base_incurred >= ${threshold}
      order by c.base_incurred desc, c.id desc limit ${most ?? null}::int)
    select c.id, c.number, o.id as policy_id, o.broker_reference as reference, r.name as reinsured, r.id as reinsured_id, i.name as insured, i.id as insured_id,
      l.class, e.name as event, c.loss_date as data_loss_date, c.notified_on - c.loss_date as notice_days,
      o.notification_days as notice_allowed, c.currency, c.incurred, l.base_incurred, l.base_threshold, c.advised as base_advised
    from large l join claims c on c.id = l.id join policies o on o.id = c.policy_id join parties r on r.id = o.reinsured_id
    join parties i on i.id = o.current_insured_id left join loss_events e on e.id = c.event_id
    order by l.base_incurred desc, c.id desc`;
}

const rowOf = ({ policy_id: id, reference: name, ...claim }: Stored): Row => {
  const loss = { incurred: claim.base_incurred, threshold: claim.base_threshold, advised: claim.base_advised };
  return { ...claim, policy: { id, name }, advice_due: adviceIsDue(loss) };
};

/** Large losses, the largest first. C18. */
export const largeLossReport = report({
  endpoint: largeLosses,
  table: largeLossTable,
  name: 'large-losses',
  title: 'Large losses',
  ...firstOfQuery({ table: largeLossTable, query: (ctx, _input, most) => largeClaims(ctx, most), row: rowOf }),
});
