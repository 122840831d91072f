import { formatAmount, parseAmount, sum } from '../../../domain/values/money.ts';

/** Arithmetic on amounts as they travel: decimal text in, minor units between, decimal text out. */

/** Minor units of an amount of the wire; what is empty or half typed counts as nothing. */
export function unitsOf(value: string | null | undefined, currency: string): bigint {
  const units = parseAmount(value ?? '', currency);
  return typeof units === 'bigint' ? units : 0n;
}

function sumUnits(values: readonly (string | null | undefined)[], currency: string): bigint {
  return sum(values.map((value) => unitsOf(value, currency)));
}

export function sumOf(values: readonly (string | null | undefined)[], currency: string): string {
  return formatAmount(sumUnits(values, currency), currency);
}

export function differenceOf(a: string, b: string, currency: string): string {
  return formatAmount(unitsOf(a, currency) - unitsOf(b, currency), currency);
}

export function isNothing(value: string | null | undefined, currency: string): boolean {
  return unitsOf(value, currency) === 0n;
}

/** What part of a whole an amount is, as the text of a width or height: "37.5%"; never under 0 or over 100. */
export function shareOf(part: bigint, whole: bigint): string {
  if (whole <= 0n || part <= 0n) return '0%';
  const thousandths = (part * 1000n) / whole;
  const bounded = thousandths > 1000n ? 1000n : thousandths;
  return `${bounded / 10n}.${bounded % 10n}%`;
}
