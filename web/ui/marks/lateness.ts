import { showCount } from '../fields/whole-number.ts';

/** For how many days something has been due: "1 day late", "694 days late". */
export const daysLate = (days: number): string => `${showCount(days)} ${days === 1 ? 'day' : 'days'} late`;
