import { type RawBuilder, sql } from 'kysely';
import type { Decoded } from '../../../../domain/endpoint.ts';
import { firstOf } from '../../../../domain/errors.ts';
import { type premiumOverview, SEES_OVERVIEW } from '../../../../domain/reports/contract.ts';
import { type overviewTotals, productionTable } from '../../../../domain/reports/tables.ts';
import type { Sortable, Values } from '../../../../domain/tables/table.ts';
import { firstOfMonth, yearOf } from '../../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../../domain/values/money.ts';
import { fact, type Fact, periodOf } from '../../../platform/exports/facts.ts';
import { list, type Titles } from '../../../platform/exports/list.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { every, hasText, type ListDefinition } from '../../../platform/http/lists.ts';
import { MONTHLY_LABELS } from '../../../../domain/reports/monthly.ts';
import { keptOfRow, ofRow, rowName } from './of-row.ts';
import { madeBetween } from './kept.ts';
import { lastTwelve, monthOf } from './months.ts';
import { dailyBalances } from '../money/trial-balance.ts';
import { accountsOf } from '../../firm/chart.ts';
import { byTextOfPolicy } from '../../placements/lists.ts';
import { type DashboardFigures, overview } from './overview.ts';
import { branchesWith, narrowedTo } from '../../permitted.ts';
import type { Permission } from '../../../../domain/permissions.ts';

type Query = Decoded<typeof premiumOverview>['query'];

/** What a policy or an endorsement brought: a figure in its own currency and in base, as booked. */
type Figure = {
  amount: 'fac_premium' | 'brokerage';
  base: 'base_fac_premium' | 'base_brokerage';
};
const PREMIUM: Figure = { amount: 'fac_premium', base: 'base_fac_premium' };
const BROKERAGE: Figure = { amount: 'brokerage', base: 'base_brokerage' };

const OF_POLICY = byTextOfPolicy('t.policy_id');
/** The end of an endorsement's number, which no text of its policy has; less of it than a digit before would be that of nearly all. */
const isNumbered = (text: string) => /\d\/e\d*$/.test(text);
const hasNumber = (text: string) => sql`strpos(lower(t.number), ${text}) > 0`;
/** A search that endorsements may be meant by looks at their numbers too. */
const orNumbered = (ofPolicy: (text: string) => RawBuilder<unknown>) => (text: string) =>
  isNumbered(text) ? sql`(${ofPolicy(text)} or ${hasNumber(text)})` : ofPolicy(text);

/** By the text of their policies, and endorsements by their numbers. */
const BY_TEXT = {
  textIn: [...OF_POLICY.textIn, { table: 'endorsements', key: 't.endorsement_id', mayHave: isNumbered }],
  otherwise: orNumbered(OF_POLICY.otherwise),
};
const SEARCHED = {
  search: BY_TEXT.otherwise,
  textIn: BY_TEXT.textIn,
  // Asked of each row by itself: joined, all matches would be gone through for each.
  met: orNumbered(
    (text) => sql`(select strpos(x.search_text, ${text}) > 0 from policy_texts x where x.id = t.policy_id)`,
  ),
};

/** The days that are asked for: the calendar year where none are. */
const daysOf = (ctx: Ctx, { from, to }: Pick<Query, 'from' | 'to'>) => {
  const year = yearOf(ctx.today);
  const whole = from === undefined && to === undefined;
  return whole ? { from: `${year}-01-01`, to: `${year}-12-31` } : { from: from ?? '0001-01-01', to: to ?? ctx.today };
};

/** The row of the monthly report by its name. */
async function rowFacts(ctx: Ctx, { by = 'class', key }: Query): Promise<Fact[]> {
  return key === undefined ? [] : [fact(MONTHLY_LABELS[by], await rowName(ctx, by, key))];
}

function listOf(ctx: Ctx, query: Query, figure: Figure): ListDefinition {
  const { from, to } = daysOf(ctx, query);
  return {
    table: 'production_newest',
    countedIn: 'production',
    columns: sql`t.id, t.policy_id as policy, t.endorsement_id as endorsement, t.number as broker_reference, t.policies < 0 as taken_back, r.name as reinsured, r.id as reinsured_id, i.name as insured, i.id as insured_id, t.posted_on, t.currency,
      t.${sql.ref(figure.amount)} as amount, coalesce(t.${sql.ref(figure.base)}, 0) as base`,
    joins: sql`join policies p on p.id = t.policy_id join parties r on r.id = p.reinsured_id join parties i on i.id = p.current_insured_id`,
    sorts: { posted_on: 'posted_on', id: 'id' } satisfies Record<Sortable<typeof productionTable>, string>,
    defaultSort: 'posted_on,desc',
    always: sql`t.posted_on between ${from} and ${to}`,
    ...SEARCHED,
  };
}

type MonthSum = { month: string; currency: string } & Record<Figure['amount'] | Figure['base'], bigint>;

// Twelve months end in this one, so they hold the whole of the year to date: one pass gives the totals and the trend, of both figures.
async function monthSums(ctx: Ctx): Promise<MonthSum[]> {
  const span = { from: lastTwelve(ctx.today)[0] ?? firstOfMonth(ctx.today), to: ctx.today };
  const { rows } = await sql<MonthSum>`
    with ${madeBetween(ctx, span)}
    select to_char(month, 'YYYY-MM') as month, currency, sum(fac_premium)::bigint as fac_premium, sum(brokerage)::bigint as brokerage,
      coalesce(sum(base_fac_premium), 0)::bigint as base_fac_premium, coalesce(sum(base_brokerage), 0)::bigint as base_brokerage
    from made group by made.month, currency order by currency`.execute(ctx.db);
  return rows;
}

const ofYear = (ctx: Ctx, sums: readonly MonthSum[]) =>
  sums.filter((row) => row.month.slice(0, 4) === ctx.today.slice(0, 4));

const baseOf = (rows: readonly MonthSum[], { base }: Figure) => sum(rows.map((row) => row[base]));

const trendOf = (ctx: Ctx, sums: readonly MonthSum[], figure: Figure) =>
  lastTwelve(ctx.today).map((first) => {
    const month = monthOf(first);
    const own = sums.filter((row) => row.month === month);
    return { month, base: formatAmount(baseOf(own, figure), ctx.firm.baseCurrency) };
  });

const linesOf = ({ figure, ...titles }: Pick<Titles<Query>, 'name' | 'title'> & { figure: Figure }) =>
  list({
    ...titles,
    table: productionTable,
    period: (ctx, query: Query) => {
      const { from, to } = daysOf(ctx, query);
      return periodOf(from, to > ctx.today ? ctx.today : to);
    },
    definition: (ctx, query: Query) => listOf(ctx, query, figure),
    where: async (ctx, query) => [await ofRow(ctx, query)],
    facts: rowFacts,
    rowOf: (row: Values<typeof productionTable>) => row,
  });

/** What some days come to, of a row or of all, from the sums of their months. */
async function totalsOfDays(ctx: Ctx, figure: Figure, query: Query) {
  const of = { kept: keptOfRow(query), made: await ofRow(ctx, query) };
  const { rows } = await sql<Values<typeof overviewTotals>>`
    with ${madeBetween(ctx, daysOf(ctx, query), of)}
    select currency, sum(${sql.ref(figure.amount)})::bigint as amount, coalesce(sum(${sql.ref(figure.base)}), 0)::bigint as base
    from made group by currency order by currency`.execute(ctx.db);
  return rows;
}

/** What the rows come to: of the year and of days from the sums of its months, of what was searched from the rows themselves. */
async function totalsOf(ctx: Ctx, figure: Figure, { query, sums }: { query: Query; sums: readonly MonthSum[] }) {
  const text = await hasText(ctx, BY_TEXT, query.searchValue);
  const { key, currency } = query;
  if (
    text === undefined &&
    key === undefined &&
    currency === undefined &&
    query.from === undefined &&
    query.to === undefined
  ) {
    return [...Map.groupBy(ofYear(ctx, sums), (row) => row.currency)].map(([currency, own]) => ({
      currency,
      amount: sum(own.map((row) => row[figure.amount])),
      base: baseOf(own, figure),
    }));
  }
  if (text === undefined) return totalsOfDays(ctx, figure, query);
  const { from, to } = daysOf(ctx, query);
  const { rows } = await sql<Values<typeof overviewTotals>>`
    select t.currency, sum(t.${sql.ref(figure.amount)})::bigint as amount, coalesce(sum(t.${sql.ref(figure.base)}), 0)::bigint as base
    from production t where t.branch_id = any(${ctx.scope}::int[]) and t.posted_on between ${from} and ${to} and ${every([text, await ofRow(ctx, query)])}
    group by 1 order by 1`.execute(ctx.db);
  return rows;
}

const figuresOf =
  (figure: Figure) =>
  async (ctx: Ctx, { query }: { query: Query }) => {
    const sums = await monthSums(ctx);
    return { totals: await totalsOf(ctx, figure, { query, sums }), trend: trendOf(ctx, sums, figure) };
  };

/** Fac premium of the calendar year by the day it was posted, per policy and endorsement. §6: with endorsements. */
export const premium = overview(linesOf({ figure: PREMIUM, name: 'premium', title: 'Fac premium' }), {
  narrow: (ctx) => narrowedTo(ctx, ...SEES_OVERVIEW.premium),
  figures: figuresOf(PREMIUM),
});

/** Brokerage noted in the calendar year, per policy and endorsement. */
export const brokerage = overview(linesOf({ figure: BROKERAGE, name: 'brokerage', title: 'Brokerage' }), {
  narrow: (ctx) => narrowedTo(ctx, ...SEES_OVERVIEW.brokerage),
  figures: figuresOf(BROKERAGE),
});

/** What was earned of brokerage this year, in base, as it was booked; closing a year earns nothing. */
async function earnedOf(ctx: Ctx): Promise<string> {
  const { rows } = await sql<{ earned: bigint }>`
    select coalesce(sum(b.base_credit - b.base_debit), 0)::bigint as earned from ${dailyBalances(ctx, 'without')} b
    where b.branch_id = any(${[...ctx.scope]}::int[]) and b.account = any(${accountsOf('BROKERAGE_INCOME')})
      and b.day between ${`${yearOf(ctx.today)}-01-01`}::date and ${ctx.today}::date`.execute(ctx.db);
  return formatAmount(firstOf(rows).earned, ctx.firm.baseCurrency);
}

/** What both come to this year, each within the branches in which the caller sees it: null where that is none. Months are read once where they are the same. */
export async function producedFigures(ctx: Ctx): Promise<Pick<DashboardFigures, 'premium' | 'brokerage'>> {
  const read = new Map<string, Promise<MonthSum[]>>();
  const figureOf = async (figure: Figure, rights: readonly Permission[]) => {
    const scope = branchesWith(ctx, ...rights);
    if (scope.length === 0) return null;
    const key = scope.join(',');
    const reading = read.get(key) ?? monthSums({ ...ctx, scope });
    read.set(key, reading);
    const sums = await reading;
    const total = baseOf(ofYear(ctx, sums), figure);
    return { base_total: formatAmount(total, ctx.firm.baseCurrency), trend: trendOf(ctx, sums, figure) };
  };
  const earning = branchesWith(ctx, ...SEES_OVERVIEW.brokerage);
  const [ofPremium, ofBrokerage, earned] = await Promise.all([
    figureOf(PREMIUM, SEES_OVERVIEW.premium),
    figureOf(BROKERAGE, SEES_OVERVIEW.brokerage),
    earning.length === 0 ? '' : earnedOf({ ...ctx, scope: earning }),
  ]);
  return { premium: ofPremium, brokerage: ofBrokerage && { ...ofBrokerage, earned } };
}
