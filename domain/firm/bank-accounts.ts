/** The firm's own accounts with banks: office money and client money apart, by currency. §3 Client-money. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { status as state } from '../registers/tables.ts';
import {
  below,
  choice,
  flag,
  hidden,
  id,
  optional,
  plain,
  sorted,
  text as words,
  titled,
  version,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { currencyCode, idText, lengths, listQuery, listReply, recordId, saved, text, versionField } from '../wire.ts';
import type { BankFunction } from '../ledger/accounts.ts';
import { isIban, isSwift } from './iban.ts';
import { shortText } from './shapes.ts';

export const PURPOSES = ['OFFICE', 'CLIENT'] as const;
export type BankPurpose = (typeof PURPOSES)[number];
export const PURPOSE_LABELS: Record<BankPurpose, string> = { OFFICE: 'Office', CLIENT: 'Client money' };
/** What the ledger account is for that the money of a purpose is kept on. §3 Accounts. */
export const PURPOSE_FUNCTIONS: Record<BankPurpose, BankFunction> = { OFFICE: 'OFFICE_BANK', CLIENT: 'CLIENT_BANK' };

const IBAN = 'This IBAN is not right: check its digits.';
const SWIFT = 'A SWIFT code has 8 or 11 letters and digits, such as SCBLKENX.';
const status = z.enum(['ACTIVE', 'INACTIVE'], 'Status must be ACTIVE or INACTIVE.');

const accountFields = {
  name: text(lengths('Account name', 2, 150)),
  bank: text(lengths('Bank', 2, 150)),
  bank_branch: shortText(100),
  number: text(lengths('Account number', 3, 40)),
  iban: shortText(50, IBAN).check(z.refine((value) => value === '' || isIban(value), IBAN)),
  swift: shortText(20, SWIFT).check(z.refine((value) => value === '' || isSwift(value), SWIFT)),
  currency: currencyCode,
  purpose: z.enum(PURPOSES, 'Choose what the account is for.'),
  /** Null: every branch's. */
  branch_id: z.nullable(recordId),
  is_default: z.boolean('Choose whether it is the default.'),
};
export const bankAccountForm = z.object(accountFields);
export const bankAccountEdit = z.object({ id: recordId, ...accountFields, version: versionField });

/** The branch by its code; null is every branch. */
const branch = plain('Branch', { schema: z.nullable(z.string()), cell: (code: string | null) => code ?? 'All' });

export const bankAccountTable = table(
  {
    id: sorted(id()),
    name: sorted(titled('Account', words('Name'))),
    bank: sorted(words('Bank')),
    bank_branch: below('bank', words('Bank branch')),
    number: sorted(words('Number')),
    iban: below('number', hidden(words('IBAN'))),
    swift: hidden(words('SWIFT')),
    currency: sorted(words('Currency')),
    purpose: sorted(choice('For', PURPOSES, (purpose) => PURPOSE_LABELS[purpose])),
    account: below('purpose', titled('Ledger', words('Ledger account'))),
    branch_id: optional(id()),
    branch: sorted(branch),
    is_default: below('branch', flag('Default')),
    status: sorted(state),
    version: version(),
  },
  { screen: ['name', 'bank', 'number', 'iban', 'swift', 'currency', 'purpose', 'account', 'branch', 'status'] },
);

export const bankAccounts = endpoint({
  method: 'GET',
  path: `${SCA}/bankaccount/items`,
  access: 'registers.view',
  effect: 'read',
  summary: 'The firm’s bank accounts, page by page.',
  query: z.object({ ...listQuery, status: z.optional(status), purpose: z.optional(z.enum(PURPOSES)) }),
  reply: listReply(bankAccountTable.row),
});
export const saveBankAccount = endpoint({
  method: 'POST',
  path: `${SCA}/bankaccount/save`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Adds a bank account. As a default it takes the place of the one before.',
  body: bankAccountForm,
  reply: saved,
});
export const editBankAccount = endpoint({
  method: 'PUT',
  path: `${SCA}/bankaccount/edit`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Edits a bank account; documents that were issued keep what they show.',
  body: bankAccountEdit,
  reply: saved,
});
export const updateBankAccount = endpoint({
  method: 'PUT',
  path: `${SCA}/bankaccount/update`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Makes a bank account active or inactive; inactive it is no default.',
  query: z.object({ id: idText, status }),
  body: z.object({ version: versionField }),
  reply: saved,
});
