import type { Option } from '../../ui/fields/Select.tsx';

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
