/** One security's line replaced by others on the policies that it is on: a draft endorsement for each. §2, §7. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { BATCH_STATES } from '../renewals/states.ts';
import {
  choice,
  count,
  day as dayColumn,
  hidden,
  id,
  instant as instantColumn,
  linked,
  optional,
  party,
  partyText,
  plain,
  rate,
  record,
  sorted,
  text,
  titled,
} from '../tables/columns.ts';
import { BATCH_LABELS } from '../statements/tables.ts';
import { table } from '../tables/table.ts';
import {
  byId,
  day,
  format,
  idText,
  instant,
  listQuery,
  listReply,
  rate as rateIn,
  rateOut,
  recordId,
  ref,
  saved,
  SHARE,
} from '../wire.ts';

const base = `${SCA}/securities/replacement`;
export const MOST_REPLACED = 200;
export const MOST_SUCCESSORS = 20;

const NONE = 'Choose who takes over its line.';
const replacement = {
  /** Whose line is replaced. */
  security: recordId,
  effective_date: day('Enter the day from which it holds.'),
  /** By whom, each with its share in % of the line that leaves. */
  successors: z
    .array(z.object({ security: recordId, share: rateIn(SHARE) }), NONE)
    .check(z.minLength(1, NONE), z.maxLength(MOST_SUCCESSORS, `At most ${MOST_SUCCESSORS} securities.`)),
};

const line = z.object({ security: ref, share: rateOut });

export const planReplacement = endpoint({
  method: 'POST',
  path: `${base}/plan`,
  access: 'policies.create',
  effect: 'read',
  summary: 'On which policies one security’s line would be replaced by others from a day on, and what is in the way.',
  body: z.object(replacement),
  reply: z.object({
    security: ref,
    effective_date: z.string(),
    /** There are more policies than are shown; those that come first are drafted first. */
    more: z.boolean(),
    data: z.array(
      z.object({
        policy: ref,
        market: z.enum(['LOCAL', 'LONDON']),
        insured: z.string(),
        reinsured: z.string(),
        /** Its line, and how it is divided. */
        line: rateOut,
        lines: z.array(line),
        /** A replacement from that day that was not disabled. */
        endorsement: z.nullable(ref),
        problem: z.nullable(z.string()),
      }),
    ),
  }),
});

const CHOOSE_POLICIES = 'Choose policies.';
export const startReplacement = endpoint({
  method: 'POST',
  path: `${base}/batch`,
  access: 'policies.create',
  effect: 'write',
  summary: 'Drafts the endorsements that replace one security’s line on these policies, in the background.',
  body: z.object({
    ...replacement,
    /** Each with the line that was shown. */
    policies: z
      .array(z.object({ id: recordId, line: rateIn(SHARE) }), CHOOSE_POLICIES)
      .check(z.minLength(1, CHOOSE_POLICIES), z.maxLength(MOST_REPLACED, `At most ${MOST_REPLACED} at once.`)),
  }),
  reply: saved,
});

const REPLACED = ['WAITING', 'DRAFTED', 'PROBLEM', 'LEFT'] as const;
export type Replaced = (typeof REPLACED)[number];
export const REPLACED_LABELS: Record<Replaced, string> = {
  WAITING: 'Waiting',
  DRAFTED: 'Draft made',
  PROBLEM: 'Not done',
  LEFT: 'Left as it was',
};

/** What became of each policy. */
export const replacementTable = table(
  {
    id: id(),
    policy: record('Policy'),
    market: plain('', { schema: z.enum(['LOCAL', 'LONDON']), cell: String }),
    insured: partyText('Insured', 'insured_id'),
    insured_id: id(),
    line: titled('Its line', rate('Its line %')),
    outcome: choice('State', REPLACED, (outcome) => REPLACED_LABELS[outcome]),
    endorsement: optional(record('Endorsement')),
    problem: titled('Why', text('Why not')),
    branch: hidden(text('Branch')),
  },
  { screen: ['policy', 'insured', 'line', 'outcome', 'endorsement', 'problem', 'branch'] },
);

/** Batches of replacements, the newest first. */
export const replacementBatchTable = table({
  id: sorted(id()),
  security: party('Security'),
  made_at: titled('Started', instantColumn('Started')),
  state: choice('State', BATCH_STATES, (state) => BATCH_LABELS[state]),
  effective_date: titled('From', dayColumn('Effective from')),
  policies: count('Policies'),
  drafted: titled('Drafts', count('Drafts made')),
  problems: titled('Not done', count('Not done')),
  by: linked('user', text('Started by'), 'by_id'),
  by_id: id(),
  /** Those of its policies. */
  branch: hidden(text('Branch')),
});

export const listReplacements = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'policies.create',
  effect: 'read',
  summary: 'Batches of replacements that one started; root sees everybody’s.',
  query: z.object({
    ...listQuery,
    security: z.optional(idText),
    state: z.optional(z.enum(BATCH_STATES, 'Not a state of a batch.')),
  }),
  reply: listReply(replacementBatchTable.row),
});

export const replacementBatch = endpoint({
  method: 'GET',
  path: `${base}/{id}`,
  access: 'policies.create',
  effect: 'read',
  summary: 'How far a batch of replacements is, and what became of each policy.',
  params: byId,
  query: z.object({ format }),
  reply: z.object({
    id: recordId,
    security: ref,
    effective_date: z.string(),
    successors: z.array(line),
    state: z.enum(BATCH_STATES),
    message: z.nullable(z.string()),
    by: ref,
    made_at: instant,
    finished_at: z.nullable(instant),
    /** Those of its policies, divided by commas. */
    branch: z.string(),
    data: z.array(replacementTable.row),
  }),
});

export const cancelReplacement = endpoint({
  method: 'PUT',
  path: `${base}/cancel/{id}`,
  access: 'policies.create',
  effect: 'write',
  summary: 'Stops a batch of replacements: what is drafted stays, the rest is left as it was.',
  params: byId,
  reply: saved,
});
