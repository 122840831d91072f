/** The lists of placements as tables: from each follow its reply, its file and its columns on a screen. §6 Paged lists. */
import * as z from 'zod/mini';
import {
  below,
  choice,
  day,
  fileOnly,
  hidden,
  id,
  linked,
  money,
  optional,
  partyText,
  plain,
  rate,
  sorted,
  sortedInCurrency,
  text,
  titled,
  version,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { recordId } from '../wire.ts';
import { LINE_STAGE_LABELS, LINE_STAGES } from '../slips/line-stages.ts';
import { COVER_LABELS, COVERS, PAYMENT_LABELS, PAYMENTS, POLICY_STATES, POLICY_STATUSES } from './states.ts';

const placement = {
  id: sorted(id()),
  version: version(),
  status: choice('Status', POLICY_STATUSES, (status) => POLICY_STATES[status].label),
  broker_reference: sorted(titled('Reference', text('Broker reference'))),
  branch: text('Branch'),
  /** On a screen under the insured. */
  reinsured: hidden(partyText('Reinsured', 'reinsured_id')),
  reinsured_id: id(),
  insured: below('reinsured', partyText('Insured', 'insured_id')),
  insured_id: id(),
  class: text('Class'),
  cover_type: hidden(titled('Subclass', text('Cover type'))),
  // On a screen both are under the reference.
  insurance_start_date: hidden(sorted(day('From'))),
  insurance_end_date: below('insurance_start_date', hidden(sorted(day('To')))),
  currency: text('Currency'),
  cover: hidden(optional(choice('Cover', COVERS, (cover) => COVER_LABELS[cover]))),
  sum_insured: money('Sum insured'),
  premium: hidden(titled('Premium, 100%', money('Premium'))),
  fac: rate('Fac %'),
  fac_premium: sortedInCurrency(money('Fac premium')),
  brokerage: below('fac_premium', money('Brokerage')),
  payment: optional(choice('Payment', PAYMENTS, (payment) => PAYMENT_LABELS[payment])),
  producer: hidden(linked('user', text('Producer'), 'producer_id')),
  producer_id: optional(id()),
  made_by: titled('Maker', linked('user', text('Made by'), 'made_by_id')),
  made_by_id: id(),
  /** Everyone who made, edited or submitted it, as the session knows them: they may take it back. */
  hands: plain('', { schema: z.array(recordId), cell: (hands: number[]) => hands.join(' ') }),
  cancelled_from: fileOnly(optional(day('Cancelled from'))),
};

const FILE = [
  'branch',
  'status',
  'reinsured',
  'insured',
  'class',
  'cover_type',
  'insurance_start_date',
  'insurance_end_date',
  'currency',
  'sum_insured',
  'premium',
  'fac',
  'fac_premium',
  'brokerage',
  'cancelled_from',
  'payment',
  'producer',
  'made_by',
] as const;

const policy = { ...placement, status: below('broker_reference', placement.status) };
/** Policies of the local market. */
export const policyTable = table(policy, {
  file: ['broker_reference', ...FILE],
  paper: [
    'broker_reference',
    'status',
    'reinsured',
    'insured',
    'class',
    'insurance_start_date',
    'insurance_end_date',
    'currency',
    'sum_insured',
    'fac_premium',
    'brokerage',
    'payment',
  ],
  screen: [
    'broker_reference',
    'status',
    'cover',
    'insured',
    'reinsured',
    'class',
    'cover_type',
    'insurance_start_date',
    'insurance_end_date',
    'currency',
    'fac_premium',
    'brokerage',
    'payment',
    'sum_insured',
    'fac',
    'premium',
    'branch',
    'producer',
    'made_by',
  ],
});

const PLACINGS = ['OVER', 'FULL', 'UNDER'] as const;
export type Placing = (typeof PLACINGS)[number];
/** How the written lines of a slip are to its order. */
export const PLACING_LABELS: Record<Placing, string> = {
  OVER: 'Over-placed',
  FULL: 'Fully placed',
  UNDER: 'Under-placed',
};

/** Slips of the London market, with their lines. */
export const slipTable = table(
  {
    ...placement,
    umr: below('broker_reference', text('UMR')),
    leader: titled('Leader', partyText('Slip leader', 'leader_id')),
    leader_id: optional(id()),
    written: rate('Written %'),
    signed: below('written', rate('Signed %')),
    placing: choice('Placing', PLACINGS, (placing) => PLACING_LABELS[placing]),
    stage: below(
      'leader',
      choice('Stage', LINE_STAGES, (stage) => LINE_STAGE_LABELS[stage]),
    ),
    /** Whether its signed lines are to be notified. */
    notification: optional(choice('Notification', ['WARNING', 'OVERDUE'], (state) => state)),
  },
  {
    file: ['broker_reference', 'umr', ...FILE, 'leader', 'stage', 'written', 'signed', 'placing'],
    paper: [
      'broker_reference',
      'umr',
      'status',
      'reinsured',
      'insured',
      'leader',
      'stage',
      'written',
      'signed',
      'insurance_start_date',
      'currency',
      'fac_premium',
    ],
    screen: [
      'broker_reference',
      'umr',
      'status',
      'placing',
      'stage',
      'cover',
      'insured',
      'reinsured',
      'leader',
      'written',
      'signed',
      'insurance_start_date',
      'insurance_end_date',
      'currency',
      'fac_premium',
      'payment',
      'branch',
      'producer',
      'made_by',
    ],
  },
);
