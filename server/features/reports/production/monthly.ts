import { type RawBuilder, sql } from 'kysely';
import {
  ENDORSEMENT_LABELS,
  ENDORSEMENT_TYPES,
  type EndorsementType,
} from '../../../../domain/endorsements/endorsements.ts';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { MARKET_LABELS, markets } from '../../../../domain/registers/shapes.ts';
import {
  besideRows,
  isBudgeted,
  isInBase,
  MONTHLY_BEFORE,
  MONTHLY_BESIDE_LABELS,
  MONTHLY_BUDGET,
  MONTHLY_CHANGE,
  MONTHLY_LABELS,
  MONTHLY_MONEY_LABELS,
  type MonthlyGroup,
  monthlyReport,
  monthlyTable,
  monthlyTotals,
} from '../../../../domain/reports/monthly.ts';
import { sumsOf } from '../../../../domain/tables/sums.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';
import { addDays, addMonths, type Day, firstOfMonth, lastOfMonth, yearOf } from '../../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../../domain/values/money.ts';
import { fact, periodOf } from '../../../platform/exports/facts.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type Grouping, KEY, ofProducer } from '../claims/written-premium.ts';
import { every } from '../../../platform/http/lists.ts';
import { report } from '../report.ts';
import { madeIn } from './kept.ts';

type Input = Decoded<typeof monthlyReport>;
type Row = Values<typeof monthlyTable>;
type Figures = Omit<Values<typeof monthlyTotals>, 'currency'>;
/** What a row has of the budget, and what it has without it. */
type Budgeted = Pick<Row, (typeof MONTHLY_BUDGET)[number]>;
type Change = (typeof MONTHLY_CHANGE)[number];
type Compared = Pick<Figures, 'premium' | 'premium_year' | 'brokerage' | 'brokerage_year'>;
/** What of it was made in branches that have a budget for its class. */
type Planned = Record<`planned_${keyof Compared}`, bigint>;
type Made = Omit<Row, keyof Budgeted | Change> & Planned;
/** The figures of a row that are added up. */
type Figured = Exclude<keyof Made, 'id' | 'name' | 'currency'>;
type Budget = Compared & { id: string; name: string };
type Span = { from: Day; to: Day };

/** A choice, by its code. */
const ofChoice = (code: RawBuilder<unknown>): Grouping => ({
  column: code,
  names: sql``,
  key: code,
  name: code,
  is: (key) => sql`${code} = ${key}`,
});

/** What a row is named by, of sums that are kept `p`: a record by its id and name, a choice by its code. */
export const GROUPED: Record<MonthlyGroup, Grouping> = {
  class: KEY.class,
  reinsured: KEY.reinsured,
  market: ofChoice(sql`p.market`),
  producer: {
    column: sql`p.producer_id`,
    names: sql`join users w on w.id = p.producer_id`,
    key: sql`w.id::text`,
    name: sql`w.name`,
    is: ofProducer,
  },
  type: ofChoice(sql`p.type`),
};

const TYPE_LABELS: Record<EndorsementType, string> = { ...ENDORSEMENT_LABELS, NEW: 'New business' };
const WORDS: Record<MonthlyGroup, ReadonlyMap<string, string>> = {
  class: new Map(),
  reinsured: new Map(),
  producer: new Map(),
  market: new Map(markets.map((market) => [market, MARKET_LABELS[market]])),
  type: new Map(ENDORSEMENT_TYPES.map((type) => [type, TYPE_LABELS[type]])),
};

/** What a row is called: a choice by its words. */
export const nameInWords = (by: MonthlyGroup, name: string): string => WORDS[by].get(name) ?? name;

const monthOf = (ctx: Ctx, { query }: Input): Day => firstOfMonth(query.date ?? ctx.today);
const groupOf = ({ query }: { query: { by?: MonthlyGroup | undefined } }): MonthlyGroup => query.by ?? 'class';

/** How the month and the year to it differ from last year, where that is asked for. */
function againstLastYear(
  { query }: Input,
  row: Pick<Made, 'premium' | 'premium_year' | 'premium_last_year' | 'premium_last_year_to_date'>,
): Pick<Row, Change> {
  if (query.beside !== 'last_year') return { change_last_year: null, change_last_year_to_date: null };
  return {
    change_last_year: row.premium - row.premium_last_year,
    change_last_year_to_date: row.premium_year - row.premium_last_year_to_date,
  };
}

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

/** The branches with their types of cover that a budget of the year is for, as a query. */
const plannedIn = (ctx: Ctx, month: Day): RawBuilder<unknown> => sql`
  select g.branch_id, k.id from budgets g join cover_types k on coalesce(k.class_id, k.id) = g.class_id
  where g.branch_id = any(${[...ctx.scope]}::int[]) and g.year = ${yearOf(month)}`;

/** Production by what it is grouped by, each currency by itself or all in base; nothing of the budget yet. */
async function madeRows(ctx: Ctx, input: Input): Promise<Made[]> {
  const by = groupOf(input);
  const { column, names, key, name } = GROUPED[by];
  const spans = spansOf(monthOf(ctx, input));
  const inBase = isInBase(input.query);
  const [premium, brokerage] = inBase ? ['base_fac_premium', 'base_brokerage'] : ['fac_premium', 'brokerage'];
  const within = ({ from, to }: Span) => sql`p.month between ${from}::date and ${to}::date`;
  const isPlanned = isBudgeted(input.query)
    ? sql`(m.branch_id, m.cover_type_id) in (${plannedIn(ctx, spans.month.from)})`
    : sql`false`;
  const figures: Record<Figured, { of: string; span: Span; planned?: true }> = {
    policies: { of: 'policies', span: spans.month },
    premium: { of: premium, span: spans.month },
    brokerage: { of: brokerage, span: spans.month },
    premium_before: { of: premium, span: spans.before },
    premium_last_year: { of: premium, span: spans.lastYear },
    premium_year: { of: premium, span: spans.year },
    brokerage_year: { of: brokerage, span: spans.year },
    premium_last_year_to_date: { of: premium, span: spans.lastYearToDate },
    brokerage_last_year: { of: brokerage, span: spans.lastYear },
    brokerage_last_year_to_date: { of: brokerage, span: spans.lastYearToDate },
    base_premium: { of: 'base_fac_premium', span: spans.month },
    base_premium_year: { of: 'base_fac_premium', span: spans.year },
    planned_premium: { of: premium, span: spans.month, planned: true },
    planned_premium_year: { of: premium, span: spans.year, planned: true },
    planned_brokerage: { of: brokerage, span: spans.month, planned: true },
    planned_brokerage_year: { of: brokerage, span: spans.year, planned: true },
  };
  const summed = [...new Set(Object.values(figures).map(({ of }) => of))].map(
    (of) => sql`sum(p.${sql.ref(of)}) as ${sql.ref(of)}`,
  );
  const totals = Object.entries(figures).map(([figure, { of, span, planned }]) => {
    const type = figure === 'policies' ? sql`int` : sql`bigint`;
    const which = every([within(span), planned && sql`p.planned`]);
    return sql`coalesce(sum(p.${sql.ref(of)}) filter (where ${which}), 0)::${type} as ${sql.ref(figure)}`;
  });
  // Summed by month first, since several figures have the same, and by what a row is of before it is named.
  const { rows } = await sql<Made>`
    with ${madeIn(ctx, { from: spans.lastYearToDate.from, to: spans.month.to })},
    monthly as (
      select ${column}, ${inBase ? sql`${ctx.firm.baseCurrency}::text` : sql`p.currency`} as currency, p.month, p.planned, ${sql.join(summed)}
      from (select m.*, ${isPlanned} as planned from made m) p
      where ${within(spans.year)} or ${within(spans.before)} or ${within(spans.lastYearToDate)} group by 1, 2, 3, 4)
    select ${key} as id, ${name} as name, p.currency, ${sql.join(totals)} from monthly p ${names} group by 1, 2, 3 order by 2, 1, 3`.execute(
    ctx.db,
  );
  return rows.map((row) => ({ ...row, name: nameInWords(by, row.name) }));
}

/** What was budgeted for each class: the month, and the year to it. */
async function budgetRows(ctx: Ctx, month: Day): Promise<Budget[]> {
  const { rows } = await sql<Budget>`
    select k.id::text as id, k.name,
      coalesce(sum(m.premium) filter (where m.month = x.month), 0)::bigint as premium, sum(m.premium)::bigint as premium_year,
      coalesce(sum(m.brokerage) filter (where m.month = x.month), 0)::bigint as brokerage, sum(m.brokerage)::bigint as brokerage_year
    from (select extract(month from ${month}::date)::int as month) x, budgets b join cover_types k on k.id = b.class_id
      join budget_months m on m.budget_id = b.id
    where b.branch_id = any(${ctx.scope}::int[]) and b.year = ${yearOf(month)} and m.month <= x.month
    group by 1, 2, k.id order by 2, 1`.execute(ctx.db);
  return rows;
}

const NO_BUDGET: Budgeted = {
  budget_premium: null,
  variance_premium: null,
  budget_premium_year: null,
  variance_premium_year: null,
  budget_brokerage: null,
  variance_brokerage: null,
  budget_brokerage_year: null,
  variance_brokerage_year: null,
};

/** What was made beside its budget, in the branches that have one; a variance below nothing is what is short of it. */
function beside(made: Planned, { premium, premium_year, brokerage, brokerage_year }: Compared): Budgeted {
  return {
    budget_premium: premium,
    variance_premium: made.planned_premium - premium,
    budget_premium_year: premium_year,
    variance_premium_year: made.planned_premium_year - premium_year,
    budget_brokerage: brokerage,
    variance_brokerage: made.planned_brokerage - brokerage,
    budget_brokerage_year: brokerage_year,
    variance_brokerage_year: made.planned_brokerage_year - brokerage_year,
  };
}

const NOTHING_MADE = {
  policies: 0,
  premium: 0n,
  brokerage: 0n,
  premium_before: 0n,
  premium_last_year: 0n,
  premium_year: 0n,
  brokerage_year: 0n,
  premium_last_year_to_date: 0n,
  brokerage_last_year: 0n,
  brokerage_last_year_to_date: 0n,
  base_premium: 0n,
  base_premium_year: 0n,
  planned_premium: 0n,
  planned_premium_year: 0n,
  planned_brokerage: 0n,
  planned_brokerage_year: 0n,
};

/** Classes with their budgets, those too of which nothing was made; one without a budget has none. */
function withBudgets(rows: readonly Made[], budgets: readonly Budget[], currency: string): (Made & Budgeted)[] {
  const made = new Set(rows.map((row) => row.id));
  const unmade = budgets
    .filter((budget) => !made.has(budget.id))
    .map(({ id, name }) => ({ id, name, currency, ...NOTHING_MADE }));
  return [...rows, ...unmade]
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map((row) => {
      const budget = budgets.find((one) => one.id === row.id);
      return { ...row, ...(budget === undefined ? NO_BUDGET : beside(row, budget)) };
    });
}

async function monthlyRows(ctx: Ctx, input: Input): Promise<(Row & Planned)[]> {
  const rows = await madeRows(ctx, input);
  const all = isBudgeted(input.query)
    ? withBudgets(rows, await budgetRows(ctx, monthOf(ctx, input)), ctx.firm.baseCurrency)
    : rows.map((row) => ({ ...row, ...NO_BUDGET }));
  return all.map((row) => ({ ...row, ...againstLastYear(input, row) }));
}

/** What is left out of the files: what the month is not shown beside, and the budget where rows have none. */
function leftOut(query: Input['query']): readonly (keyof Row)[] {
  if (query.beside === 'last_year') return ['premium_before', ...MONTHLY_BUDGET];
  if (!isBudgeted(query)) return [...MONTHLY_CHANGE, ...MONTHLY_BUDGET];
  return query.beside === 'budget' ? ['premium_before', ...MONTHLY_BEFORE, ...MONTHLY_CHANGE] : MONTHLY_CHANGE;
}

type Month = {
  month: Day;
  premium: bigint;
  brokerage: bigint;
  premium_last_year: bigint;
  brokerage_last_year: bigint;
} & {
  budget_premium: bigint | null;
  budget_brokerage: bigint | null;
  planned_premium: bigint | null;
  planned_brokerage: bigint | null;
};

/** Month by month in base, from January: this year, last year, the budgets of all classes, and what was made of those that have one where they have it. */
async function monthRows(ctx: Ctx, last: Day): Promise<Month[]> {
  const { year, lastYearToDate } = spansOf(firstOfMonth(last));
  const { rows } = await sql<Month>`
    with ${madeIn(ctx, { from: lastYearToDate.from, to: year.to })},
    classes as (
      select branch_id, cover_type_id, month, sum(base_fac_premium) as premium, sum(base_brokerage) as brokerage from made group by 1, 2, 3),
    months as (
      select extract(month from month)::int as month, month >= ${year.from}::date as this_year, sum(premium) as premium, sum(brokerage) as brokerage,
        sum(premium) filter (where planned) as planned_premium, sum(brokerage) filter (where planned) as planned_brokerage
      from (select c.*, (branch_id, cover_type_id) in (${plannedIn(ctx, last)}) as planned from classes c) c
      group by c.month),
    budgeted as (
      select m.month, sum(m.premium)::bigint as premium, sum(m.brokerage)::bigint as brokerage
      from budgets b join budget_months m on m.budget_id = b.id
      where b.branch_id = any(${ctx.scope}::int[]) and b.year = ${yearOf(last)} group by 1)
    select x.month::date::text as month,
      coalesce(t.premium, 0)::bigint as premium, coalesce(t.brokerage, 0)::bigint as brokerage,
      coalesce(l.premium, 0)::bigint as premium_last_year, coalesce(l.brokerage, 0)::bigint as brokerage_last_year,
      g.premium as budget_premium, g.brokerage as budget_brokerage,
      case when g.month is not null then coalesce(t.planned_premium, 0)::bigint end as planned_premium,
      case when g.month is not null then coalesce(t.planned_brokerage, 0)::bigint end as planned_brokerage
    from (select month, extract(month from month)::int as place
      from generate_series(${year.from}::date, ${firstOfMonth(last)}::date, interval '1 month') month) x
      left join months t on t.month = x.place and t.this_year
      left join months l on l.month = x.place and not l.this_year
      left join budgeted g on g.month = x.place
    order by x.place`.execute(ctx.db);
  return rows;
}

async function monthsReply(ctx: Ctx, last: Day): Promise<Reply<typeof monthlyReport>['months']> {
  const base = ctx.firm.baseCurrency;
  const maybe = (amount: bigint | null) => (amount === null ? null : formatAmount(amount, base));
  return (await monthRows(ctx, last)).map((row) => ({
    month: row.month,
    premium: formatAmount(row.premium, base),
    brokerage: formatAmount(row.brokerage, base),
    premium_last_year: formatAmount(row.premium_last_year, base),
    brokerage_last_year: formatAmount(row.brokerage_last_year, base),
    budget_premium: maybe(row.budget_premium),
    budget_brokerage: maybe(row.budget_brokerage),
    planned_premium: maybe(row.planned_premium),
    planned_brokerage: maybe(row.planned_brokerage),
  }));
}

function totalOf(input: Input, rows: readonly Row[]): Figures {
  const policies = rows.reduce((count, row) => count + row.policies, 0);
  const totals = { policies, ...sumsOf(monthlyTotals, rows) };
  return { ...totals, ...againstLastYear(input, totals) };
}

/** The budgets of all classes, for totals of what is grouped otherwise: what was made of those classes alone is not known there, and so no variance. */
async function budgetOfAll(ctx: Ctx, input: Input): Promise<Partial<Budgeted>> {
  if (!isInBase(input.query) || groupOf(input) === 'class') return {};
  const rows = await budgetRows(ctx, monthOf(ctx, input));
  if (rows.length === 0) return {};
  const all = (name: keyof Compared) => sum(rows.map((row) => row[name]));
  return {
    budget_premium: all('premium'),
    budget_premium_year: all('premium_year'),
    budget_brokerage: all('brokerage'),
    budget_brokerage_year: all('brokerage_year'),
  };
}

/** A class with a budget, of which something was made in the year in a branch that has none for it. */
const isPartlyPlanned = (row: Row & Planned): boolean =>
  row.budget_premium_year !== null &&
  (row.planned_premium_year !== row.premium_year || row.planned_brokerage_year !== row.brokerage_year);

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof monthlyReport>> {
  const base = ctx.firm.baseCurrency;
  const rows = await monthlyRows(ctx, input);
  const byCurrency = Map.groupBy(rows, (row) => row.currency);
  const budget = await budgetOfAll(ctx, input);
  const totalsOf = (currency: string) => ({
    currency,
    ...totalOf(input, byCurrency.get(currency) ?? []),
    ...budget,
  });
  return {
    month: monthOf(ctx, input),
    base_currency: base,
    data: rows.map((row) => replyRow(monthlyTable, row, base)),
    totals: [...byCurrency.keys()].toSorted().map((currency) => replyRow(monthlyTotals, totalsOf(currency), base)),
    partly_planned: rows.filter(isPartlyPlanned).length,
    months: await monthsReply(ctx, monthOf(ctx, input)),
  };
}

function besideLabel(query: Input['query']): string | undefined {
  const beside = besideRows(query);
  return beside && MONTHLY_BESIDE_LABELS[beside];
}

/** One month's production, with endorsements, beside the month before, last year, both years to date and the budget. §7. */
export const monthlyProduction = report({
  endpoint: monthlyReport,
  table: monthlyTable,
  name: 'monthly-production',
  title: 'Monthly production',
  period: (ctx, input) => {
    const first = monthOf(ctx, input);
    return periodOf(first, lastOfMonth(first));
  },
  facts: (_ctx, input) => [
    fact('By', MONTHLY_LABELS[groupOf(input)]),
    fact('In', MONTHLY_MONEY_LABELS[isInBase(input.query) ? 'base' : 'currency']),
    fact('Beside', besideLabel(input.query)),
  ],
  leaves: leftOut,
  headings: (query) => ({ name: MONTHLY_LABELS[groupOf({ query })] }),
  reply,
  rows: monthlyRows,
});
