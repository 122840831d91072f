import {
  below,
  choice,
  day,
  hidden,
  id,
  linked,
  money,
  optional,
  partyText,
  sorted,
  sortedInCurrency,
  text,
  titled,
  version,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { ADJUSTMENT_KINDS, ADJUSTMENTS } from './kinds.ts';
import { ADJUSTMENT_STATES, ADJUSTMENT_STATUSES } from './states.ts';

/** The list of adjustments. §6 Paged lists. */
export const adjustmentTable = table({
  id: sorted(id()),
  version: version(),
  number: titled('Adjustment', optional(text('Number'))),
  kind: choice('For', ADJUSTMENT_KINDS, (kind) => ADJUSTMENTS[kind].label),
  status: below(
    'kind',
    choice('Status', ADJUSTMENT_STATUSES, (state) => ADJUSTMENT_STATES[state].label),
  ),
  note: linked('note', text('Note'), 'note_id'),
  note_id: id(),
  party: partyText('Party', 'party_id'),
  party_id: id(),
  reference: below('party', text('Policy')),
  day: sorted(day('Day')),
  currency: titled('Cur.', text('Currency')),
  amount: sortedInCurrency(money('Amount')),
  certificate: hidden(text('Certificate')),
  made_by: hidden(text('Made by')),
  branch: below('made_by', hidden(text('Branch'))),
});
