import type { FirmDay } from '../../domain/reports/period.ts';
import { dayIn, type Day } from '../../domain/values/day.ts';
import { useSession } from './session.ts';

const todayIn = (timeZone: string): Day => dayIn(timeZone, new Date());

/** Today where the firm is, the day by which the server judges, wherever the browser sits. */
export function useFirmToday(): Day {
  return todayIn(useSession()?.user.firm.timeZone ?? 'UTC');
}

/** The same with the month that the firm's financial year begins with. */
export function useFirmDay(): FirmDay {
  const today = useFirmToday();
  return { today, yearStart: useSession()?.user.firm.yearStart ?? 1 };
}
