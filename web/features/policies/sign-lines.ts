import { allocate } from '../../../domain/values/decimal.ts';
import { sum } from '../../../domain/values/money.ts';
import type { Rate } from '../../../domain/values/rate.ts';

/**
 * Signed lines in % of the whole: written ones brought down to the order, to 4 decimals or the order's own if more, so
 * that they add up to it; what does not fill the order signs as written. §2 Signing down.
 */
export function signedLines(written: readonly Rate[], order: Rate): Rate[] {
  if (sum(written) <= order) return [...written];
  const unit = order % 100n === 0n ? 100n : order % 10n === 0n ? 10n : 1n;
  return allocate(order / unit, written).map((share) => share * unit);
}
