import { type RawBuilder, sql } from 'kysely';
import {
  ENDORSEMENT_LABELS,
  ENDORSEMENT_TYPES,
  type EndorsementType,
} from '../../../../domain/endorsements/endorsements.ts';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { MARKET_LABELS, markets } from '../../../../domain/registers/shapes.ts';
import {
  MONTHLY_LABELS,
  type MonthlyGroup,
  monthlyReport,
  monthlyTable,
  monthlyTotals,
} from '../../../../domain/reports/monthly.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';
import { addDays, addMonths, type Day, firstOfMonth, lastOfMonth, yearOf } from '../../../../domain/values/day.ts';
import { sum } from '../../../../domain/values/money.ts';
import { fact, periodOf } from '../../../platform/exports/facts.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { KEY, KEYED } from '../claims/written-premium.ts';
import { report } from '../report.ts';

type Input = Decoded<typeof monthlyReport>;
type Row = Values<typeof monthlyTable>;
type Figures = Omit<Values<typeof monthlyTotals>, 'currency'>;
type Span = { from: Day; to: Day };

/** What a row is named by: a record by its id and name, a choice by its code. */
export const GROUPED: Record<MonthlyGroup, { key: RawBuilder<unknown>; name: RawBuilder<unknown> }> = {
  class: KEY.class,
  reinsured: KEY.reinsured,
  market: { key: sql`p.market`, name: sql`p.market` },
  type: {
    key: sql`coalesce(e.endorsement_type, case when p.renewed_from_id is null then 'NEW' else 'RENEWAL' end)`,
    name: sql`coalesce(e.endorsement_type, case when p.renewed_from_id is null then 'NEW' else 'RENEWAL' end)`,
  },
};

const TYPE_LABELS: Record<EndorsementType, string> = { ...ENDORSEMENT_LABELS, NEW: 'New business' };
const WORDS: Record<MonthlyGroup, ReadonlyMap<string, string>> = {
  class: new Map(),
  reinsured: new Map(),
  market: new Map(markets.map((market) => [market, MARKET_LABELS[market]])),
  type: new Map(ENDORSEMENT_TYPES.map((type) => [type, TYPE_LABELS[type]])),
};

/** What a row is called: a choice by its words. */
export const nameInWords = (by: MonthlyGroup, name: string): string => WORDS[by].get(name) ?? name;

const monthOf = (ctx: Ctx, { query }: Input): Day => firstOfMonth(query.date ?? ctx.today);
const groupOf = ({ query }: Input): MonthlyGroup => query.by ?? 'class';

/** The month, the one before, the same of last year, and both years to the month's end. */
function spansOf(first: Day) {
  const lastYear = addMonths(first, -12);
  return {
    month: { from: first, to: lastOfMonth(first) },
    before: { from: addMonths(first, -1), to: addDays(first, -1) },
    lastYear: { from: lastYear, to: lastOfMonth(lastYear) },
    year: { from: `${yearOf(first)}-01-01`, to: lastOfMonth(first) },
    lastYearToDate: { from: `${yearOf(lastYear)}-01-01`, to: lastOfMonth(lastYear) },
  };
}

async function monthlyRows(ctx: Ctx, input: Input): Promise<Row[]> {
  const by = groupOf(input);
  const { key, name } = GROUPED[by];
  const spans = spansOf(monthOf(ctx, input));
  const within = ({ from, to }: Span) => sql`t.posted_on between ${from}::date and ${to}::date`;
  const total = (amount: string, span: Span) =>
    sql`coalesce(sum(t.${sql.ref(amount)}) filter (where ${within(span)}), 0)::bigint`;
  const { rows } = await sql<Row>`
    select ${key} as id, ${name} as name, t.currency,
      (count(*) filter (where t.endorsement_id is null and ${within(spans.month)}))::int as policies,
      ${total('fac_premium', spans.month)} as premium, ${total('brokerage', spans.month)} as brokerage,
      ${total('fac_premium', spans.before)} as premium_before, ${total('fac_premium', spans.lastYear)} as premium_last_year,
      ${total('fac_premium', spans.year)} as premium_year, ${total('brokerage', spans.year)} as brokerage_year,
      ${total('fac_premium', spans.lastYearToDate)} as premium_last_year_to_date,
      ${total('base_fac_premium', spans.month)} as base_premium, ${total('base_fac_premium', spans.year)} as base_premium_year
    from production t join policies p on p.id = t.policy_id ${KEYED} left join endorsements e on e.id = t.endorsement_id
    where t.branch_id = any(${ctx.scope}::int[]) and t.posted_on between ${spans.lastYearToDate.from} and ${spans.month.to}
      and (${within(spans.year)} or ${within(spans.before)} or ${within(spans.lastYearToDate)})
    group by 1, 2, 3 order by 2, 1, 3`.execute(ctx.db);
  return rows.map((row) => ({ ...row, name: nameInWords(by, row.name) }));
}

function totalOf(rows: readonly Row[]): Figures {
  const total = (name: Exclude<keyof Figures, 'policies'>) => sum(rows.map((row) => row[name]));
  return {
    policies: rows.reduce((count, row) => count + row.policies, 0),
    premium: total('premium'),
    brokerage: total('brokerage'),
    premium_before: total('premium_before'),
    premium_last_year: total('premium_last_year'),
    premium_year: total('premium_year'),
    brokerage_year: total('brokerage_year'),
    premium_last_year_to_date: total('premium_last_year_to_date'),
    base_premium: total('base_premium'),
    base_premium_year: total('base_premium_year'),
  };
}

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof monthlyReport>> {
  const base = ctx.firm.baseCurrency;
  const rows = await monthlyRows(ctx, input);
  const byCurrency = Map.groupBy(rows, (row) => row.currency);
  return {
    month: monthOf(ctx, input),
    base_currency: base,
    data: rows.map((row) => replyRow(monthlyTable, row, base)),
    totals: [...byCurrency.keys()]
      .toSorted()
      .map((currency) => replyRow(monthlyTotals, { currency, ...totalOf(byCurrency.get(currency) ?? []) }, base)),
  };
}

/** One month's production, with endorsements, beside the month before, last year and both years to date. §7. */
export const monthlyProduction = report({
  endpoint: monthlyReport,
  table: monthlyTable,
  name: 'monthly-production',
  title: 'Monthly production',
  period: (ctx, input) => {
    const first = monthOf(ctx, input);
    return periodOf(first, lastOfMonth(first));
  },
  facts: (_ctx, input) => [fact('By', MONTHLY_LABELS[groupOf(input)])],
  reply,
  rows: monthlyRows,
});
