import { sql } from 'kysely';
import type { Decoded } from '../../../../domain/endpoint.ts';
import type { premiumOverview } from '../../../../domain/reports/contract.ts';
import { productionTable } from '../../../../domain/reports/tables.ts';
import type { Sortable, Values } from '../../../../domain/tables/table.ts';
import { firstOfMonth, yearOf } from '../../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../../domain/values/money.ts';
import { periodOf } from '../../../platform/exports/facts.ts';
import { EVERY_MATCH, list, type Titles } from '../../../platform/exports/list.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { ListDefinition } from '../../../platform/http/lists.ts';
import { lastTwelve, monthOf } from './months.ts';
import { overview } from './overview.ts';
import { narrowedTo } from '../permitted.ts';

type Query = Decoded<typeof premiumOverview>['query'];

/** What a policy or an endorsement brought: a figure in its own currency and in base, as booked. */
type Figure = {
  amount: 'fac_premium' | 'brokerage';
  base: 'base_fac_premium' | 'base_brokerage';
};
const PREMIUM: Figure = { amount: 'fac_premium', base: 'base_fac_premium' };
const BROKERAGE: Figure = { amount: 'brokerage', base: 'base_brokerage' };

const matching = (text: string) =>
  sql`t.policy_id in (select policies_matching(${text}, 'LOCAL', ${EVERY_MATCH}) union all select policies_matching(${text}, 'LONDON', ${EVERY_MATCH}))`;

function listOf(ctx: Ctx, figure: Figure): ListDefinition {
  const year = yearOf(ctx.today);
  return {
    table: 'production',
    columns: sql`t.id, t.policy_id as policy, t.endorsement_id as endorsement, t.number as broker_reference, r.name as reinsured, r.id as reinsured_id, i.name as insured, i.id as insured_id, t.posted_on, t.currency,
      t.${sql.ref(figure.amount)} as amount, coalesce(t.${sql.ref(figure.base)}, 0) as base`,
    joins: sql`join policies p on p.id = t.policy_id join parties r on r.id = p.reinsured_id join parties i on i.id = p.current_insured_id`,
    sorts: { posted_on: 'posted_on', id: 'id' } satisfies Record<Sortable<typeof productionTable>, string>,
    defaultSort: 'posted_on,desc',
    always: sql`t.posted_on between ${`${year}-01-01`} and ${`${year}-12-31`}`,
    search: matching,
  };
}

type MonthSum = { month: string; currency: string; amount: bigint; base: bigint };

// Twelve months end in this one, so they hold the whole of the year to date: one pass gives the totals and the trend.
async function monthSums(ctx: Ctx, figure: Figure): Promise<MonthSum[]> {
  const { rows } = await sql<MonthSum>`
    select to_char(posted_on, 'YYYY-MM') as month, currency, sum(${sql.ref(figure.amount)})::bigint as amount,
      coalesce(sum(${sql.ref(figure.base)}), 0)::bigint as base
    from production
    where branch_id = any(${ctx.scope}::int[]) and posted_on between ${lastTwelve(ctx.today)[0] ?? firstOfMonth(ctx.today)} and ${ctx.today}
    group by 1, 2 order by 2`.execute(ctx.db);
  return rows;
}

const linesOf = ({ figure, ...titles }: Pick<Titles<Query>, 'name' | 'title'> & { figure: Figure }) =>
  list({
    ...titles,
    table: productionTable,
    period: (ctx) => periodOf(`${yearOf(ctx.today)}-01-01`, ctx.today),
    definition: (ctx, _query: Query) => listOf(ctx, figure),
    rowOf: (row: Values<typeof productionTable>) => row,
  });

const figuresOf = (figure: Figure) => async (ctx: Ctx) => {
  const sums = await monthSums(ctx, figure);
  const thisYear = sums.filter((row) => row.month.slice(0, 4) === ctx.today.slice(0, 4));
  const baseOf = (rows: readonly MonthSum[]) => sum(rows.map((row) => row.base));
  return {
    totals: [...Map.groupBy(thisYear, (row) => row.currency)].map(([currency, own]) => ({
      currency,
      amount: sum(own.map((row) => row.amount)),
      base: baseOf(own),
    })),
    trend: lastTwelve(ctx.today).map((first) => {
      const month = monthOf(first);
      const base = baseOf(sums.filter((row) => row.month === month));
      return { month, base: formatAmount(base, ctx.firm.baseCurrency) };
    }),
  };
};

// Production is everyone's who makes it; what we earn on it is for those who see money. §5.

/** Fac premium of the calendar year by the day it was posted, per policy and endorsement. §6: with endorsements. */
export const premium = overview(linesOf({ figure: PREMIUM, name: 'premium', title: 'Fac premium' }), {
  narrow: (ctx) => narrowedTo(ctx, 'reports.production'),
  figures: figuresOf(PREMIUM),
});

/** Brokerage noted in the calendar year, per policy and endorsement. */
export const brokerage = overview(linesOf({ figure: BROKERAGE, name: 'brokerage', title: 'Brokerage' }), {
  narrow: (ctx) => narrowedTo(ctx, 'reports.money'),
  figures: figuresOf(BROKERAGE),
});
