import { dayIn, type Day } from '../../domain/values/day.ts';
import { useSession } from './session.ts';

const todayIn = (timeZone: string): Day => dayIn(timeZone, new Date());

/** Today where the firm is, the day by which the server judges, wherever the browser sits. */
export function useFirmToday(): Day {
  return todayIn(useSession()?.user.firm.timeZone ?? 'UTC');
}
