import type { WireReply } from '../../../../domain/endpoint.ts';
import type { trialBalance } from '../../../../domain/reports/contract.ts';
import { paths, withQuery } from '../../../paths.ts';
import { sumOf } from '../../ledger/wire-amounts.ts';
import type { Period } from '../period.ts';
import type { QueryOf } from '../../../../domain/tables/behind.ts';

export type TrialReply = WireReply<typeof trialBalance>;
export type TrialQuery = QueryOf<typeof trialBalance>;
export type TrialRow = TrialReply['data'][number];

const TYPES = ['ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE'] as const;
export const TYPE_LABELS: Record<string, string> = {
  ASSET: 'Assets',
  LIABILITY: 'Liabilities',
  EQUITY: 'Equity',
  INCOME: 'Income',
  EXPENSE: 'Expenses',
};

export type Figures = {
  opening: string;
  debit: string;
  credit: string;
  closing: string;
  /** At another day, and the difference from it, where one is beside. */
  beside: string | null;
  change: string | null;
};

/** Which column of a row a figure is, in its currency and in base. */
export const CURRENCY_COLUMNS = {
  opening: 'opening',
  debit: 'debit',
  credit: 'credit',
  closing: 'closing',
  beside: 'beside',
  change: 'change',
} as const;
export const BASE_COLUMNS = {
  opening: 'base_opening',
  debit: 'base_debit',
  credit: 'base_credit',
  closing: 'base_closing',
  beside: 'base_beside',
  change: 'base_change',
} as const;

export function currencyFigures(row: TrialRow): Figures {
  const { opening, debit, credit, closing, beside, change } = row;
  return { opening, debit, credit, closing, beside, change };
}

export function baseFigures(row: TrialRow): Figures {
  return {
    opening: row.base_opening,
    debit: row.base_debit,
    credit: row.base_credit,
    closing: row.base_closing,
    beside: row.base_beside,
    change: row.base_change,
  };
}

export function totalsOf(rows: readonly TrialRow[], base: string): Figures {
  const total = (pick: (figures: Figures) => string | null) =>
    sumOf(
      rows.map((row) => pick(baseFigures(row))),
      base,
    );
  return {
    opening: total((one) => one.opening),
    debit: total((one) => one.debit),
    credit: total((one) => one.credit),
    closing: total((one) => one.closing),
    beside: total((one) => one.beside),
    change: total((one) => one.change),
  };
}

/** Rows by type, in the order of the accounts' types; an unknown type comes last. */
export function byType(rows: readonly TrialRow[]): { type: string; rows: TrialRow[] }[] {
  const types = [...new Set([...TYPES, ...rows.map((row) => row.type)])];
  return types
    .map((type) => ({ type, rows: rows.filter((row) => row.type === type) }))
    .filter((group) => group.rows.length > 0);
}

/** The rows of each account, one for each of its currencies, in the order in which they came. */
export function byAccount(rows: readonly TrialRow[]): TrialRow[][] {
  return [...Map.groupBy(rows, (row) => row.account).values()];
}

/** The account of a row with the lines that make its figures. */
export function accountHref(row: TrialRow, period: Period): string {
  return withQuery(paths.ledgerAccount, {
    account: row.account,
    party: row.party?.id,
    tax: row.tax?.id,
    bank: row.bank?.id,
    currency: row.currency,
    from: period.from,
    to: period.to,
  });
}
