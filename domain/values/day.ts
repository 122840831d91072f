import { readCount } from './decimal.ts';

/** A calendar day as "YYYY-MM-DD", end to end; never an instant. Days compare as text. */
export type Day = string;

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
/** The months as they stand in a day, January first. */
export const MONTHS_SHORT = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;
/** The months in full, January first. */
export const MONTHS_LONG = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

type Parts = { year: number; month: number; day: number };

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function monthLength(year: number, month: number): number {
  return month === 2 && isLeap(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);
}

function compose({ year, month, day }: Parts): Day {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function partsOf(day: Day): Parts {
  const match = PATTERN.exec(day);
  if (!match) throw new RangeError(`Not a day: ${day}`);
  return { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
}

/** The day that a text means, or null when it cannot be parsed (specification §5). Years 1900 to 2199. */
export function parseDay(text: string): Day | null {
  const trimmed = text.trim();
  if (!PATTERN.test(trimmed)) return null;
  const { year, month, day } = partsOf(trimmed);
  if (year < 1900 || year > 2199 || month < 1 || month > 12) return null;
  return day >= 1 && day <= monthLength(year, month) ? trimmed : null;
}

// Days since 1970-01-01, by Howard Hinnant's civil-calendar arithmetic.
function serial({ year, month, day }: Parts): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function fromSerial(days: number): Day {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const mp = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * mp + 2) / 5) + 1;
  const month = mp < 10 ? mp + 3 : mp - 9;
  return compose({ year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day });
}

export function addDays(day: Day, days: number): Day {
  return fromSerial(serial(partsOf(day)) + days);
}

/** The same day of the month n months on, clamped to that month's end. §2 Terms. */
export function addMonths(day: Day, months: number): Day {
  const parts = partsOf(day);
  const index = parts.year * 12 + (parts.month - 1) + months;
  const year = Math.floor(index / 12);
  const month = (index % 12) + 1;
  return compose({ year, month, day: Math.min(parts.day, monthLength(year, month)) });
}

/** Days from a to b, negative when b is earlier. */
export function daysBetween(a: Day, b: Day): number {
  return serial(partsOf(b)) - serial(partsOf(a));
}

/** Days of a period of which both the first and the last day are covered. §2. */
export function daysInPeriod(start: Day, end: Day): number {
  return daysBetween(start, end) + 1;
}

/**
 * How many whole months a period has, both its first and its last day covered; undefined where it has days besides. A month in which
 * there is no such day as the first is over with its last: 29 February to 28 February is a year.
 */
export function wholeMonths(start: Day, end: Day): number | undefined {
  const from = partsOf(start);
  const monthsTo = (day: Day) => (partsOf(day).year - from.year) * 12 + partsOf(day).month - from.month;
  const after = addDays(end, 1);
  const isOver = (months: number) =>
    addMonths(start, months) === after || (addMonths(start, months) === end && partsOf(end).day < from.day);
  return [monthsTo(end), monthsTo(after)].find((months) => months > 0 && isOver(months));
}

export function laterOf(a: Day, b: Day): Day {
  return a > b ? a : b;
}

export function earlierOf(a: Day, b: Day): Day {
  return a < b ? a : b;
}

export function yearOf(day: Day): number {
  return partsOf(day).year;
}

/** A month as a whole number: 202603 for any day of March 2026. */
export function monthKey(day: Day): number {
  const { year, month } = partsOf(day);
  return year * 100 + month;
}

export function firstOfMonth(day: Day): Day {
  return compose({ ...partsOf(day), day: 1 });
}

export function firstOfYear(day: Day): Day {
  return compose({ ...partsOf(day), month: 1, day: 1 });
}

export function lastOfMonth(day: Day): Day {
  const { year, month } = partsOf(day);
  return compose({ year, month, day: monthLength(year, month) });
}

/** "Nov 20, 2026": short month, numeric day, numeric year (specification §9). */
export function showDay(day: Day): string {
  const { year, month, day: d } = partsOf(day);
  return `${MONTHS_SHORT[month - 1] ?? ''} ${d}, ${year}`;
}

/** "31 Mar 2026": on paper, where no reader takes the day for the month. */
export function writtenDay(day: Day): string {
  const { year, month, day: d } = partsOf(day);
  return `${d} ${MONTHS_SHORT[month - 1] ?? ''} ${year}`;
}

/** "31 March 2026". */
export function longDay(day: Day): string {
  return `${partsOf(day).day} ${showMonth(day)}`;
}

/** "March 2026". */
export function showMonth(day: Day): string {
  const { year, month } = partsOf(day);
  return `${MONTHS_LONG[month - 1] ?? ''} ${year}`;
}

/** "Mar" for "2026-03" and for any of its days. */
export const shortMonth = (month: string): string => MONTHS_SHORT[readCount(month.slice(5, 7)) - 1] ?? month;

// Making one takes a tenth of a millisecond, and every request needs the firm's; a firm has one time zone.
const kept = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string, language: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = [language, timeZone, ...Object.keys(parts)].join(' ');
  const format = kept.get(key) ?? new Intl.DateTimeFormat(language, { timeZone, ...parts });
  kept.set(key, format);
  return format;
}

/**
 * An instant as a browser's own calendar has it, where it has one: the first question to `Intl` opens its tables of
 * languages, which takes a telephone a quarter of a second before anything is on the screen.
 */
const zonedIn = (timeZone: string, instant: Date) =>
  typeof Temporal === 'undefined'
    ? null
    : Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);

/** The calendar day of an instant in a time zone: the only bridge from the clock to business days. */
export const dayIn = (timeZone: string, instant: Date): Day =>
  zonedIn(timeZone, instant)?.toPlainDate().toString() ??
  formatOf(timeZone, 'en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant);

/** The time of an instant in a time zone, to the second: "23:56:04". */
export const timeIn = (timeZone: string, instant: Date): string =>
  zonedIn(timeZone, instant)?.toPlainTime().toString({ smallestUnit: 'second' }) ??
  formatOf(timeZone, 'en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(
    instant,
  );

/** The hour of an instant in a time zone, 0 to 23. */
export const hourIn = (timeZone: string, instant: Date): number => readCount(timeIn(timeZone, instant).slice(0, 2));
