/** What is behind the figures of the ledger: journal lines. */
import {
  listPositions,
  listRevaluations,
  positionTable,
  revaluationLines,
  revaluationsTable,
  revaluationTable,
} from '../closing/contract.ts';
import { yearPreview, yearTable } from '../closing/year.ts';
import { subAccounts as subAccountsCall, subAccountTable } from '../firm/ledger-accounts.ts';
import { bankReconciliation, reconciliationParts, reconciliationTable } from '../reports/bank-reconciliation.ts';
import { clientMovements, clientMovementsTable } from '../reports/client-movements.ts';
import { itemMovements, itemMovementsTable } from '../reports/item-movements.ts';
import {
  clientAccounts,
  clientAccountsTable,
  clientMoney,
  clientMoneyTable,
  paidAhead,
  paidAheadTable,
} from '../reports/client-money.ts';
import { listLedgerLines, trialBalance } from '../reports/contract.ts';
import { ledgerAccount, ledgerAccountTable } from '../reports/ledger-account.ts';
import type { LedgerPart } from '../reports/ledger-parts.ts';
import { ledgerTable, trialBalanceTable } from '../reports/tables.ts';
import { taxDocuments, taxDocumentsTable, taxReturn, taxReturnTable } from '../reports/tax-return.ts';
import { behind, explained, type QueryOf, turned } from '../tables/behind.ts';
import type { Wire } from '../tables/table.ts';
import { addDays, type Day, lastOfMonth } from '../values/day.ts';
import { besideOn, startBefore, yearBefore } from '../reports/beside.ts';
import { daysBetween } from './between.ts';
import { ACCOUNT, CLIENT_MOVES, LINES, MATTERS, RECONCILED_ITEMS, TAXED } from './sources.ts';

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

const beside = (column: LineColumn) => (row: TrialRow, query: TrialQuery, today: Day) => {
  const to = besideOn(query.beside, query.to ?? today);
  return to === undefined ? 'COLUMNS' : behind(ACCOUNT, account(row, query, { to }), column);
};
/** Between two days: what was posted after the one and by the other. */
const changed = (column: LineColumn) => (row: TrialRow, query: TrialQuery, today: Day) => {
  const { to = today } = query;
  const other = besideOn(query.beside, to);
  if (other === undefined) return 'COLUMNS';
  const { days, later } = daysBetween(other, to);
  return behind(ACCOUNT, account(row, query, days), later ? turned(column) : column);
};

export const trialBalanceRows = explained(
  { call: trialBalance, table: trialBalanceTable },
  {
    opening: opening('amount'),
    debit: moved('debit'),
    credit: moved('credit'),
    closing: closing('amount'),
    base_opening: opening('base_amount'),
    base_debit: moved('base_debit'),
    base_credit: moved('base_credit'),
    base_closing: closing('base_amount'),
    beside: beside('amount'),
    change: changed('amount'),
    base_beside: beside('base_amount'),
    base_change: changed('base_amount'),
  },
);

const OF_LINES = {
  debit: 'ENTRY',
  credit: 'ENTRY',
  base_debit: 'ENTRY',
  base_credit: 'ENTRY',
  amount: 'ENTRY',
  base_amount: 'ENTRY',
} as const;
export const lines = explained({ call: listLedgerLines, table: ledgerTable }, OF_LINES);
export const accountLines = explained(
  { call: ledgerAccount, table: ledgerAccountTable },
  {
    ...OF_LINES,
    balance: 'RUNNING',
    base_balance: 'RUNNING',
  },
);

type TaxRow = { tax: { id: number }; currency: string };
type Days = { branch?: string | undefined; from?: string | undefined; to?: string | undefined };
const taxed =
  (part: LedgerPart, column: 'amount' | 'base_amount' = 'amount') =>
  (row: TaxRow, query: Days) =>
    behind(LINES, { ...taxOf(row, query), part, from: query.from, to: query.to }, turned(column));
/** Of the same days a year before. */
const taxedBefore = (part: LedgerPart) => (row: TaxRow, query: QueryOf<typeof taxReturn>, today: Day) =>
  query.beside === undefined
    ? ('COLUMNS' as const)
    : taxed(part)(row, {
        branch: query.branch,
        from: query.from && startBefore(query.from),
        to: yearBefore(query.to ?? today),
      });
const taxOf = ({ tax, currency }: TaxRow, { branch }: Days) => ({ branch, tax: String(tax.id), currency });

/** What is owed to an authority is more than nothing, against the ledger. */
export const taxReturnRows = explained(
  { call: taxReturn, table: taxReturnTable },
  {
    premium: (row, query) => behind(TAXED, { ...taxOf(row, query), from: query.from, to: query.to }, 'premium'),
    opening: (row, query) =>
      query.from === undefined
        ? 'COLUMNS'
        : behind(LINES, { ...taxOf(row, query), part: 'TAXES', to: addDays(query.from, -1) }, turned('amount')),
    charged: taxed('TAX_CHARGED'),
    returned: taxed('TAX_RETURNED'),
    charged_last_year: taxedBefore('TAX_CHARGED'),
    change_charged: 'COLUMNS',
    returned_last_year: taxedBefore('TAX_RETURNED'),
    change_returned: 'COLUMNS',
    certified: taxed('TAX_CERTIFIED'),
    uncollectable: taxed('TAX_UNCOLLECTABLE'),
    other: taxed('TAX_OTHER'),
    remitted: taxed('TAX_REMITTED'),
    closing: (row, query) => behind(LINES, { ...taxOf(row, query), part: 'TAXES', to: query.to }, turned('amount')),
    base_charged: taxed('TAX_NOTED', 'base_amount'),
  },
);
export const taxedDocuments = explained(
  { call: taxDocuments, table: taxDocumentsTable },
  { premium: 'RECORD', amount: 'RECORD' },
);

type Laid = { asat: Day; beside: string | undefined; column?: 'amount' | 'base_amount' };
/** A part of the ledger on another day, and between two: what was posted after the one and by the other. */
const partBeside = (of: QueryOf<typeof listLedgerLines>, { asat, beside, column = 'amount' }: Laid) => {
  const to = besideOn(beside, asat);
  return to === undefined ? ('COLUMNS' as const) : behind(LINES, { ...of, to }, column);
};
const partChanged = (of: QueryOf<typeof listLedgerLines>, { asat, beside, column = 'amount' }: Laid) => {
  const other = besideOn(beside, asat);
  if (other === undefined) return 'COLUMNS' as const;
  const { days, later } = daysBetween(other, asat);
  return behind(LINES, { ...of, ...days }, later ? turned(column) : column);
};

type PositionRow = { currency: string; from: string; from_beside: string | null };
type AsAt = { branch?: string | undefined; asat?: string | undefined; beside?: string | undefined };
type Column = NonNullable<Laid['column']>;
const position = (part: LedgerPart, column: Column) => (row: PositionRow, query: AsAt) =>
  behind(LINES, { branch: query.branch, currency: row.currency, part, to: query.asat }, column);
const positionBeside =
  (part: LedgerPart, column: Column) =>
  ({ currency }: PositionRow, { branch, asat, beside }: AsAt, today: Day) =>
    partBeside({ branch, currency, part }, { asat: asat ?? today, beside, column });
const positionChanged =
  (part: LedgerPart, column: Column) =>
  ({ currency }: PositionRow, { branch, asat, beside }: AsAt, today: Day) =>
    partChanged({ branch, currency, part }, { asat: asat ?? today, beside, column });
const gained = (part: LedgerPart) => (row: PositionRow, query: AsAt, today: Day) =>
  behind(
    LINES,
    { branch: query.branch, currency: row.currency, part, from: row.from, to: query.asat ?? today },
    turned('base_amount'),
  );
const gainedBeside = (part: LedgerPart) => (row: PositionRow, query: AsAt, today: Day) => {
  const to = besideOn(query.beside, query.asat ?? today);
  if (to === undefined || row.from_beside === null) return 'COLUMNS' as const;
  const of = { branch: query.branch, currency: row.currency, part };
  return behind(LINES, { ...of, from: row.from_beside, to }, turned('base_amount'));
};
/** Gains of two years have no lines of their own between them. */
const gainedSince = (part: LedgerPart) => (row: PositionRow, query: AsAt, today: Day) => {
  const asat = query.asat ?? today;
  const other = besideOn(query.beside, asat);
  if (other === undefined || row.from_beside !== row.from) return 'COLUMNS' as const;
  const { days, later } = daysBetween(other, asat);
  const of = { branch: query.branch, currency: row.currency, part };
  return behind(LINES, { ...of, ...days }, later ? 'base_amount' : turned('base_amount'));
};
export const positions = explained(
  { call: listPositions, table: positionTable },
  {
    banks: position('BANKS', 'amount'),
    banks_beside: positionBeside('BANKS', 'amount'),
    banks_change: positionChanged('BANKS', 'amount'),
    owed_to_us: 'BY_SIGN',
    owed_to_us_beside: 'BY_SIGN',
    owed_to_us_change: 'BY_SIGN',
    owed_by_us: 'BY_SIGN',
    owed_by_us_beside: 'BY_SIGN',
    owed_by_us_change: 'BY_SIGN',
    net: position('POSITION', 'amount'),
    beside: positionBeside('POSITION', 'amount'),
    change: positionChanged('POSITION', 'amount'),
    between_branches: position('BETWEEN_BRANCHES', 'amount'),
    between_branches_beside: positionBeside('BETWEEN_BRANCHES', 'amount'),
    between_branches_change: positionChanged('BETWEEN_BRANCHES', 'amount'),
    base: position('POSITION', 'base_amount'),
    base_beside: positionBeside('POSITION', 'base_amount'),
    base_change: positionChanged('POSITION', 'base_amount'),
    value: 'CONVERTED',
    value_beside: 'CONVERTED',
    value_change: 'CONVERTED',
    unrealised: 'CONVERTED',
    unrealised_beside: 'CONVERTED',
    unrealised_change: 'CONVERTED',
    revalued: gained('REVALUED'),
    revalued_beside: gainedBeside('REVALUED'),
    revalued_change: gainedSince('REVALUED'),
    realised: gained('REALISED'),
    realised_beside: gainedBeside('REALISED'),
    realised_change: gainedSince('REALISED'),
  },
);

type ClientRow = { branch: string; currency: string };
const matters = (of: 'premiums' | 'claims' | 'fees' | 'ahead') => (row: ClientRow, query: AsAt) =>
  behind(MATTERS, { branch: row.branch, currency: row.currency, asat: query.asat, of }, 'in_hand');
const loose = (of: 'unallocated' | 'charges' | 'exchanged' | 'between_branches') => (row: ClientRow, query: AsAt) =>
  behind(CLIENT_MOVES, { branch: row.branch, currency: row.currency, asat: query.asat, of }, of);
const heldOf = ({ branch, currency }: ClientRow) => ({ branch, currency, part: 'CLIENT_BANK' as const });
export const clientMoneyRows = explained(
  { call: clientMoney, table: clientMoneyTable },
  {
    held: (row, query) =>
      behind(LINES, { branch: row.branch, currency: row.currency, part: 'CLIENT_BANK', to: query.asat }, 'amount'),
    unallocated: loose('unallocated'),
    premiums: matters('premiums'),
    claims: matters('claims'),
    required: 'COLUMNS',
    fees: matters('fees'),
    short: matters('ahead'),
    charges: loose('charges'),
    exchanged: loose('exchanged'),
    between_branches: loose('between_branches'),
    other: 'COLUMNS',
    result: 'COLUMNS',
    beside: (row, { asat, beside }, today) => partBeside(heldOf(row), { asat: asat ?? today, beside }),
    change: (row, { asat, beside }, today) => partChanged(heldOf(row), { asat: asat ?? today, beside }),
  },
);

/** By bank account: what lies in each has its lines. */
export const clientAccountRows = explained(
  { call: clientAccounts, table: clientAccountsTable },
  {
    held: (row, query) =>
      behind(
        LINES,
        { branch: row.branch, currency: row.currency, bank: String(row.bank.id), part: 'CLIENT_BANK', to: query.asat },
        'amount',
      ),
    unallocated: 'PLACED',
    premiums: 'PLACED',
    claims: 'PLACED',
    required: 'COLUMNS',
    fees: 'PLACED',
    short: 'PLACED',
    charges: 'PLACED',
    exchanged: 'PLACED',
    between_branches: 'PLACED',
    other: 'COLUMNS',
    result: 'COLUMNS',
    transferred: 'PLACED',
    elsewhere: 'PLACED',
  },
);
export const paidAheadRows = explained(
  { call: paidAhead, table: paidAheadTable },
  {
    received: 'RECORD',
    paid: 'RECORD',
    made_good: 'RECORD',
    short: 'COLUMNS',
    in_hand: 'COLUMNS',
  },
);
export const clientMovementRows = explained(
  { call: clientMovements, table: clientMovementsTable },
  {
    unallocated: 'ENTRY',
    charges: 'ENTRY',
    exchanged: 'ENTRY',
    between_branches: 'ENTRY',
  },
);
export const itemMovementRows = explained(
  { call: itemMovements, table: itemMovementsTable },
  { amount: 'ENTRY', base_amount: 'ENTRY' },
);

/** From the ledger to the statement: the account's lines, and the records between them. */
export const reconciliationRows = explained(
  { call: bankReconciliation, table: reconciliationTable },
  { amount: 'RECORD' },
);
export const reconciliationSums = explained(
  { call: bankReconciliation, table: reconciliationParts, rows: 'parts' },
  {
    amount: (row, { branch, bank, asat }) =>
      row.section === 'LEDGER'
        ? behind(LINES, { branch, bank, to: asat }, 'amount')
        : row.section === 'BEFORE' || row.section === 'STATEMENT'
          ? 'COLUMNS'
          : behind(RECONCILED_ITEMS, { branch, bank, asat, section: row.section }, 'amount'),
  },
);

const subAccount = (
  row: Wire<(typeof subAccountTable)['columns']>,
  { branch, account }: QueryOf<typeof subAccountsCall>,
) => ({
  branch,
  account,
  currency: row.currency,
  party: row.party_id === null ? undefined : String(row.party_id),
  tax: row.tax_id === null ? undefined : String(row.tax_id),
  bank: row.bank_account_id === null ? undefined : String(row.bank_account_id),
  detail: 'sub' as const,
});
export const subAccountRows = explained(
  { call: subAccountsCall, table: subAccountTable },
  {
    debit: (row, query) => behind(ACCOUNT, subAccount(row, query), 'debit'),
    credit: (row, query) => behind(ACCOUNT, subAccount(row, query), 'credit'),
    balance: (row, query) => behind(ACCOUNT, subAccount(row, query), 'amount'),
  },
);

type BookRow = {
  branch: string;
  account: string;
  currency: string;
  party: { id: number } | null;
  tax: { id: number } | null;
  bank?: { id: number } | null;
};
const idOf = (one: { id: number } | null | undefined) => (one == null ? undefined : String(one.id));
const bookAccount = ({ branch, account, currency, party, tax, bank }: BookRow) => ({
  branch,
  account,
  currency,
  party: idOf(party),
  tax: idOf(tax),
  bank: idOf(bank),
  detail: 'sub' as const,
});
/** What a revaluation would book: each balance has its lines up to the month's end. */
const revaluedBalance =
  (column: 'amount' | 'base_amount') =>
  (row: BookRow, { month }: { month: string }) =>
    behind(ACCOUNT, { ...bookAccount(row), to: lastOfMonth(`${month}-01`) }, column);
export const revaluationRows = explained(
  { call: revaluationLines, table: revaluationTable },
  {
    amount: revaluedBalance('amount'),
    base: revaluedBalance('base_amount'),
    value: 'CONVERTED',
    difference: 'CONVERTED',
  },
);
export const revaluationsRows = explained(
  { call: listRevaluations, table: revaluationsTable },
  { gain: 'RECORD', loss: 'RECORD' },
);
export const yearRows = explained({ call: yearPreview, table: yearTable }, { amount: 'TRIAL', base: 'TRIAL' });
