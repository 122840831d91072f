import { groupDigits, toCount } from '../../../domain/values/decimal.ts';
import { showPlain } from '../marks/format.ts';

/** A count out of an address or a field ("3"); amounts never come this way. */
export function wholeNumber(text: string | undefined, fallback: number): number {
  return text !== undefined && /^\d{1,7}$/.test(text) ? (toCount(text) ?? fallback) : fallback;
}

/** A count; "50+" where there are more than were counted. */
export const showAtLeast = (count: number, more: boolean): string => `${showCount(count)}${more ? '+' : ''}`;

/** A count with its thousands divided as this person reads them: "1,240". */
export function showCount(count: number): string {
  return showPlain(groupDigits(String(count)));
}
