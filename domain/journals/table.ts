import {
  baseMoney,
  choice,
  count,
  day,
  hidden,
  id,
  optional,
  sorted,
  text,
  titled,
  version,
  linked,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { JOURNAL_STATES, JOURNAL_STATUSES } from './states.ts';

/** The list of manual journals. §6 Paged lists. */
export const manualJournalTable = table({
  id: sorted(id()),
  version: version(),
  number: titled('Journal', optional(text('Number'))),
  day: sorted(day('Date')),
  narration: text('Narration'),
  status: choice('Status', JOURNAL_STATUSES, (state) => JOURNAL_STATES[state].label),
  lines: count('Lines'),
  amount: sorted(baseMoney('Debits')),
  reference: hidden(text('Reference')),
  made_by: hidden(linked('user', text('Made by'), 'made_by_id')),
  made_by_id: id(),
  branch: hidden(text('Branch')),
});
