/** The chart of accounts: more can be added under their type; what postings name stays. §3 Accounts. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { ACCOUNT_TYPES, SUB_KINDS, type AccountType } from '../ledger/accounts.ts';
import { amountOut, branchListQuery, listReply, recordId, text, versionField } from '../wire.ts';

export const ACCOUNT_TYPE_LABELS: Record<AccountType, string> = {
  ASSET: 'Assets',
  LIABILITY: 'Liabilities',
  EQUITY: 'Equity',
  INCOME: 'Income',
  EXPENSE: 'Expenses',
};
/** The first digit of a type's codes. */
export const TYPE_DIGITS: Record<AccountType, string> = {
  ASSET: '1',
  LIABILITY: '2',
  EQUITY: '3',
  INCOME: '4',
  EXPENSE: '5',
};

const CODE = 'Code must be 4 digits.';
const name = text({ min: 2, max: 100, message: 'Name must be 2 to 100 characters.' });
const code = z.string(CODE).check(z.trim(), z.regex(/^\d{4}$/, CODE));
const status = z.enum(['ACTIVE', 'INACTIVE'], 'Status must be ACTIVE or INACTIVE.');

const accountForm = z
  .object({
    code,
    name,
    type: z.enum(ACCOUNT_TYPES, 'Choose a type.'),
    sub_kind: z.enum(SUB_KINDS, 'Choose what it is kept by.'),
  })
  .check(
    z.refine(({ code: typed, type }) => typed.startsWith(TYPE_DIGITS[type]), {
      error: 'The first digit tells the type: 1 assets, 2 liabilities, 3 equity, 4 income, 5 expenses.',
      path: ['code'],
    }),
  );

export const accountRow = z.object({
  code: z.string(),
  name: z.string(),
  type: z.enum(ACCOUNT_TYPES),
  sub_kind: z.enum(SUB_KINDS),
  status,
  system: z.boolean(),
  /** Sub-ledger accounts in the caller's branches; null without the right to see the ledger. */
  subs: z.nullable(z.int()),
  version: z.int(),
});

export const accountItems = endpoint({
  method: 'GET',
  path: `${SCA}/ledgeraccount/items`,
  access: 'registers.view',
  effect: 'read',
  summary: 'All ledger accounts by code, each with the number of its sub-ledger accounts.',
  reply: z.object({ data: z.array(accountRow) }),
});
export const saveAccount = endpoint({
  method: 'POST',
  path: `${SCA}/ledgeraccount/save`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Adds an account under its type.',
  body: accountForm,
  reply: z.object({ code: z.string(), version: z.int(), status: z.string() }),
});
export const editAccount = endpoint({
  method: 'PUT',
  path: `${SCA}/ledgeraccount/edit`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Renames an account, disables one that is unused, or makes it active again.',
  body: z.object({ code, name, status, version: versionField }),
  reply: z.object({ code: z.string(), version: z.int(), status: z.string() }),
});
export const subAccounts = endpoint({
  method: 'GET',
  path: `${SCA}/ledgeraccount/subaccounts`,
  access: 'ledger.view',
  effect: 'read',
  summary: 'The sub-ledger accounts of a ledger account with their balances: by party, tax, bank account and currency.',
  query: z.object({ ...branchListQuery, account: code }),
  reply: listReply(
    z.object({
      id: z.string(),
      party_id: z.nullable(recordId),
      tax_id: z.nullable(recordId),
      bank_account_id: z.nullable(recordId),
      name: z.string(),
      currency: z.string(),
      debit: amountOut,
      credit: amountOut,
      balance: amountOut,
    }),
  ),
});
