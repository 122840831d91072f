/** Records that are submitted, approved or have their papers sent together: what would happen, how far it is, and what became of each. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { KIND_NAMES } from '../records/kinds.ts';
import { BATCH_STATES } from '../renewals/states.ts';
import { amountOut, byId, format, listQuery, listReply, recordId, saved, versionField } from '../wire.ts';
import { BATCH_ACTS, batchRecordTable, recordBatchTable, SENT_PAPERS, STEP_ACTS } from './tables.ts';

const base = `${SCA}/batch`;
export const MOST_IN_BATCH = 200;

const CHOOSE = 'Choose records.';
const MOST = `At most ${MOST_IN_BATCH} at once.`;
const kind = z.enum(KIND_NAMES, 'Choose a kind of record.');
const act = z.enum(STEP_ACTS, 'Choose what to do.');

/** What a person saw of a record: its version, and how far the claim or the policy that it changes had come. */
export const seenRecord = z.object({
  id: recordId,
  version: versionField,
  moved: z.optional(z.int()),
  endorsed: z.optional(z.int()),
});

const planned = z.object({ id: recordId, called: z.string(), title: z.string() });
const leftOut = z.array(z.object({ ...planned.shape, why: z.string() }));

export const planBatch = endpoint({
  method: 'POST',
  path: `${base}/plan`,
  access: 'signed_in',
  effect: 'read',
  summary: 'What submitting or approving these records would do: how many, what they come to, and which are left out.',
  body: z.object({
    kind,
    act,
    ids: z.array(recordId, CHOOSE).check(z.minLength(1, CHOOSE), z.maxLength(MOST_IN_BATCH, MOST)),
  }),
  reply: z.object({
    records: z.array(z.object({ ...planned.shape, seen: seenRecord })),
    left_out: leftOut,
    sums: z.array(z.object({ currency: z.string(), amount: amountOut, records: z.int() })),
  }),
});

export const startBatch = endpoint({
  method: 'POST',
  path: `${base}/start`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Submits or approves these records in the background, each by itself in the version that was seen.',
  body: z.object({
    kind,
    act,
    records: z.array(seenRecord, CHOOSE).check(z.minLength(1, CHOOSE), z.maxLength(MOST_IN_BATCH, MOST)),
  }),
  reply: saved,
});

export const listRecordBatches = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'signed_in',
  effect: 'read',
  summary: 'One’s own batches: what was done to how many records, and how many were not done.',
  query: z.object({
    ...listQuery,
    kind: z.optional(kind),
    act: z.optional(z.enum(BATCH_ACTS, 'Choose what to do.')),
    state: z.optional(z.enum(BATCH_STATES, 'Not a state of a batch.')),
  }),
  reply: listReply(recordBatchTable.row),
});

export const recordBatch = endpoint({
  method: 'GET',
  path: `${base}/{id}`,
  access: 'signed_in',
  effect: 'read',
  summary: 'How far one of one’s own batches is, and what became of each record.',
  params: byId,
  query: z.object({ format }),
  reply: z.object({
    ...recordBatchTable.row.shape,
    message: z.nullable(z.string()),
    data: z.array(batchRecordTable.row),
  }),
});

export const stopBatch = endpoint({
  method: 'PUT',
  path: `${base}/stop/{id}`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Stops one’s own batch after the record in hand: what is done stays, the rest is left as it was.',
  params: byId,
  reply: saved,
});

const CHOOSE_PAPERS = 'Choose what to send.';
const wantedPapers = {
  papers: z.array(z.enum(SENT_PAPERS, CHOOSE_PAPERS), CHOOSE_PAPERS).check(z.minLength(1, CHOOSE_PAPERS)),
  /** Also what was mailed before. */
  again: z.boolean('Say whether papers that were mailed before go again.'),
};

export const planPapers = endpoint({
  method: 'POST',
  path: `${base}/papers/plan`,
  access: 'policy_documents.generate',
  effect: 'read',
  summary: 'What mailing the papers of these policies would do: how many go to how many addresses, and who has none.',
  body: z.object({
    ...wantedPapers,
    ids: z.array(recordId, CHOOSE).check(z.minLength(1, CHOOSE), z.maxLength(MOST_IN_BATCH, MOST)),
  }),
  reply: z.object({
    records: z.array(z.object({ ...planned.shape, seen: seenRecord })),
    left_out: leftOut,
    papers: z.int(),
    addresses: z.int(),
    /** Of the papers that were chosen, those that left before: in `papers` only where they go again. */
    mailed_before: z.int(),
    /** Parties whose papers are made and not mailed. */
    unaddressed: z.array(z.string()),
  }),
});

export const sendPapers = endpoint({
  method: 'POST',
  path: `${base}/papers/send`,
  access: 'policy_documents.generate',
  effect: 'write',
  summary:
    'Makes the papers of these policies that are not made yet and mails them to their parties in the background.',
  body: z.object({
    ...wantedPapers,
    records: z.array(seenRecord, CHOOSE).check(z.minLength(1, CHOOSE), z.maxLength(MOST_IN_BATCH, MOST)),
  }),
  reply: saved,
});
