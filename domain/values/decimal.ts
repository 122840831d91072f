/** Exact decimal text to and from scaled integers: the one place where digits are read and written. */

const DECIMAL = /^([+-]?)(\d{1,30})(?:\.(\d{1,30}))?$/;

export type DecimalFault = 'NOT_A_NUMBER' | 'TOO_MANY_DECIMALS';

/** An amount has so many digits before its point at most: sums of it can be kept in any currency. */
export const MOST_DIGITS = 15;
export const TOO_MANY_DIGITS = `Amounts have at most ${MOST_DIGITS} digits before the point.`;

/** 10^n as bigint; n is a small non-negative integer. */
export function pow10(n: number): bigint {
  return 10n ** BigInt(n);
}

/**
 * Reads "1250000.00" as an integer scaled by 10^scale. Trailing zeros beyond the scale are allowed, other digits are
 * `TOO_MANY_DECIMALS`; anything that is not a plain decimal is `NOT_A_NUMBER`.
 */
export function parseScaled(text: string, scale: number): bigint | DecimalFault {
  const match = DECIMAL.exec(text.trim());
  if (!match) return 'NOT_A_NUMBER';
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  if (fraction.length > scale) return 'TOO_MANY_DECIMALS';
  const digits = BigInt((match[2] ?? '0') + fraction.padEnd(scale, '0'));
  return match[1] === '-' ? -digits : digits;
}

/** Writes a scaled integer as plain decimal text with exactly `scale` decimals. */
export function formatScaled(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const sign = value < 0n ? '-' : '';
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** numerator ÷ denominator rounded half away from zero. Throws RangeError on a zero denominator. §2 Arithmetic. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  if (denominator < 0n) return divideRounded(-numerator, -denominator);
  const half = denominator / 2n;
  return numerator >= 0n ? (numerator + half) / denominator : -((-numerator + half) / denominator);
}

/**
 * Divides a whole among weights by largest remainder so that the parts add up to it; equal remainders go in order, a
 * negative whole is divided as its positive and negated. Weights are non-negative with a positive sum (else RangeError).
 * §2 Arithmetic.
 */
export function allocate(total: bigint, weights: readonly bigint[]): bigint[] {
  if (total < 0n) return allocate(-total, weights).map((part) => -part);
  const sum = weights.reduce((a, b) => a + b, 0n);
  if (weights.some((w) => w < 0n)) throw new RangeError('A weight is negative.');
  if (sum === 0n) {
    if (total === 0n) return weights.map(() => 0n);
    throw new RangeError('The weights add up to nothing.');
  }
  const parts = weights.map((weight) => (total * weight) / sum);
  const missing = total - parts.reduce((a, b) => a + b, 0n);
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (total * weight) % sum }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder.slice(0, Number(missing))) parts[index] = (parts[index] ?? 0n) + 1n;
  return parts;
}

/** Whole digits with their thousands divided ("1,240"), as the specification writes them. §6. */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A count as typed or as in an address ("30"); null where it is none. */
export function toCount(text: string): number | null {
  return /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;
}

/** A count out of digits that are known to be one (days, sequence, code); amounts never come this way. */
export function readCount(digits: string): number {
  if (!/^\d{1,9}$/.test(digits)) throw new RangeError(`Not a count: ${digits}`);
  return Number(digits);
}
