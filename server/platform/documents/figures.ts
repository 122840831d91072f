/** How figures look on paper. Input is exact text (`"-1234.50"`, `"2026-03-31"`); nothing is computed with it. */

const DECIMAL = /^(-?)(\d+)(\.\d+)?$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTHS: Readonly<Record<string, string>> = {
  '01': 'January',
  '02': 'February',
  '03': 'March',
  '04': 'April',
  '05': 'May',
  '06': 'June',
  '07': 'July',
  '08': 'August',
  '09': 'September',
  '10': 'October',
  '11': 'November',
  '12': 'December',
};
const MINUS = '−';

const isZero = (text: string): boolean => /^-?0+(\.0+)?$/.test(text);

/** `"-1234567.50"` → `"−1,234,567.50"`; text that is no plain decimal is already formatted and stays unchanged. */
export function showAmount(amount: string): string {
  const match = DECIMAL.exec(amount.trim());
  if (!match) return amount;
  const [, sign, whole = '', fraction = ''] = match;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign && !isZero(amount) ? MINUS : ''}${grouped}${fraction}`;
}

/** In a table a zero is a dash, so that the figures that matter stand out. */
export const showAmountOrDash = (amount: string): string => (isZero(amount.trim()) ? '–' : showAmount(amount));

/** The space does not break: a figure is never parted from its currency. */
export const showMoney = (currency: string, amount: string): string => `${currency}\u00a0${showAmount(amount)}`;

/** `"187500.00"` → `"−187,500.00"`, and a negative one (a return) the other way round. */
export function showDeduction(amount: string): string {
  const plain = amount.trim();
  return showAmount(plain.startsWith('-') ? plain.slice(1) : `-${plain}`);
}

/** `"25.000000"` → `"25%"`: the decimals that it has and no empty ones. */
export function showPercent(percent: string): string {
  const match = DECIMAL.exec(percent.trim());
  if (!match) return percent;
  const [, sign, whole = '', fraction = ''] = match;
  const kept = fraction.replace(/\.?0+$/, '');
  return `${sign && !isZero(percent) ? MINUS : ''}${whole}${kept}%`;
}

/** A column of percentages, all with the decimals of the longest, so that the points align. */
export function showPercentColumn(percents: readonly string[]): string[] {
  const trimmed = percents.map((percent) => showPercent(percent).replace(/%$/, ''));
  const decimals = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0);
  const longest = Math.max(0, ...trimmed.map(decimals));
  return trimmed.map((text) => {
    if (text === '') return '';
    const missing = longest - decimals(text);
    const point = missing > 0 && !text.includes('.') ? '.' : '';
    return `${text}${point}${'0'.repeat(missing)}%`;
  });
}

/** `"2026-03-31"` → `"31 March 2026"`: no reader takes the day for the month. */
export function showDay(day: string): string {
  const [, year, month = '', date = ''] = DAY.exec(day) ?? [];
  const name = MONTHS[month];
  return year && name ? `${date.replace(/^0/, '')} ${name} ${year}` : day;
}

/** `"2026-03-31"` → `"31 Mar 2026"`, for columns. */
export function showShortDay(day: string): string {
  const shown = showDay(day);
  return shown === day ? day : shown.replace(/([A-Z][a-z]{2})[a-z]*/, '$1');
}

export const showPeriod = (start: string, end: string): string =>
  `${showDay(start)} to ${showDay(end)}, both days included`;
