import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { baseMoney, below, count, hidden, money, optional, text, titled, totalled } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { amountOut, branchParam, dayOrNone, format } from '../wire.ts';

/** By what production is read. */
export const MONTHLY_GROUPS = ['class', 'reinsured', 'market', 'type', 'producer'] as const;
export type MonthlyGroup = (typeof MONTHLY_GROUPS)[number];
export const MONTHLY_LABELS: Record<MonthlyGroup, string> = {
  class: 'Class',
  reinsured: 'Reinsured',
  market: 'Market',
  type: 'Type',
  producer: 'Producer',
};

/** In which money: each currency by itself, or all of it in base at booked rates, beside the budget. */
export const MONTHLY_MONEY = ['currency', 'base'] as const;
export type MonthlyMoney = (typeof MONTHLY_MONEY)[number];
export const MONTHLY_MONEY_LABELS: Record<MonthlyMoney, string> = {
  currency: 'Each currency',
  base: 'Base, with budget',
};

/** Beside what a month is shown: all that is known, last year with the difference, or the budget, which is in base by class. */
export const MONTHLY_BESIDE = ['last_year', 'budget'] as const;
export type MonthlyBeside = (typeof MONTHLY_BESIDE)[number];
export const MONTHLY_BESIDE_LABELS: Record<MonthlyBeside, string> = { last_year: 'Last year', budget: 'Budget' };

const made = {
  policies: count('Policies'),
  premium: totalled(money('Premium')),
  brokerage: below('premium', totalled(money('Brokerage'))),
  premium_before: totalled(money('Month before')),
  premium_last_year: totalled(money('Month last year')),
  premium_year: totalled(money('Year to date')),
  brokerage_year: below('premium_year', totalled(money('Brokerage to date'))),
  premium_last_year_to_date: totalled(money('Last year to date')),
  change_last_year: optional(totalled(money('Against last year'))),
  change_last_year_to_date: optional(totalled(money('To date against last year'))),
  brokerage_last_year: hidden(totalled(money('Brokerage of the month last year'))),
  brokerage_last_year_to_date: hidden(totalled(money('Brokerage last year to date'))),
};
const figure = (label: string) => totalled(optional(money(label)));
/** Of production in base, by class and in total; a variance is what was made less the budget. */
const budgeted = {
  budget_premium: figure('Budget'),
  variance_premium: figure('Variance'),
  budget_premium_year: figure('Budget to date'),
  variance_premium_year: below('budget_premium_year', figure('Variance to date')),
  budget_brokerage: hidden(figure('Budget of brokerage')),
  variance_brokerage: hidden(figure('Variance of brokerage')),
  budget_brokerage_year: figure('Budget of brokerage to date'),
  variance_brokerage_year: figure('Variance of brokerage to date'),
};
/** What is shown beside last year alone. */
export const MONTHLY_CHANGE = [
  'change_last_year',
  'change_last_year_to_date',
] as const satisfies readonly (keyof typeof made)[];
/** What is of last year or the month before, without the differences. */
export const MONTHLY_BEFORE = [
  'premium_last_year',
  'premium_last_year_to_date',
  'brokerage_last_year',
  'brokerage_last_year_to_date',
] as const satisfies readonly (keyof typeof made)[];
/** What is shown beside the budget alone. */
export const MONTHLY_BUDGET = [
  'budget_premium',
  'variance_premium',
  'budget_premium_year',
  'variance_premium_year',
  'budget_brokerage_year',
  'variance_brokerage_year',
  'budget_brokerage',
  'variance_brokerage',
] as const satisfies readonly (keyof typeof budgeted)[];
const inBase = {
  base_premium: hidden(titled('Premium', totalled(baseMoney('Premium at booked rates')))),
  base_premium_year: hidden(titled('Year to date', totalled(baseMoney('Year to date at booked rates')))),
};
export const monthlyTotals = table({ currency: text('Currency'), ...made, ...inBase, ...budgeted });
/** Production of a month, with endorsements, by the day it was posted; base at booked rates. */
export const monthlyTable = table(
  /** What a row is of: a class, a party, a market, a type, a producer. */
  {
    id: text(''),
    name: text('Name'),
    currency: text('Currency'),
    ...made,
    change_last_year_to_date: below('premium_last_year_to_date', made.change_last_year_to_date),
    ...inBase,
    ...budgeted,
  },
  {
    paper: [
      'name',
      'currency',
      'policies',
      'premium',
      'brokerage',
      'premium_last_year',
      'premium_year',
      'brokerage_year',
      'premium_last_year_to_date',
      'change_last_year_to_date',
      'budget_premium_year',
      'variance_premium_year',
    ],
    screen: [
      'name',
      'policies',
      'premium',
      'brokerage',
      'premium_before',
      'premium_last_year',
      'premium_year',
      'brokerage_year',
      'premium_last_year_to_date',
      ...MONTHLY_CHANGE,
      ...MONTHLY_BUDGET,
      'base_premium',
      'base_premium_year',
      'brokerage_last_year',
      'brokerage_last_year_to_date',
    ],
  },
);

const monthlyMonth = z.object({
  month: z.string(),
  premium: amountOut,
  brokerage: amountOut,
  premium_last_year: amountOut,
  brokerage_last_year: amountOut,
  budget_premium: z.nullable(amountOut),
  budget_brokerage: z.nullable(amountOut),
  /** What was made of the classes that have a budget in the year. */
  planned_premium: z.nullable(amountOut),
  planned_brokerage: z.nullable(amountOut),
});

/** Whether the month is in base: where it is asked for, and beside the budget, which is of classes in base. */
export const isInBase = (query: { money?: MonthlyMoney | undefined; beside?: string | undefined }): boolean =>
  query.money === 'base' || query.beside === 'budget';

type Shown = { by?: MonthlyGroup | undefined; money?: MonthlyMoney | undefined; beside?: MonthlyBeside | undefined };

/** Whether rows have a budget: it is in base, and of classes. */
export const isBudgeted = ({ by = 'class', ...query }: Shown): boolean => by === 'class' && isInBase(query);

/** What rows are shown beside: only classes have a budget. */
export const besideRows = (query: Shown): MonthlyBeside | undefined =>
  query.beside === 'budget' && !isBudgeted(query) ? undefined : query.beside;

export const monthlyReport = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/monthlyreport`,
  access: 'reports.production',
  effect: 'read',
  summary:
    'One month’s production beside the month before, last year and the year to date, by class, reinsured, market, type or producer; in base with the budget.',
  query: z.object({
    date: dayOrNone,
    by: z.optional(z.enum(MONTHLY_GROUPS)),
    money: z.optional(z.enum(MONTHLY_MONEY)),
    beside: z.optional(z.enum(MONTHLY_BESIDE, 'Choose last year or the budget.')),
    branch: branchParam,
    format,
  }),
  reply: z.object({
    /** The first day of the month. */
    month: z.string(),
    base_currency: z.string(),
    data: z.array(monthlyTable.row),
    totals: z.array(monthlyTotals.row),
    /** How many classes have a budget in some of the branches in which they are made and in others none. */
    partly_planned: z.int(),
    /** The months of the year to this one, in base: what was made, the same month last year, and where there is a budget what it is beside what was made of its classes. */
    months: z.array(monthlyMonth),
  }),
});
