/** What is behind the figures of the ledger: journal lines. */
import { listPositions, positionTable } from '../closing/contract.ts';
import { clientMoney, clientMoneyTable } from '../reports/client-money.ts';
import { listLedgerLines, trialBalance } from '../reports/contract.ts';
import { ledgerAccount, ledgerAccountTable } from '../reports/ledger-account.ts';
import type { LedgerPart } from '../reports/ledger-parts.ts';
import { ledgerTable, trialBalanceTable } from '../reports/tables.ts';
import { taxDocuments, taxDocumentsTable, taxReturn, taxReturnTable } from '../reports/tax-return.ts';
import { behind, explained, type QueryOf } from '../tables/behind.ts';
import type { Wire } from '../tables/table.ts';
import { addDays } from '../values/day.ts';
import { ACCOUNT, LINES, MATTERS, TAXED } from './sources.ts';

type TrialRow = Wire<(typeof trialBalanceTable)['columns']>;
type TrialQuery = QueryOf<typeof trialBalance>;

/** The account of a row, or its sub-ledger account, over the days of a figure. */
const account = (row: TrialRow, query: TrialQuery, days: { from?: string | undefined; to?: string | undefined }) => ({
  branch: query.branch,
  account: row.account,
  currency: row.currency,
  party: row.party === null ? undefined : String(row.party.id),
  tax: row.tax === null ? undefined : String(row.tax.id),
  bank: row.bank === null ? undefined : String(row.bank.id),
  detail: query.detail === 'sub' ? ('sub' as const) : undefined,
  year_end: query.year_end,
  ...days,
});
type LineColumn = 'debit' | 'credit' | 'amount' | 'base_debit' | 'base_credit' | 'base_amount';
const opening = (column: LineColumn) => (row: TrialRow, query: TrialQuery) =>
  query.from === undefined ? 'COLUMNS' : behind(ACCOUNT, account(row, query, { to: addDays(query.from, -1) }), column);
const moved = (column: LineColumn) => (row: TrialRow, query: TrialQuery) =>
  behind(ACCOUNT, account(row, query, { from: query.from, to: query.to }), column);
const closing = (column: LineColumn) => (row: TrialRow, query: TrialQuery) =>
  behind(ACCOUNT, account(row, query, { to: query.to }), column);

export const trialBalanceRows = explained(trialBalance, trialBalanceTable, {
  opening: opening('amount'),
  debit: moved('debit'),
  credit: moved('credit'),
  closing: closing('amount'),
  base_opening: opening('base_amount'),
  base_debit: moved('base_debit'),
  base_credit: moved('base_credit'),
  base_closing: closing('base_amount'),
});

const OF_LINES = {
  debit: 'ENTRY',
  credit: 'ENTRY',
  base_debit: 'ENTRY',
  base_credit: 'ENTRY',
  amount: 'ENTRY',
  base_amount: 'ENTRY',
} as const;
export const lines = explained(listLedgerLines, ledgerTable, OF_LINES);
export const accountLines = explained(ledgerAccount, ledgerAccountTable, {
  ...OF_LINES,
  balance: 'RUNNING',
  base_balance: 'RUNNING',
});

type TaxRow = { tax: { id: number }; currency: string };
type Days = { branch?: string | undefined; from?: string | undefined; to?: string | undefined };
const taxed = (part: LedgerPart, column: 'amount' | 'base_amount' = 'amount') => (row: TaxRow, query: Days) =>
  behind(LINES, { ...taxOf(row, query), part, from: query.from, to: query.to }, column, { turned: true });
const taxOf = ({ tax, currency }: TaxRow, { branch }: Days) => ({ branch, tax: String(tax.id), currency });

/** What is owed to an authority is more than nothing, against the ledger. */
export const taxReturnRows = explained(taxReturn, taxReturnTable, {
  premium: (row, query) => behind(TAXED, { ...taxOf(row, query), from: query.from, to: query.to }, 'premium'),
  opening: (row, query) =>
    query.from === undefined
      ? 'COLUMNS'
      : behind(LINES, { ...taxOf(row, query), part: 'TAXES', to: addDays(query.from, -1) }, 'amount', { turned: true }),
  charged: taxed('TAX_CHARGED'),
  returned: taxed('TAX_RETURNED'),
  certified: taxed('TAX_CERTIFIED'),
  uncollectable: taxed('TAX_UNCOLLECTABLE'),
  other: taxed('TAX_OTHER'),
  remitted: taxed('TAX_REMITTED'),
  closing: (row, query) =>
    behind(LINES, { ...taxOf(row, query), part: 'TAXES', to: query.to }, 'amount', { turned: true }),
  base_charged: taxed('TAX_NOTED', 'base_amount'),
});
export const taxedDocuments = explained(taxDocuments, taxDocumentsTable, { premium: 'RECORD', amount: 'RECORD' });

type PositionRow = { currency: string; from: string };
type AsAt = { branch?: string | undefined; asat?: string | undefined };
const position = (part: LedgerPart, column: 'amount' | 'base_amount') => (row: PositionRow, query: AsAt) =>
  behind(LINES, { branch: query.branch, currency: row.currency, part, to: query.asat }, column);
const gained = (part: LedgerPart) => (row: PositionRow, query: AsAt, today: string) =>
  behind(
    LINES,
    { branch: query.branch, currency: row.currency, part, from: row.from, to: query.asat ?? today },
    'base_amount',
    { turned: true },
  );
export const positions = explained(listPositions, positionTable, {
  banks: position('BANKS', 'amount'),
  owed_to_us: 'BY_SIGN',
  owed_by_us: 'BY_SIGN',
  net: position('POSITION', 'amount'),
  base: position('POSITION', 'base_amount'),
  value: 'CONVERTED',
  unrealised: 'CONVERTED',
  revalued: gained('REVALUED'),
  realised: gained('REALISED'),
});

type ClientRow = { branch: string; currency: string };
const matters = (of: 'premiums' | 'claims' | 'fees' | 'ahead') => (row: ClientRow, query: AsAt) =>
  behind(MATTERS, { branch: row.branch, currency: row.currency, asat: query.asat, of }, 'in_hand');
export const clientMoneyRows = explained(clientMoney, clientMoneyTable, {
  held: (row, query) =>
    behind(LINES, { branch: row.branch, currency: row.currency, part: 'CLIENT_BANK', to: query.asat }, 'amount'),
  unallocated: 'COLUMNS',
  premiums: matters('premiums'),
  claims: matters('claims'),
  required: 'COLUMNS',
  fees: matters('fees'),
  short: matters('ahead'),
  charges: 'COLUMNS',
  exchanged: 'COLUMNS',
  other: 'COLUMNS',
  result: 'COLUMNS',
});
