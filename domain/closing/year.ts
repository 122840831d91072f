/** The end of a financial year: its income and expense go to equity, in each currency and in base. M8. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import type { LedgerLine } from '../ledger/entries.ts';
import { baseMoney, money, optional, party, record, text, totalled } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { sum } from '../values/money.ts';
import { amountOut, branchParam, format, wholeText } from '../wire.ts';

const YEAR = { min: 1900, max: 2198, message: 'Choose a financial year.' };
/** The calendar year in which a financial year begins. */
export const financialYear = wholeText(YEAR);

/** What an income or expense account moved in the year, in minor units, debit positive. */
export type Moved = {
  account: string;
  partyId?: number | undefined;
  taxId?: number | undefined;
  currency: string;
  amount: bigint;
  base: bigint;
};
type CurrencyLine = LedgerLine & { currency: string };

/**
 * What the closing of a year books: each account’s movement taken back, and its sum in each currency and in base on
 * equity. M8.
 */
export function yearLines(moved: readonly Moved[]): CurrencyLine[] {
  const own = moved.filter(({ amount, base }) => amount !== 0n || base !== 0n);
  const currencies = [...new Set(own.map(({ currency }) => currency))].toSorted();
  return currencies.flatMap((currency) => {
    const lines = own.filter((one) => one.currency === currency);
    const equity: CurrencyLine = {
      account: 'EQUITY',
      currency,
      amount: sum(lines.map(({ amount }) => amount)),
      base: sum(lines.map(({ base }) => base)),
    };
    return [
      ...lines.map(({ account, partyId, taxId, amount, base }): CurrencyLine => ({
        account: { code: account },
        partyId,
        taxId,
        currency,
        amount: -amount,
        base: -base,
      })),
      ...(equity.amount === 0n && equity.base === 0n ? [] : [equity]),
    ];
  });
}

/** Income less expense in minor units of the base: a profit is positive. */
export const resultOf = (moved: readonly Pick<Moved, 'base'>[]): bigint => -sum(moved.map(({ base }) => base));

/** What the closing of a year would bring to equity, account by account. */
export const yearTable = table({
  branch: text('Branch'),
  account: text('Account'),
  account_name: text('Name'),
  party: optional(party('Party')),
  tax: optional(record('Tax')),
  currency: text('Currency'),
  amount: totalled(money('To equity')),
  base: totalled(baseMoney('To equity')),
});

export const yearPreview = endpoint({
  method: 'GET',
  path: `${SCA}/year/preview`,
  access: 'ledger.view',
  effect: 'read',
  summary: 'What the closing of a financial year would bring to equity, and which months are still open.',
  query: z.object({ year: financialYear, branch: branchParam, format }),
  reply: z.object({
    year: z.int(),
    label: z.string(),
    base_currency: z.string(),
    /** Months with entries that are not closed yet, as "2026-03". */
    open: z.array(z.string()),
    data: z.array(yearTable.row),
    /** Income less expense, in base. */
    result: amountOut,
  }),
});
export const closeYear = endpoint({
  method: 'PUT',
  path: `${SCA}/year/close`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Brings the income and expense of a financial year to equity in every branch, once its months are closed.',
  body: z.object({
    year: z.int(YEAR.message).check(z.minimum(YEAR.min, YEAR.message), z.maximum(YEAR.max, YEAR.message)),
  }),
  reply: z.object({ year: z.int(), branches: z.int() }),
});
