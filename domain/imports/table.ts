import * as z from 'zod/mini';
import { count, fileOnly, id, instant, choice, optional, plain, record, text, version } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { IMPORT_STATE_NAMES, IMPORT_STATES } from './states.ts';
import { importTarget } from './targets.ts';

const counts = z.object({
  rows: z.int(),
  new: z.int(),
  exists: z.int(),
  faulty: z.int(),
  /** Of the new ones, those that have a warning. */
  warned: z.int(),
  written: z.int(),
  updated: z.int(),
  skipped: z.int(),
});

/** Files that were sent, the newest first, and what became of their rows. */
export const importTable = table({
  id: id(),
  version: version(),
  target: plain('Register', { schema: z.string(), cell: (key: string) => importTarget(key)?.title ?? key }),
  file_name: text('File'),
  state: choice('Status', IMPORT_STATE_NAMES, (state) => IMPORT_STATES[state].label),
  counts: plain('', { schema: counts, cell: String }),
  rows: fileOnly(count('Rows')),
  written: fileOnly(count('Added')),
  updated: fileOnly(count('Updated')),
  faulty: fileOnly(count('Faulty')),
  by: record('Sent by'),
  created_at: instant('Sent'),
  finished_at: optional(instant('Finished')),
});
