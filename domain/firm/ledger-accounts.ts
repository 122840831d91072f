/** The chart of accounts: more can be added under their type; what postings name stays. §3 Accounts. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { ACCOUNT_TYPES, SUB_KINDS, type AccountType, type SubKind } from '../ledger/accounts.ts';
import { status as state } from '../registers/tables.ts';
import {
  choice,
  count,
  flag,
  id,
  money,
  optional,
  sorted,
  text as words,
  totalled,
  version,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { branchListQuery, format, lengths, listReply, text, versionField } from '../wire.ts';

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
const name = text(lengths('Name', 2, 100));
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

export const SUB_KIND_LABELS: Record<SubKind, string> = {
  NONE: 'Nothing further',
  REINSURED: 'Reinsured',
  SECURITY: 'Security',
  PARTY: 'Party',
  TAX: 'Tax',
  BANK: 'Bank account',
};

/** The chart; each type of account is a table of its own on the screen. */
export const accountTable = table(
  {
    code: words('Account'),
    name: words('Name'),
    type: choice('Type', ACCOUNT_TYPES, (type) => ACCOUNT_TYPE_LABELS[type]),
    sub_kind: choice('Kept by', SUB_KINDS, (kind) => (kind === 'NONE' ? '–' : SUB_KIND_LABELS[kind])),
    status: state,
    system: flag(''),
    /** Sub-ledger accounts in the caller's branches; null without the right to see the ledger. */
    subs: optional(count('Sub-ledger')),
    version: version(),
  },
  { screen: ['code', 'name', 'sub_kind', 'subs', 'status'] },
);

/** The sub-ledger accounts of an account; the id is made of what they are kept by. */
export const subAccountTable = table({
  id: sorted(words('')),
  party_id: optional(id()),
  tax_id: optional(id()),
  bank_account_id: optional(id()),
  name: sorted(words('Sub-ledger account')),
  currency: sorted(words('Currency')),
  debit: sorted(totalled(money('Debit'))),
  credit: sorted(totalled(money('Credit'))),
  balance: sorted(totalled(money('Balance'))),
});

export const accountItems = endpoint({
  method: 'GET',
  path: `${SCA}/ledgeraccount/items`,
  access: 'registers.view',
  effect: 'read',
  summary: 'All ledger accounts by code, each with the number of its sub-ledger accounts.',
  query: z.object({ format }),
  reply: z.object({ data: z.array(accountTable.row) }),
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
  reply: listReply(subAccountTable.row),
});
