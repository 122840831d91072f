import { sql } from 'kysely';
import type { Reply } from '../../../../domain/endpoint.ts';
import { markets } from '../../../../domain/registers/shapes.ts';
import type { marketProduction } from '../../../../domain/reports/metrics.ts';
import { yearOf } from '../../../../domain/values/day.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { madeIn } from './kept.ts';
import { monthOf, monthsOfYear } from './months.ts';

type Production = Reply<typeof marketProduction>;
type Stored = { month: string; market: string; number: number; premium: bigint; brokerage: bigint };

/** Policies, premium and brokerage per month and market of a year, in base, each in the month in which it was posted. §6. */
export async function productionByMarket(ctx: Ctx, chosen: number | undefined): Promise<Production> {
  const year = chosen ?? yearOf(ctx.today);
  const currency = ctx.firm.baseCurrency;
  const { rows } = await sql<Stored>`
    with ${madeIn(ctx, { from: `${year}-01-01`, to: `${year}-12-31` })}
    select to_char(made.month, 'YYYY-MM') as month, market, sum(policies)::int as number,
      sum(base_fac_premium)::bigint as premium, sum(base_brokerage)::bigint as brokerage
    from made group by made.month, market`.execute(ctx.db);
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
