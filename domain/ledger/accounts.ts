/**
 * What the rules of posting know of the chart of accounts: not codes, but what an account is for. A firm's chart says
 * which of its accounts has a function, and where several share one, which of them is taken by default. §3, G1.
 */
export const ACCOUNT_TYPES = ['ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];
/** What the sub-ledger accounts of an account are: one for each party of a kind, each tax, each bank account. */
export const SUB_KINDS = ['NONE', 'REINSURED', 'SECURITY', 'PARTY', 'TAX', 'BANK'] as const;
export type SubKind = (typeof SUB_KINDS)[number];

type FunctionOf = { name: string; type: AccountType; sub: SubKind };

export const ACCOUNT_FUNCTIONS = {
  OFFICE_BANK: { name: 'Office bank', type: 'ASSET', sub: 'BANK' },
  CLIENT_BANK: { name: 'Client bank', type: 'ASSET', sub: 'BANK' },
  UNALLOCATED_CASH: { name: 'Unallocated cash', type: 'ASSET', sub: 'PARTY' },
  EXCHANGE_CLEARING: { name: 'Currency exchange clearing', type: 'ASSET', sub: 'NONE' },
  PREMIUM_RECEIVABLE: { name: 'Premium receivable', type: 'ASSET', sub: 'REINSURED' },
  TAX_RECOVERABLE: { name: 'Withholding tax recoverable', type: 'ASSET', sub: 'TAX' },
  CLAIMS_RECOVERABLE: { name: 'Claims recoverable', type: 'ASSET', sub: 'SECURITY' },
  INVOICES_RECEIVABLE: { name: 'Invoices receivable', type: 'ASSET', sub: 'PARTY' },
  INTER_BRANCH: { name: 'Inter-branch', type: 'ASSET', sub: 'NONE' },
  PREMIUM_PAYABLE: { name: 'Premium payable', type: 'LIABILITY', sub: 'SECURITY' },
  CLAIMS_PAYABLE: { name: 'Claims payable', type: 'LIABILITY', sub: 'REINSURED' },
  TAXES_PAYABLE: { name: 'Taxes and levies payable', type: 'LIABILITY', sub: 'TAX' },
  DEFERRED_BROKERAGE: { name: 'Deferred brokerage', type: 'LIABILITY', sub: 'NONE' },
  EQUITY: { name: 'Equity', type: 'EQUITY', sub: 'NONE' },
  BROKERAGE_INCOME: { name: 'Brokerage income', type: 'INCOME', sub: 'NONE' },
  FEE_INCOME: { name: 'Fee income', type: 'INCOME', sub: 'NONE' },
  EXCHANGE_GAIN: { name: 'Exchange gain', type: 'INCOME', sub: 'NONE' },
  BANK_CHARGES: { name: 'Bank charges', type: 'EXPENSE', sub: 'NONE' },
  WRITE_OFFS: { name: 'Write-offs', type: 'EXPENSE', sub: 'NONE' },
  EXPENSES: { name: 'Expenses', type: 'EXPENSE', sub: 'NONE' },
  EXCHANGE_LOSS: { name: 'Exchange loss', type: 'EXPENSE', sub: 'NONE' },
} as const satisfies Record<string, FunctionOf>;

export type AccountFunction = keyof typeof ACCOUNT_FUNCTIONS;
export const FUNCTION_NAMES = Object.keys(ACCOUNT_FUNCTIONS) as AccountFunction[];

/** Accounts that owe or are owed by a party: what they move is what open items were opened and settled by. §3, G9. */
export const CONTROL_FUNCTIONS = [
  'UNALLOCATED_CASH',
  'PREMIUM_RECEIVABLE',
  'CLAIMS_RECOVERABLE',
  'INVOICES_RECEIVABLE',
  'PREMIUM_PAYABLE',
  'CLAIMS_PAYABLE',
] as const satisfies readonly AccountFunction[];

/** The accounts that are kept by bank account. G2. */
const BANK_FUNCTIONS = ['OFFICE_BANK', 'CLIENT_BANK'] as const satisfies readonly AccountFunction[];
export type BankFunction = (typeof BANK_FUNCTIONS)[number];

/**
 * What is worth at the end of a month what the rate of that day says: money at banks, and what is owed and owing. What lies between
 * branches is not revalued: one has what the other lacks, so that the two would cancel in the books of the firm. M7, M16.
 */
export const REVALUED_FUNCTIONS = [
  ...BANK_FUNCTIONS,
  ...CONTROL_FUNCTIONS,
  'TAX_RECOVERABLE',
  'TAXES_PAYABLE',
] as const satisfies readonly AccountFunction[];

/** The account of a line: by what it is for, or that very one, as a person chose it or an entry to be mirrored booked it. */
export type LineAccount = AccountFunction | { code: string };
