import { AppError } from '../errors.ts';
import { parseScaled } from '../values/decimal.ts';

const folded = (text: string) => text.trim().toLowerCase();

// Numbers compare by value: "562500", "562,500.00" is not one of them, "562500.0" is the same.
function same(sent: string, booked: string): boolean {
  const [a, b] = [parseScaled(sent, 10), parseScaled(booked, 10)];
  if (typeof a === 'bigint' && typeof b === 'bigint') return a === b;
  return folded(sent) === folded(booked);
}

/**
 * What a caller says about money is never believed: each value that was sent must be one that was booked, by value for
 * numbers, without case and outer spaces for texts; absent and empty ones are filled in. Throws DIFFERS_FROM_BOOKS, which
 * names both. §6 Document calls.
 */
export function assertAsBooked(
  sent: Readonly<Record<string, string | undefined>>,
  booked: Readonly<Record<string, string | readonly string[]>>,
): void {
  for (const [field, value] of Object.entries(booked)) {
    const amount = sent[field];
    if (amount === undefined || amount.trim() === '') continue;
    const accepted = typeof value === 'string' ? [value] : value;
    if (!accepted.some((one) => same(amount, one))) {
      throw new AppError('DIFFERS_FROM_BOOKS', { field, booked: accepted[0] ?? '', sent: amount });
    }
  }
}
