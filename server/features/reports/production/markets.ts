import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { markets } from '../../../../domain/registers/shapes.ts';
import { type marketProduction, marketTable } from '../../../../domain/reports/metrics.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';
import { yearOf } from '../../../../domain/values/day.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { madeIn } from './kept.ts';
import { monthOf, calendarMonths } from './months.ts';

type Input = { query: Pick<Decoded<typeof marketProduction>['query'], 'year'> };
type Stored = { month: string; market: string; number: number; premium: bigint; brokerage: bigint };

/** Policies, premium and brokerage per month and market of a year, in base, each in the month in which it was posted. §6. */
export async function productionByMarket(ctx: Ctx, year: number): Promise<Values<typeof marketTable>[]> {
  const { rows } = await sql<Stored>`
    with ${madeIn(ctx, { from: `${year}-01-01`, to: `${year}-12-31` })}
    select to_char(made.month, 'YYYY-MM') as month, market, sum(policies)::int as number,
      sum(base_fac_premium)::bigint as premium, sum(base_brokerage)::bigint as brokerage
    from made group by made.month, market`.execute(ctx.db);
  return calendarMonths(year).flatMap((first) =>
    markets.map((market) => {
      const month = monthOf(first);
      const made = rows.find((row) => row.month === month && row.market === market);
      return { number: 0, premium: 0n, brokerage: 0n, ...made, month, market };
    }),
  );
}

const yearIn = (ctx: Ctx, { query }: Input) => query.year ?? yearOf(ctx.today);

/** The same as a report, of all branches or of one. */
export const marketReport = {
  table: marketTable,
  name: 'production-by-market',
  title: 'Production by market',
  period: (ctx: Ctx, input: Input) => String(yearIn(ctx, input)),
  reply: async (ctx: Ctx, input: Input): Promise<Reply<typeof marketProduction>> => {
    const [year, currency] = [yearIn(ctx, input), ctx.firm.baseCurrency];
    const rows = await productionByMarket(ctx, year);
    return { year, currency, data: rows.map((row) => replyRow(marketTable, row, currency)) };
  },
  rows: (ctx: Ctx, input: Input) => productionByMarket(ctx, yearIn(ctx, input)),
};
