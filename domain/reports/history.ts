import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { RECORDS } from '../records/kinds.ts';
import { idText, instant, recordId } from '../wire.ts';

/** Records of a branch, and what belongs to the firm as a whole. */
const HISTORY_ENTITIES = [
  ...RECORDS,
  'invoice_schedule',
  'budget',
  'tax',
  'ledger_account',
  'branch',
  'firm',
  'role',
] as const;
export type HistoryEntity = (typeof HISTORY_ENTITIES)[number];

/** Changes of state of one record, newest first, from the audit trail. */
export const recordHistory = endpoint({
  method: 'GET',
  path: `${SCA}/audit/history`,
  access: 'signed_in',
  effect: 'read',
  oneRecord: true,
  summary: 'What happened to a record, newest first.',
  query: z.object({ entity: z.enum(HISTORY_ENTITIES), id: idText }),
  reply: z.array(
    z.object({
      id: z.string(),
      at: instant,
      by: z.string(),
      /** None where the system did it. */
      by_id: z.nullable(recordId),
      action: z.string(),
      facts: z.record(z.string(), z.unknown()),
    }),
  ),
});
