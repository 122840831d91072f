/** A party's statement held against ours, from its file to a bridge that closes: the calls under /reconciliation. M13. */
import * as z from 'zod/mini';
import { sheetChoices } from '../banks/contract.ts';
import { DAY_ORDERS } from '../banks/csv-columns.ts';
import { endpoint, fileBody, SCA } from '../endpoint.ts';
import {
  amountOut,
  atMost,
  branchListQuery,
  branchParam,
  byId,
  currencyCode,
  day,
  format,
  idText,
  instant,
  jsonText,
  lengths,
  listReply,
  recordId,
  ref,
  saved,
  text,
  versionField,
} from '../wire.ts';
import { SIDES } from '../statements/account.ts';
import { REASONS } from './bridge.ts';
import { RECONCILIATION_STATUSES } from './states.ts';
import { bridgeTable, reconciliationTable } from './tables.ts';

export const MAX_THEIR_BYTES = 5 * 1024 * 1024;

const base = `${SCA}/reconciliation`;

/** How a party's sheet is read. */
export const theirChoices = z.object({
  matching: sheetChoices.shape.matching,
  day_order: sheetChoices.shape.day_order,
  turned: z.optional(z.boolean()),
  total: z.optional(text({ max: 40, message: 'Enter a total such as 281,250.00.' })),
});
export type TheirChoices = z.output<typeof theirChoices>;

const upload = {
  method: 'POST',
  access: 'allocations.create',
  upload: { maxBytes: MAX_THEIR_BYTES },
  query: z.object({
    party: idText,
    currency: currencyCode,
    asat: day('Enter the day of their statement.'),
    name: text(lengths('The name of the file', 1, 200)),
    /** A sheet, or text without columns, as it is copied out of a PDF; a sheet unless it is said. */
    as: z.optional(z.enum(['SHEET', 'TEXT'], 'Choose a sheet or a text.')),
    sheet: z.optional(jsonText(theirChoices, { max: 4_000, message: 'Too many columns.' })),
    branch: branchParam,
  }),
  body: fileBody,
} as const;

const line = z.object({
  row: z.int(),
  day: z.nullable(z.string()),
  document: z.string(),
  reference: z.string(),
  text: z.string(),
  amount: amountOut,
});

export const previewReconciliation = endpoint({
  ...upload,
  effect: 'read',
  path: `${base}/preview`,
  summary: 'What a party’s statement holds, what is wrong with it by row, and how its columns are matched.',
  reply: z.object({
    party: ref,
    side: z.enum(SIDES),
    columns: z.array(z.object({ heading: z.string(), samples: z.array(z.string()) })),
    matching: z.record(z.string(), z.int()),
    day_order: z.enum(DAY_ORDERS),
    turned: z.boolean(),
    remembered: z.boolean(),
    lines: z.array(line),
    count: z.int(),
    /** What their lines come to, and what our account with them does. */
    theirs: amountOut,
    ours: amountOut,
    faults: z.array(z.object({ row: z.int(), message: z.string() })),
    fault_count: z.int(),
    refusals: z.array(z.string()),
    ready: z.boolean(),
  }),
});
export const saveReconciliation = endpoint({
  ...upload,
  effect: 'write',
  path: `${base}/save`,
  summary: 'Keeps a party’s statement with its lines, to be held against our account. It books nothing.',
  reply: saved,
});

export const listReconciliations = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'reports.money',
  effect: 'read',
  summary: 'Statements of parties that were held against ours, paged.',
  query: z.object({
    ...branchListQuery,
    status: z.optional(z.enum(RECONCILIATION_STATUSES)),
    party: z.optional(idText),
  }),
  reply: listReply(reconciliationTable.row),
});

export const getReconciliation = endpoint({
  method: 'GET',
  path: `${base}/{id}`,
  access: 'reports.money',
  effect: 'read',
  summary: 'One reconciliation: the bridge from our account to theirs, difference by difference.',
  params: byId,
  query: z.object({ format }),
  reply: z.object({
    id: recordId,
    version: z.int(),
    status: z.enum(RECONCILIATION_STATUSES),
    party: ref,
    side: z.enum(SIDES),
    currency: z.string(),
    as_at: z.string(),
    turned: z.boolean(),
    file_name: z.string(),
    branch: z.string(),
    made_by: z.string(),
    made_at: instant,
    /** The finished one that this one looks at again, and the one that looks at this one again. */
    follows: z.nullable(recordId),
    followed_by: z.nullable(recordId),
    finished: z.nullable(z.object({ by: z.string(), at: instant })),
    ours: amountOut,
    theirs: amountOut,
    explained: amountOut,
    /** Theirs less ours less what is explained: 0.00 where the bridge closes. */
    left: amountOut,
    /** Differences without a reason. */
    open: z.int(),
    data: z.array(bridgeTable.row),
    lines: z.array(line),
    /** Of what each line that is tied may be, by its row. */
    ties: z.array(z.object({ row: z.int(), documents: z.array(z.object({ key: z.string(), number: z.string() })) })),
    /** Documents that a line may be said to be, the first 500. */
    documents: z.array(z.object({ key: z.string(), number: z.string(), open: amountOut })),
  }),
});

const KEY = text({ min: 1, max: 60, message: 'Choose a document.' });
const act = { method: 'PUT', access: 'allocations.create', effect: 'write', params: byId, reply: saved } as const;

export const chooseDocument = endpoint({
  ...act,
  path: `${base}/line/{id}`,
  summary: 'Says which document a line of theirs is; null: none of ours; left out: as it is matched.',
  body: z.object({ version: versionField, row: z.int('Choose a line.'), document: z.optional(z.nullable(KEY)) }),
});
export const setReason = endpoint({
  ...act,
  path: `${base}/reason/{id}`,
  summary: 'Sets the reason of a difference; null: none; left out: the one that is proposed.',
  body: z.object({
    version: versionField,
    key: KEY,
    reason: z.optional(z.nullable(z.enum(REASONS, 'Choose a reason.'))),
  }),
});
export const finishReconciliation = endpoint({
  ...act,
  path: `${base}/finish/{id}`,
  summary: 'Finishes a reconciliation whose bridge closes to 0.00, and keeps it as it is.',
  body: z.object({ version: versionField }),
});
export const reopenReconciliation = endpoint({
  ...act,
  path: `${base}/reopen/{id}`,
  summary: 'Begins another reconciliation with the lines and reasons of a finished one, which stays as it is.',
  body: z.object({
    version: versionField,
    reason: text({ ...atMost(500), min: 1, message: 'Say why it is opened again, in at most 500 characters.' }),
  }),
});
