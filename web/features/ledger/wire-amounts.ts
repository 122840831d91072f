import { formatAmount, parseAmount, sum } from '../../../domain/values/money.ts';
import { showPlain } from '../../ui/marks/format.ts';

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

/** Thousandths of a whole, rounded half up; never under 0 or over 1000. */
function thousandthsOf(part: bigint, whole: bigint): bigint {
  if (whole <= 0n || part <= 0n) return 0n;
  const thousandths = (part * 2000n + whole) / (whole * 2n);
  return thousandths > 1000n ? 1000n : thousandths;
}

/** What part of a whole an amount is, as the text of a width or height: "37.5%". */
export function shareOf(part: bigint, whole: bigint): string {
  const thousandths = thousandthsOf(part, whole);
  return thousandths === 0n ? '0%' : `${thousandths / 10n}.${thousandths % 10n}%`;
}

/** The same to be read: what is too little for a tenth is not nothing. */
export function showShare(part: bigint, whole: bigint): string {
  const little = part > 0n && whole > 0n && thousandthsOf(part, whole) === 0n;
  return showPlain(little ? '<0.1%' : shareOf(part, whole));
}
