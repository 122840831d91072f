/** What the banks say of the firm's own accounts: the calls under /bankstatement. M9. */
import * as z from 'zod/mini';
import { endpoint, fileBody, SCA } from '../endpoint.ts';
import { PURPOSES } from '../firm/bank-accounts.ts';
import {
  amount,
  amountOut,
  branchParam,
  branchRef,
  byId,
  idText,
  instant,
  jsonText,
  lengths,
  listQuery,
  listReply,
  recordId,
  ref,
  saved,
  text,
  versionField,
} from '../wire.ts';
import { DAY_ORDERS } from './csv-columns.ts';
import { BANK_FORMATS } from './statement.ts';
import { STATEMENT_STATUSES } from './states.ts';
import { bankLineTable, statementTable } from './tables.ts';

/** The largest file that is taken: a year of a busy account. */
export const MAX_STATEMENT_BYTES = 10 * 1024 * 1024;
/** Lines and faults of a file that its preview shows. */
export const SHOWN_LINES = 100;

const base = `${SCA}/bankstatement`;
const BALANCE = 'Enter a balance such as 281,250.00.';
const column = z.int('Choose a column.').check(z.minimum(0, 'Choose a column.'), z.maximum(199, 'Choose a column.'));

/** How a sheet is read; of a file in a bank's own format nothing of it is needed. */
export const sheetChoices = z.object({
  matching: z.optional(z.record(z.string().check(z.maxLength(40, 'Not a field.')), column)),
  day_order: z.optional(z.enum(DAY_ORDERS, 'Choose how dates are written.')),
  opening: z.optional(amount(BALANCE)),
  closing: z.optional(amount(BALANCE)),
});
export type SheetChoices = z.output<typeof sheetChoices>;

/** The same as text in an address. */
const sheetText = jsonText(sheetChoices, { max: 4_000, message: 'Too many columns.' });

const account = z.object({
  id: recordId,
  name: z.string(),
  bank: z.string(),
  number: z.string(),
  currency: z.string(),
  purpose: z.enum(PURPOSES),
  /** None of one that serves every branch. */
  branch: z.nullable(branchRef),
});

const line = z.object({
  row: z.int(),
  day: z.string(),
  amount: amountOut,
  party: z.string(),
  text: z.string(),
  reference: z.string(),
});
const fault = z.object({ row: z.int(), message: z.string() });
const previewed = z.object({
  number: z.string(),
  first_day: z.nullable(z.string()),
  last_day: z.nullable(z.string()),
  opening: z.nullable(amountOut),
  closing: z.nullable(amountOut),
  /** What came in and what went out, and how many lines there are. */
  paid_in: amountOut,
  paid_out: amountOut,
  count: z.int(),
  /** Why it cannot be read, in sentences. */
  refusals: z.array(z.string()),
  faults: z.array(fault),
  fault_count: z.int(),
  lines: z.array(line),
});

const upload = {
  method: 'POST',
  access: 'bank_statements.create',
  upload: { maxBytes: MAX_STATEMENT_BYTES },
  query: z.object({
    account: idText,
    name: text(lengths('The name of the file', 1, 200)),
    sheet: z.optional(sheetText),
    branch: branchParam,
  }),
  body: fileBody,
} as const;

export const listBankStatements = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'bank_statements.view',
  effect: 'read',
  summary: 'Bank statements, paged.',
  query: z.object({
    ...listQuery,
    branch: branchParam,
    bank: z.optional(idText),
    status: z.optional(z.enum(STATEMENT_STATUSES)),
  }),
  reply: listReply(statementTable.row),
});
export const listStatementAccounts = endpoint({
  method: 'GET',
  path: `${base}/accounts`,
  access: 'bank_statements.view',
  effect: 'read',
  summary: 'Our accounts with banks, and where the statements of each have come to.',
  query: z.object({ branch: branchParam }),
  reply: z.array(
    z.object({
      ...account.shape,
      active: z.boolean(),
      /** Of the last statement. */
      last_day: z.nullable(z.string()),
      balance: z.nullable(amountOut),
      statements: z.int(),
    }),
  ),
});
export const listBankLines = endpoint({
  method: 'GET',
  path: `${base}/lines`,
  access: 'bank_statements.view',
  effect: 'read',
  summary: 'The lines of a statement, paged.',
  query: z.object({ ...listQuery, branch: branchParam, statement: idText }),
  reply: listReply(bankLineTable.row),
});
export const getBankStatement = endpoint({
  method: 'GET',
  path: `${base}/{id}`,
  access: 'bank_statements.view',
  effect: 'read',
  summary: 'One bank statement.',
  params: byId,
  reply: z.object({
    id: recordId,
    version: z.int(),
    status: z.enum(STATEMENT_STATUSES),
    account,
    number: z.string(),
    format: z.enum(BANK_FORMATS),
    first_day: z.string(),
    last_day: z.string(),
    opening: amountOut,
    closing: amountOut,
    paid_in: amountOut,
    paid_out: amountOut,
    lines: z.int(),
    file_name: z.string(),
    read_by: ref,
    read_at: instant,
    taken_back: z.nullable(z.object({ by: ref, at: instant, reason: z.string() })),
    /** Why it cannot be taken back; null where it can. */
    kept_because: z.nullable(z.string()),
  }),
});
export const previewBankStatement = endpoint({
  ...upload,
  effect: 'read',
  path: `${base}/preview`,
  summary: 'What a file of a bank holds, what is wrong with it by line, and how its columns are matched.',
  reply: z.object({
    format: z.enum(BANK_FORMATS),
    account,
    statements: z.array(previewed),
    /** Of a sheet: its columns with what they hold, and how they are read. */
    sheet: z.nullable(
      z.object({
        columns: z.array(z.object({ heading: z.string(), samples: z.array(z.string()) })),
        matching: z.record(z.string(), z.int()),
        day_order: z.enum(DAY_ORDERS),
        remembered: z.boolean(),
        /** No column has the balance: both are typed. */
        asks_balances: z.boolean(),
      }),
    ),
    /** When this very file was read, by whom. */
    read_before: z.nullable(z.object({ statement: recordId, by: ref, at: instant })),
    ready: z.boolean(),
  }),
});
export const readBankStatement = endpoint({
  ...upload,
  effect: 'write',
  path: `${base}/save`,
  summary: 'Reads the statements of a file: all of them, or none.',
  reply: z.object({ ...saved.shape, statements: z.array(recordId) }),
});
export const takeBackStatement = endpoint({
  method: 'PUT',
  path: `${base}/takeback/{id}`,
  access: 'bank_statements.create',
  effect: 'write',
  summary: 'Takes the last statement of an account back, as long as none of its lines is matched.',
  params: byId,
  body: z.object({
    version: versionField,
    reason: text({ min: 1, max: 500, message: 'Say why it is taken back, in at most 500 characters.' }),
  }),
  reply: saved,
});
