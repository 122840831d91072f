import type { FieldError } from '../errors.ts';
import { allocate } from '../values/decimal.ts';
import { amountFault, type CurrencyCode, formatAmount, parseAmount, sum } from '../values/money.ts';

export const MONTHS_OF_YEAR = 12;
export const BUDGET_FIGURES = ['premium', 'brokerage'] as const;
export type BudgetFigure = (typeof BUDGET_FIGURES)[number];
/** A month of a budget in minor units of the base currency. */
export type BudgetMonth = Record<BudgetFigure, bigint>;

/** A year's amount over its months, evenly and to the last cent: what does not divide falls on the first months. */
export function splitYear(total: bigint): bigint[] {
  return allocate(
    total,
    Array.from({ length: MONTHS_OF_YEAR }, () => 1n),
  );
}

/** A budget as typed: its twelve months, or a whole year that is divided evenly. */
export type TypedBudget = {
  months?: readonly Record<BudgetFigure, string>[] | null | undefined;
} & Partial<Record<BudgetFigure, string | null | undefined>>;

const AMOUNT = 'Enter an amount from 0.';

/** The months of a budget as typed, with what is wrong with them. §8. */
export function readBudget(
  typed: TypedBudget,
  currency: CurrencyCode,
): { months: BudgetMonth[]; faults: FieldError[] } {
  const faults: FieldError[] = [];
  const read = (field: string, text: string): bigint => {
    const amount = parseAmount(text, currency);
    if (typeof amount === 'bigint' && amount >= 0n) return amount;
    faults.push({ field, message: typeof amount === 'bigint' ? AMOUNT : amountFault(amount, currency) });
    return 0n;
  };
  const { months, premium, brokerage } = typed;
  const whole = premium != null || brokerage != null;
  if (months != null && whole)
    return { months: [], faults: [{ field: 'months', message: 'Send the months or the whole year, not both.' }] };
  if (months != null) {
    const read12 = months.map((month, index) => ({
      premium: read(`months.${index}.premium`, month.premium),
      brokerage: read(`months.${index}.brokerage`, month.brokerage),
    }));
    return { months: read12, faults };
  }
  if (!whole) return { months: [], faults: [{ field: 'premium', message: 'Enter the months or the whole year.' }] };
  const premiums = splitYear(read('premium', premium ?? '0'));
  const brokerages = splitYear(read('brokerage', brokerage ?? '0'));
  return { months: premiums.map((one, index) => ({ premium: one, brokerage: brokerages[index] ?? 0n })), faults };
}

/** What the months of a budget come to. */
export const yearOfBudget = (months: readonly BudgetMonth[]): BudgetMonth => ({
  premium: sum(months.map((month) => month.premium)),
  brokerage: sum(months.map((month) => month.brokerage)),
});

/** A whole year as typed into twelve months as typed; null while it is no amount. */
export function splitTyped(text: string, currency: CurrencyCode): string[] | null {
  const amount = parseAmount(text, currency);
  return typeof amount === 'bigint' && amount >= 0n
    ? splitYear(amount).map((one) => formatAmount(one, currency))
    : null;
}
