/** A firm's books from another system: its files in one archive, checked as a whole, posted as a whole or not at all. */
import * as z from 'zod/mini';
import { endpoint, fileBody, SCA } from '../../endpoint.ts';
import { FUNCTION_NAMES } from '../../ledger/accounts.ts';
import { branchParam, branchRef, byId, instant, recordId, ref, saved, text, versionField } from '../../wire.ts';
import { IMPORT_STATE_NAMES } from '../states.ts';
import { ACCOUNT_KINDS, HISTORY_FILE_NAMES } from './files.ts';

/** What the imports of a history are called among the others. */
export const HISTORY_TARGET = 'history';
export const MAX_HISTORY_BYTES = 64 * 1024 * 1024;

const accountUse = z.object({
  function: z.nullable(z.enum(FUNCTION_NAMES, 'Choose what the account is for.')),
  tax: z.nullable(z.string().check(z.maxLength(40, 'Choose one of the taxes.'))),
  is_default: z.boolean(),
});
/** What each account is for, by its code; also the file that `import-history --mapping` takes. */
export const accountUses = z.record(
  z.string().check(z.maxLength(4, 'The code of an account has four digits.')),
  accountUse,
);

const counts = z.object({ accounts: z.int(), parties: z.int(), documents: z.int(), lines: z.int() });

/** What was found in the files, as the import keeps it. */
export const historyFindings = z.object({
  accounts: z.array(z.object({ code: z.string(), name: z.string(), kind: z.enum(ACCOUNT_KINDS), lines: z.int() })),
  uses: accountUses,
  counts,
  faults: z.array(z.object({ file: z.enum(HISTORY_FILE_NAMES), line: z.int(), message: z.string() })),
  /** All of them, of which the first are listed. */
  fault_count: z.int(),
});
export type HistoryFindings = z.output<typeof historyFindings>;

const historyImport = z.object({
  id: recordId,
  version: z.int(),
  state: z.enum(IMPORT_STATE_NAMES),
  file_name: z.string(),
  branch: z.nullable(branchRef),
  by: ref,
  created_at: instant,
  finished_at: z.nullable(instant),
  progress: z.int(),
  message: z.nullable(z.string()),
  found: z.nullable(historyFindings),
});

export const history = {
  current: endpoint({
    method: 'GET',
    path: `${SCA}/import/history`,
    access: 'firm.manage',
    effect: 'read',
    summary: 'Whether the books have begun, and the latest import of a history with what was found in its files.',
    query: z.object({ branch: branchParam }),
    reply: z.object({
      begun: z.boolean(),
      taxes: z.array(z.object({ code: z.string(), name: z.string() })),
      latest: z.nullable(historyImport),
    }),
  }),
  upload: endpoint({
    method: 'POST',
    path: `${SCA}/import/history/upload`,
    access: 'firm.manage',
    effect: 'write',
    summary:
      'Takes the four files of a history in one ZIP archive; they are checked in the background and nothing is posted.',
    upload: { maxBytes: MAX_HISTORY_BYTES },
    query: z.object({
      name: text({ min: 1, max: 200, message: 'The name of the file must be 1 to 200 characters.' }),
      branch: branchParam,
    }),
    body: fileBody,
    reply: saved,
  }),
  match: endpoint({
    method: 'PUT',
    path: `${SCA}/import/history/match/{id}`,
    access: 'firm.manage',
    effect: 'write',
    summary: 'Says what each account of a history is for; its documents are checked again.',
    params: byId,
    body: z.object({ version: versionField, accounts: accountUses }),
    reply: saved,
  }),
  confirm: endpoint({
    method: 'PUT',
    path: `${SCA}/import/history/confirm/{id}`,
    access: 'firm.manage',
    effect: 'write',
    summary: 'Has a history posted in the background: all of it or nothing.',
    params: byId,
    body: z.object({ version: versionField }),
    reply: saved,
  }),
};
