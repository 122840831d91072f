/** Files that become records: sent, matched, checked, confirmed, written. Nothing is written before it is confirmed. */
import * as z from 'zod/mini';
import { endpoint, fileBody, SCA } from '../endpoint.ts';
import {
  branchParam,
  branchRef,
  byId,
  dataFormat,
  idText,
  jsonText,
  listQuery,
  listReply,
  recordId,
  saved,
  text,
  versionField,
} from '../wire.ts';
import { count, money, text as words } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { bordereauCommon } from './bordereau.ts';
import { IMPORT_STATE_NAMES, ROW_OUTCOME_NAMES } from './states.ts';
import { importTable } from './table.ts';

/** The largest file that is taken. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** What the rows that can be imported come to in one currency. */
export const importTotals = table({
  currency: words('Currency'),
  count: count('Policies'),
  sum_insured: money('Sum insured'),
  premium: money('Premium 100 %'),
  fac_premium: money('Fac premium'),
});

const target = z.string().check(z.maxLength(40, 'Not a register.'));
const NAME = 'The name of the file must be 1 to 200 characters.';
const column = z.int('Choose a column.').check(z.minimum(0, 'Choose a column.'), z.maximum(199, 'Choose a column.'));
const existing = z.enum(['skip', 'update'], 'Choose what happens to records that exist.');
const version = versionField;
/** Values in common, as text in an address. */
const commonText = jsonText(bordereauCommon, { max: 8_000, message: 'Too many values in common.' });

const importRecord = z.object({
  ...importTable.row.shape,
  size: z.int(),
  /** Of the file as it came, in hexadecimal. */
  sha256: z.string(),
  /** Percent of the step under way. */
  progress: z.int(),
  /** Why it failed. */
  message: z.nullable(z.string()),
  /** What to know about the file before it is confirmed. */
  notes: z.array(z.string()),
  existing,
  /** The caller may update what exists. */
  mayUpdate: z.boolean(),
  sheets: z.array(z.string()),
  sheet: z.int(),
  /** The row of the headings, counted from 1. */
  headingRow: z.int(),
  columns: z.array(z.object({ heading: z.string(), samples: z.array(z.string()) })),
  /** Each field and its column from 0. */
  matching: z.record(z.string(), z.int()),
  /** The columns were matched as last time. */
  remembered: z.boolean(),
  branch: z.nullable(branchRef),
  /** What all rows have in common, where a target takes that, and the parties that it names. */
  common: z.nullable(bordereauCommon),
  parties: z.array(z.object({ id: recordId, name: z.string(), resident: z.boolean() })),
  /** What the new rows come to, by currency. */
  totals: z.array(importTotals.row),
  /** Insureds that are not in the register: added with the rows, or what is wrong with these. The first 100 by name. */
  insureds: z.object({ count: z.int(), names: z.array(z.object({ name: z.string(), rows: z.int() })) }),
});

const importRow = z.object({
  row: z.int(),
  outcome: z.enum(ROW_OUTCOME_NAMES),
  label: z.nullable(z.string()),
  record: z.nullable(recordId),
  /** Long cells are cut. */
  cells: z.array(z.string()),
  errors: z.array(z.object({ column: z.nullable(z.int()), message: z.string() })),
  /** What to look at; none of it keeps the row from being imported. */
  warnings: z.array(z.string()),
});

export const imports = {
  upload: endpoint({
    method: 'POST',
    path: `${SCA}/import/upload`,
    access: 'signed_in',
    effect: 'write',
    summary:
      'Takes a CSV or XLSX file for a register, or of policies; it is read in the background and nothing is written.',
    upload: { maxBytes: MAX_FILE_BYTES },
    query: z.object({
      target,
      name: text({ min: 1, max: 200, message: NAME }),
      branch: branchParam,
      common: z.optional(commonText),
    }),
    body: fileBody,
    reply: saved,
  }),
  one: endpoint({
    method: 'GET',
    path: `${SCA}/import/{id}`,
    access: 'signed_in',
    effect: 'read',
    summary: 'An import: how far it is, its columns and what they were matched to, its faults, what was written.',
    params: byId,
    reply: importRecord,
  }),
  rows: endpoint({
    method: 'GET',
    path: `${SCA}/import/rows`,
    access: 'signed_in',
    effect: 'read',
    summary: 'The rows of an import with what is wrong in each; as a file with the reason beside them.',
    query: z.object({
      ...listQuery,
      format: dataFormat,
      id: idText,
      outcome: z.optional(z.enum(ROW_OUTCOME_NAMES, 'Not an outcome of a row.')),
      warned: z.optional(z.enum(['yes'], 'warned must be yes.')),
    }),
    reply: listReply(importRow),
  }),
  match: endpoint({
    method: 'PUT',
    path: `${SCA}/import/match/{id}`,
    access: 'signed_in',
    effect: 'write',
    summary:
      'Matches columns to fields, chooses the sheet, what happens to what exists and what the rows have in common; they are checked again.',
    params: byId,
    body: z.object({
      version,
      matching: z.optional(z.record(z.string().check(z.maxLength(40, 'Not a field.')), column)),
      existing: z.optional(existing),
      common: z.optional(bordereauCommon),
      sheet: z.optional(z.int('Choose a sheet.').check(z.minimum(0, 'Choose a sheet.'))),
    }),
    reply: saved,
  }),
  confirm: endpoint({
    method: 'PUT',
    path: `${SCA}/import/confirm/{id}`,
    access: 'signed_in',
    effect: 'write',
    summary: 'Writes the good rows in the background: all of them or none. Faulty rows are left out.',
    params: byId,
    body: z.object({ version }),
    reply: saved,
  }),
  cancel: endpoint({
    method: 'PUT',
    path: `${SCA}/import/cancel/{id}`,
    access: 'signed_in',
    effect: 'write',
    summary: 'Gives an import up; one that is being written is rolled back.',
    params: byId,
    reply: saved,
  }),
  items: endpoint({
    method: 'GET',
    path: `${SCA}/import/items`,
    access: 'signed_in',
    effect: 'read',
    summary: 'One’s own imports, of root everybody’s, newest first.',
    query: z.object({
      start: listQuery.start,
      length: listQuery.length,
      target: z.optional(target),
      state: z.optional(z.enum(IMPORT_STATE_NAMES)),
      format: listQuery.format,
    }),
    reply: listReply(importTable.row),
  }),
  template: endpoint({
    method: 'GET',
    path: `${SCA}/import/template`,
    access: 'signed_in',
    effect: 'read',
    summary: 'An empty file with the headings of a register and one example row.',
    query: z.object({ target, format: dataFormat }),
    reply: z.object({ target: z.string(), fields: z.array(z.string()) }),
  }),
};
