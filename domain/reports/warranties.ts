/** Premium payment warranties and conditions that are not met: what is to be paid by when, and who may leave the risk. §2. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { WARRANTY_LABELS, WARRANTY_STATES } from '../placements/instalments.ts';
import {
  baseMoney,
  below,
  choice,
  count,
  day,
  hidden,
  id,
  linked,
  money,
  note,
  party,
  partyText,
  plain,
  record,
  text,
  titled,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { besideParam } from './beside.ts';
import { BESIDE, besides } from './tables.ts';
import { branchParam, dayParam, firstRows, format, idText, lengthQuery, rateOut, ref } from '../wire.ts';

/** States of what is listed here, the most urgent first. */
export const UNMET = ['BROKEN', 'FALLING_DUE', 'RUNNING'] as const;

/** What a note of another day may be on this one: not of the list, since it is met, is warranted no more, or was noted later. */
export const LISTED = [...UNMET, 'MET', 'ENDED', 'LATER'] as const;
export const LISTED_STATES = {
  ...WARRANTY_STATES,
  ENDED: { label: 'No longer warranted', tone: 'neutral' },
  LATER: { label: 'Noted later', tone: 'neutral' },
} as const satisfies Record<(typeof LISTED)[number], { label: string; tone: string }>;

const carrier = z.object({ ...ref.shape, share: rateOut });

/**
 * One debit note a row; days are negative once its day has passed. What is to be paid is of the instalments that are asked for, less what of them cannot
 * be collected; what was paid and what is open are of the same ones.
 */
export const warrantyTable = table(
  {
    state: choice('State', LISTED, (state) => LISTED_STATES[state].label),
    policy: below('state', linked('policy', record('Policy'))),
    insured: partyText('Insured', 'insured_id'),
    insured_id: id(),
    reinsured: below('insured', party('Reinsured')),
    note: note('Debit note'),
    kind: below(
      'note',
      titled(
        'Clause',
        choice('Warranty or condition', ['PPW', 'PPC'], (kind) => WARRANTY_LABELS[kind]),
      ),
    ),
    day: titled('Pay by', day('To be paid by')),
    days: below('day', titled('Days left', count('Days left'))),
    due_to: hidden(titled('Instalments to', day('Instalments asked for, to'))),
    securities: text('Securities'),
    /** The same, each with its page. */
    carriers: plain('', { schema: z.array(carrier), cell: String }),
    currency: titled('Cur.', text('Currency')),
    due: titled('To be paid', money('To be paid by then')),
    paid: below('due', money('Paid')),
    open: money('Open'),
    base_open: below('open', hidden(baseMoney('Open'))),
    ...besides(money),
    /** Whether entries alone made the difference: a cancellation ends a warranty, and nobody paid. */
    booked: plain('', { schema: z.boolean(), cell: String }),
  },
  {
    screen: [
      'state',
      'policy',
      'day',
      'days',
      'currency',
      'open',
      ...BESIDE,
      'due',
      'paid',
      'reinsured',
      'note',
      'kind',
    ],
  },
);

export const warranties = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/warranties`,
  access: 'reports.production',
  effect: 'read',
  long: 'beside',
  summary:
    'Premium payment warranties and conditions that are not met as at a day, the most urgent first; of all or one security.',
  query: z.object({
    security: z.optional(idText),
    asat: dayParam,
    beside: besideParam,
    branch: branchParam,
    format,
    ...lengthQuery,
  }),
  reply: z.object({
    as_at: z.string(),
    base_currency: z.string(),
    ...firstRows(warrantyTable.row),
    /** How many there are, where `length` asks for the first of them. */
    count: z.optional(z.int()),
  }),
});
