import * as z from 'zod/mini';
import {
  baseMoney,
  below,
  choice,
  count,
  day,
  hidden,
  id,
  money,
  optional,
  partyText,
  plain,
  rate,
  sorted,
  sortedInCurrency,
  text,
  titled,
  totalled,
  version,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { dayIn, writtenDay } from '../values/day.ts';
import { recordId } from '../wire.ts';
import { PAYMENT_LABELS, PAYMENTS } from '../placements/states.ts';
import { MARKET_LABELS, markets } from '../registers/shapes.ts';
import { notice } from './notices.ts';
import { RENEWAL_LABELS, RENEWAL_STATES } from './states.ts';

const renewal = z.object({ id: recordId, number: z.string(), status: z.string() });
type Notice = z.output<typeof notice>;

const figures = {
  fac_premium: sortedInCurrency(totalled(money('Fac premium'))),
  base_fac_premium: below(
    'fac_premium',
    hidden(titled('Fac premium', totalled(baseMoney('Fac premium at booked rates')))),
  ),
};
/** What expires in one currency. */
export const renewalTotals = table({
  currency: text('Currency'),
  policies: plain('Policies', { schema: z.int(), cell: String }),
  ...figures,
});

/** What a screen and a paper begin with; the reinsured follows on paper, on a screen it is under the insured. */
const FIRST = ['broker_reference', 'state', 'insurance_end_date'] as const;
const SEEN = [
  'insured',
  'class',
  'currency',
  'fac_premium',
  'payment',
  'base_fac_premium',
  'claims',
  'incurred',
  'renewal',
] as const;

/**
 * A policy that expires, with its approved endorsements in its figures; claims and loss ratio are of five years at most, of it
 * and of the policies that it renewed. C16.
 */
export const renewalTable = table(
  {
    id: sorted(id()),
    version: version(),
    market: hidden(choice('Market', markets, (market) => MARKET_LABELS[market])),
    broker_reference: sorted(titled('Reference', text('Broker reference'))),
    branch: text('Branch'),
    /** On a screen under the insured. */
    reinsured: hidden(partyText('Reinsured', 'reinsured_id')),
    reinsured_id: id(),
    insured: below('reinsured', partyText('Insured', 'insured_id')),
    insured_id: id(),
    class: text('Class'),
    cover_type: text('Cover type'),
    insurance_start_date: hidden(day('From')),
    insurance_end_date: sorted(day('Expires')),
    currency: below('class', text('Currency')),
    sum_insured: hidden(money('Sum insured')),
    premium: money('Premium'),
    fac: hidden(rate('Fac %')),
    ...figures,
    payment: optional(choice('Payment', PAYMENTS, (payment) => PAYMENT_LABELS[payment])),
    claims: titled('Claims', count('Claims, 5 years')),
    incurred: below('claims', hidden(money('Incurred, 5 years'))),
    ex_gratia: hidden(money('Ex gratia, 5 years')),
    /** On a screen under the claims. */
    loss_ratio: below(
      'rate_change',
      hidden(titled('Loss ratio', optional(rate('Loss ratio with ex gratia, 5 years')))),
    ),
    /** Of its renewal, as far as that is drafted; on a screen under the fac premium. */
    rate_change: hidden(titled('Rate change', optional(rate('Rate change of the renewal')))),
    state: below(
      'broker_reference',
      choice('Renewal', RENEWAL_STATES, (state) => RENEWAL_LABELS[state]),
    ),
    renewal: titled(
      'Renewed by, or why not',
      optional(plain('Renewed by', { schema: renewal, cell: (by: z.output<typeof renewal>) => by.number })),
    ),
    not_renewed_reason: below('renewal', optional(text('Not renewed because'))),
    /** The last notice of it to the reinsured. */
    notice: titled('Notice', {
      ...optional({
        ...plain('Notice sent', { schema: notice, cell: ({ at }: Notice) => at.toISOString() }),
        // The day on which it left, where the firm is.
        cell: ({ at }: Notice, _currency: string, timeZone = 'UTC') => dayIn(timeZone, at),
        shown: ({ at }: Notice, _currency: string, timeZone = 'UTC') => writtenDay(dayIn(timeZone, at)),
      }),
      kind: 'day' as const,
    }),
  },
  {
    file: [
      'broker_reference',
      'branch',
      'market',
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
      'base_fac_premium',
      'payment',
      'claims',
      'incurred',
      'ex_gratia',
      'loss_ratio',
      'state',
      'renewal',
      'rate_change',
      'not_renewed_reason',
      'notice',
    ],
    paper: [...FIRST, 'reinsured', ...SEEN, 'rate_change', 'loss_ratio', 'not_renewed_reason', 'notice'],
    screen: [
      ...FIRST,
      ...SEEN,
      'notice',
      'ex_gratia',
      'loss_ratio',
      'rate_change',
      'reinsured',
      'insurance_start_date',
      'sum_insured',
      'fac',
      'market',
      'branch',
    ],
  },
);
