/** Where days are on the timeline of a party's policies. */
import { addDays, daysBetween, type Day, yearOf } from '../../../domain/values/day.ts';

export type Span = { from: Day; days: number };
type Period = { insurance_start_date: Day; insurance_end_date: Day };

/** From the first day of the policies shown to the last of them. */
export function spanOf(policies: readonly Period[]): Span {
  const from = policies.map((one) => one.insurance_start_date).toSorted()[0] ?? '';
  const to =
    policies
      .map((one) => one.insurance_end_date)
      .toSorted()
      .at(-1) ?? from;
  return { from, days: Math.max(1, daysBetween(from, to)) };
}

/** How far along a day is, in percent. */
export const placeOf = (day: Day, { from, days }: Span) =>
  Math.max(0, Math.min(100, (daysBetween(from, day) * 100) / days));

const MOST = 8;
/** Every third, sixth or twelfth month, whichever are few enough. */
const STEPS = [3, 6, 12, 24, 60] as const;

/** The first days of months that are named above the bars, evenly and few enough to be read. */
export function ticksOf({ from, days }: Span): Day[] {
  const to = addDays(from, days);
  const first = yearOf(from);
  const last = yearOf(to);
  const months = Array.from({ length: (last - first + 1) * 12 }, (_, index) => index);
  const within = (step: number) =>
    months
      .filter((month) => (first * 12 + month) % step === 0)
      .map((month) => `${first + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`)
      .filter((day) => day >= from && day <= to);
  return STEPS.map(within).find((ticks) => ticks.length <= MOST) ?? [];
}
