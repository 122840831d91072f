import { type FirmDay, PRESETS, presetDays } from '../reports/period.ts';
import type { State } from '../states.ts';
import { addDays, addMonths, type Day, daysBetween } from '../values/day.ts';

export const MAILED_EVERY = ['DAY', 'WEEK', 'MONTH'] as const;
export type MailedEvery = (typeof MAILED_EVERY)[number];
export const MAILED_EVERY_LABELS: Record<MailedEvery, string> = {
  DAY: 'Every day',
  WEEK: 'Every week',
  MONTH: 'Every month',
};

export const MAILED_STATUSES = ['ACTIVE', 'PAUSED', 'STOPPED'] as const;
export type MailedStatus = (typeof MAILED_STATUSES)[number];
export const MAILED_STATES: Record<MailedStatus, State<MailedStatus>> = {
  ACTIVE: { label: 'Active', tone: 'good', moves: {} },
  PAUSED: { label: 'Paused', tone: 'waiting', moves: {} },
  STOPPED: { label: 'Stopped', tone: 'muted', moves: {} },
};

export const SENDING_STATUSES = ['QUEUED', 'SENT', 'FAILED', 'EMPTY', 'REFUSED'] as const;
export type SendingStatus = (typeof SENDING_STATUSES)[number];
export const SENDING_STATES: Record<SendingStatus, { label: string; tone: State<string>['tone'] }> = {
  QUEUED: { label: 'Leaving', tone: 'waiting' },
  SENT: { label: 'Sent', tone: 'good' },
  FAILED: { label: 'Not sent', tone: 'bad' },
  EMPTY: { label: 'Empty, not sent', tone: 'muted' },
  REFUSED: { label: 'Refused', tone: 'bad' },
};

/** From which hour of the firm's day views are mailed. */
export const MORNING = 6;

/** The last day of a calendar that came by today; null before its first. Of days that were missed only the last is mailed. */
export function lastDue({ every, firstOn }: { every: MailedEvery; firstOn: Day }, today: Day): Day | null {
  if (today < firstOn) return null;
  if (every === 'DAY') return today;
  if (every === 'WEEK') return addDays(today, -(daysBetween(firstOn, today) % 7));
  // Each day is counted from the first, so that a month's end is kept.
  let place = 0;
  while (addMonths(firstOn, place + 1) <= today) place += 1;
  return addMonths(firstOn, place);
}

/** The first day of a calendar after today. */
export function nextDue({ every, firstOn }: { every: MailedEvery; firstOn: Day }, today: Day): Day {
  const last = lastDue({ every, firstOn }, today);
  if (last === null) return firstOn;
  if (every !== 'MONTH') return addDays(last, every === 'DAY' ? 1 : 7);
  let place = 1;
  while (addMonths(firstOn, place) <= last) place += 1;
  return addMonths(firstOn, place);
}

/** What an address is called otherwise in its call. */
const RENAMED: Readonly<Record<string, string>> = { q: 'searchValue' };

/**
 * What a view asks of its call on a day: the address's parameters that the call has. A period that is named moves with the day;
 * a day that the address does not name is the day itself, which the call then takes.
 */
export function queryOn(query: string, fields: ReadonlySet<string>, day: FirmDay): Record<string, string> {
  const address = Object.fromEntries(new URLSearchParams(query));
  const kept = Object.entries(address)
    .map(([name, value]): [string, string] => [RENAMED[name] ?? name, value])
    .filter(([name]) => fields.has(name));
  const preset = PRESETS.find((one) => one === address['period']);
  if (preset === undefined || !fields.has('from') || !fields.has('to')) return Object.fromEntries(kept);
  const { from, to } = presetDays(preset, day);
  return { ...Object.fromEntries(kept), ...(from !== null && { from }), to };
}
