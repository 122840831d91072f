/** The firm's own accounts with banks: office money and client money apart, by currency. §3 Client-money. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { currencyCode, idText, listQuery, listReply, recordId, saved, text, versionField } from '../wire.ts';
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
  name: text({ min: 2, max: 150, message: 'Account name must be 2 to 150 characters.' }),
  bank: text({ min: 2, max: 150, message: 'Bank must be 2 to 150 characters.' }),
  bank_branch: shortText(100),
  number: text({ min: 3, max: 40, message: 'Account number must be 3 to 40 characters.' }),
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

export const bankAccountRow = z.object({
  id: recordId,
  name: z.string(),
  bank: z.string(),
  bank_branch: z.string(),
  number: z.string(),
  iban: z.string(),
  swift: z.string(),
  currency: z.string(),
  purpose: z.enum(PURPOSES),
  account: z.string(),
  branch_id: z.nullable(recordId),
  branch: z.nullable(z.string()),
  is_default: z.boolean(),
  status,
  version: z.int(),
});

export const bankAccounts = endpoint({
  method: 'GET',
  path: `${SCA}/bankaccount/items`,
  access: 'registers.view',
  effect: 'read',
  summary: 'The firm’s bank accounts, page by page.',
  query: z.object({ ...listQuery, status: z.optional(status), purpose: z.optional(z.enum(PURPOSES)) }),
  reply: listReply(bankAccountRow),
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
