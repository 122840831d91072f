import { sql } from 'kysely';
import type { Reply } from '../../../../domain/endpoint.ts';
import { markets } from '../../../../domain/registers/shapes.ts';
import type { marketProduction } from '../../../../domain/reports/metrics.ts';
import { yearOf } from '../../../../domain/values/day.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { monthOf, monthsOfYear } from './months.ts';

type Production = Reply<typeof marketProduction>;
type Stored = { month: string; market: string; number: number; premium: bigint; brokerage: bigint };

/** Policies, premium and brokerage per month and market of a year, in base, each in the month in which it was posted. §6. */
export async function productionByMarket(ctx: Ctx, chosen: number | undefined): Promise<Production> {
  const year = chosen ?? yearOf(ctx.today);
  const currency = ctx.firm.baseCurrency;
  const { rows } = await sql<Stored>`
    select to_char(t.posted_on, 'YYYY-MM') as month, p.market, count(*) filter (where t.endorsement_id is null)::int as number,
      coalesce(sum(t.base_fac_premium), 0)::bigint as premium, coalesce(sum(t.base_brokerage), 0)::bigint as brokerage
    from production t join policies p on p.id = t.policy_id
    where t.branch_id = any(${ctx.scope}::int[]) and t.posted_on between ${`${year}-01-01`} and ${`${year}-12-31`}
    group by 1, 2`.execute(ctx.db);
  const data = monthsOfYear(year).flatMap((first) =>
    markets.map((market) => {
      const month = monthOf(first);
      const made = rows.find((row) => row.month === month && row.market === market);
      return {
        month,
        market,
        number: made?.number ?? 0,
        premium: formatAmount(made?.premium ?? 0n, currency),
        brokerage: formatAmount(made?.brokerage ?? 0n, currency),
      };
    }),
  );
  return { year, currency, data };
}
