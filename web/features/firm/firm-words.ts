import type { Option } from '../../ui/Select.tsx';

const NAMES = [
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
];
export const MONTHS: readonly Option[] = NAMES.map((label, index) => ({ value: String(index + 1), label }));

/** A count as it is typed, for a body that wants a whole number; what is none is refused by the call's own message. */
export function typedNumber(text: string): number | string {
  return /^\d{1,7}$/.test(text.trim()) ? (JSON.parse(text.trim().replace(/^0+(?=\d)/, '')) as number) : text;
}
