import {
  choice,
  count,
  day,
  flag,
  hidden,
  id,
  money,
  optional,
  party,
  sorted,
  text,
  titled,
  version,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { EVERY, EVERY_LABELS, SCHEDULE_STATES, SCHEDULE_STATUSES } from './schedule.ts';

/** Invoices that are drafted again by the calendar, the newest first. */
export const scheduleTable = table({
  id: sorted(id()),
  version: version(),
  invoice: text('Repeats'),
  party: party('To'),
  every: choice('Every', EVERY, (every) => EVERY_LABELS[every]),
  status: choice('Status', SCHEDULE_STATUSES, (status) => SCHEDULE_STATES[status].label),
  next_on: optional(day('Next')),
  last_on: optional(day('Last day')),
  currency: titled('Cur.', text('Currency')),
  amount: money('Amount'),
  drafts: count('Drafts'),
  problem: flag('Not drafted'),
  made_by: hidden(text('Made by')),
  branch: hidden(text('Branch')),
});
