import type { FieldError } from '../errors.ts';
import { isPaymentTerms } from '../placements/terms.ts';
import type { State } from '../states.ts';
import { addMonths, type Day } from '../values/day.ts';

export const EVERY = ['MONTH', 'QUARTER', 'YEAR'] as const;
export type Every = (typeof EVERY)[number];
export const EVERY_LABELS: Record<Every, string> = { MONTH: 'Month', QUARTER: 'Quarter', YEAR: 'Year' };
const MONTHS: Record<Every, number> = { MONTH: 1, QUARTER: 3, YEAR: 12 };

export const SCHEDULE_STATUSES = ['ACTIVE', 'STOPPED'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];
export const SCHEDULE_STATES: Record<ScheduleStatus, State<ScheduleStatus>> = {
  ACTIVE: { label: 'Active', tone: 'good', moves: {} },
  STOPPED: { label: 'Stopped', tone: 'muted', moves: {} },
};

/** When an invoice is drafted again: each period from its first day, to its last day or without end. */
export type Calendar = { every: Every; firstOn: Day; lastOn: Day | null };

/** The latest day that came already; null before the first. */
type Reached = { reached: Day | null };

/** The first day of a calendar after those that came already, or null where it has none left. Month's ends are kept. */
export function nextDay({ every, firstOn, lastOn }: Calendar, { reached }: Reached): Day | null {
  // Each day is counted from the first, so that of the 31st of January is followed by the 28th and then the 31st.
  let day = firstOn;
  for (let place = 1; reached !== null && day <= reached; place += 1) day = addMonths(firstOn, MONTHS[every] * place);
  return lastOn !== null && day > lastOn ? null : day;
}

/** Every day of a calendar that came by `today` after those that came already, so that a pause is made up for. */
export function daysDue(calendar: Calendar, { reached, today }: Reached & { today: Day }): Day[] {
  const days: Day[] = [];
  let day = nextDay(calendar, { reached });
  while (day !== null && day <= today) {
    days.push(day);
    day = nextDay(calendar, { reached: day });
  }
  return days;
}

type TypedSchedule = { first: Day | null; last: Day | null; terms: string };

/** Faults of a schedule as typed; its first day may be past only where it is as it was. §8. */
export function scheduleFaults(
  { first, last, terms }: TypedSchedule,
  { today, kept }: { today: Day; kept: Day | null },
): FieldError[] {
  const faults: FieldError[] = [];
  if (first !== null && first < today && first !== kept)
    faults.push({ field: 'first_on', message: 'The first day cannot be in the past.' });
  if (first !== null && last !== null && last < first)
    faults.push({ field: 'last_on', message: 'The last day cannot be before the first.' });
  if (!isPaymentTerms(terms)) faults.push({ field: 'terms', message: 'Choose terms.' });
  return faults;
}

/** What a draft is copied from. */
type Source = { status: string; party: { name: string; status: string } };

/** Why no draft can be made of an invoice now: it was reversed, or its party is no longer active; null where it can. */
export function whyNotDrafted({ status, party }: Source): string | null {
  if (status !== 'APPROVED') return 'The invoice that it repeats was reversed. Stop it, and repeat another invoice.';
  return party.status === 'ACTIVE' ? null : `${party.name} is not active.`;
}
