import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { brokerageOverview, premiumOverview } from '../../../domain/reports/contract.ts';
import { firstOfMonth, yearOf } from '../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import { EVERY_MATCH, exportList, type ListExport } from '../../platform/exports/list.ts';
import type { ExportTable } from '../../platform/exports/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { listPage, type ListDefinition } from '../../platform/http/lists.ts';
import { lastTwelve, monthOf } from './months.ts';
import { narrowedTo } from './permitted.ts';

type Overview = Reply<typeof premiumOverview>;
type Input = Decoded<typeof premiumOverview | typeof brokerageOverview>;
type Row = {
  id: number;
  policy: number;
  endorsement: number | null;
  broker_reference: string;
  reinsured: string;
  insured: string;
  posted_on: string;
  currency: string;
  amount: bigint;
  base: bigint;
};

/** What a policy or an endorsement brought: a figure in its own currency and in base, as booked. */
type Figure = {
  name: 'premium' | 'brokerage';
  amount: 'fac_premium' | 'brokerage';
  base: 'base_fac_premium' | 'base_brokerage';
};
const PREMIUM: Figure = { name: 'premium', amount: 'fac_premium', base: 'base_fac_premium' };
const BROKERAGE: Figure = { name: 'brokerage', amount: 'brokerage', base: 'base_brokerage' };

const matching = (text: string) =>
  sql`t.policy_id in (select policies_matching(${text}, 'LOCAL', ${EVERY_MATCH}) union all select policies_matching(${text}, 'LONDON', ${EVERY_MATCH}))`;

function listOf(ctx: Ctx, figure: Figure): ListDefinition {
  const year = yearOf(ctx.today);
  return {
    table: 'production',
    columns: sql`t.id, t.policy_id as policy, t.endorsement_id as endorsement, t.number as broker_reference, r.name as reinsured, i.name as insured, t.posted_on, t.currency,
      t.${sql.ref(figure.amount)} as amount, coalesce(t.${sql.ref(figure.base)}, 0) as base`,
    joins: sql`join policies p on p.id = t.policy_id join parties r on r.id = p.reinsured_id join parties i on i.id = p.insured_id`,
    sorts: { posted_on: 'posted_on', id: 'id' },
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

async function overviewOf(ctx: Ctx, { query }: Input, figure: Figure): Promise<Overview> {
  const base = ctx.firm.baseCurrency;
  const page = await listPage<Row>(ctx, listOf(ctx, figure), { input: query });
  const sums = await monthSums(ctx, figure);
  const thisYear = sums.filter((row) => row.month.slice(0, 4) === ctx.today.slice(0, 4));
  const currencies = [...new Set(thisYear.map((row) => row.currency))];
  return {
    ...page,
    data: page.data.map((row) => ({
      ...row,
      amount: formatAmount(row.amount, row.currency),
      base: formatAmount(row.base, base),
    })),
    base_currency: base,
    totals: currencies.map((currency) => {
      const own = thisYear.filter((row) => row.currency === currency);
      return {
        currency,
        amount: formatAmount(sum(own.map((row) => row.amount)), currency),
        base: formatAmount(sum(own.map((row) => row.base)), base),
      };
    }),
    base_total: formatAmount(sum(thisYear.map((row) => row.base)), base),
    trend: lastTwelve(ctx.today).map((first) => {
      const month = monthOf(first);
      const own = sums.filter((row) => row.month === month);
      return { month, base: formatAmount(sum(own.map((row) => row.base)), base) };
    }),
  };
}

function exportOf(ctx: Ctx, { query }: Input, figure: Figure): ExportTable {
  const base = ctx.firm.baseCurrency;
  const list: ListExport<Row> = {
    name: figure.name,
    definition: listOf(ctx, figure),
    input: query,
    columns: [
      { name: 'Policy or endorsement', kind: 'text', cell: (row) => row.broker_reference },
      { name: 'Reinsured', kind: 'text', cell: (row) => row.reinsured },
      { name: 'Insured', kind: 'text', cell: (row) => row.insured },
      { name: 'Posted', kind: 'day', cell: (row) => row.posted_on },
      { name: 'Currency', kind: 'text', cell: (row) => row.currency },
      { name: 'Amount', kind: 'amount', cell: (row) => formatAmount(row.amount, row.currency) },
      { name: `Amount (${base})`, kind: 'amount', cell: (row) => formatAmount(row.base, base) },
    ],
  };
  return exportList(ctx, list);
}

// Production is everyone's who makes it; what we earn on it is for those who see money. §5.
const forPremium = (ctx: Ctx) => narrowedTo(ctx, 'reports.production');
const forBrokerage = (ctx: Ctx) => narrowedTo(ctx, 'reports.money');

/** Fac premium of the calendar year by the day it was posted, per policy and endorsement. §6: with endorsements. */
export async function premiumOf(ctx: Ctx, input: Input): Promise<Overview> {
  return overviewOf(forPremium(ctx), input, PREMIUM);
}
export function premiumExport(ctx: Ctx, input: Input): ExportTable {
  return exportOf(forPremium(ctx), input, PREMIUM);
}

/** Brokerage noted in the calendar year, per policy and endorsement. */
export async function brokerageOf(ctx: Ctx, input: Input): Promise<Overview> {
  return overviewOf(forBrokerage(ctx), input, BROKERAGE);
}
export function brokerageExport(ctx: Ctx, input: Input): ExportTable {
  return exportOf(forBrokerage(ctx), input, BROKERAGE);
}
