import { earlierOf, lastOfMonth, laterOf, shortMonth, type Day } from '../../../domain/values/day.ts';

/** The day of its month: "1" of the first. */
export const numberOf = (day: Day): string | undefined => /^\d+-\d+-0?(\d+)$/.exec(day)?.[1];
const dayOfMonth = (day: Day) => `${shortMonth(day)} ${numberOf(day)}`;

/** Which days of a month are asked for, where it is not all of them: those beside them are marked, too. */
export function partOf(month: Day, { startdate, enddate }: { startdate: Day; enddate: Day }): string[] {
  const [first, last] = [laterOf(month, startdate), earlierOf(lastOfMonth(month), enddate)];
  if (first === last) return [`on ${dayOfMonth(first)}`];
  return [
    ...(first > month ? [`from ${dayOfMonth(first)}`] : []),
    ...(last < lastOfMonth(month) ? [`to ${dayOfMonth(last)}`] : []),
  ];
}
