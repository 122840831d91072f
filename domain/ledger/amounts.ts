import { exponentOf } from '../values/currencies.ts';
import { pow10 } from '../values/decimal.ts';
import { amountFault, parseAmount } from '../values/money.ts';

const MAX_UNITS = 10_000_000_000_000n;

/**
 * Reads an amount that must be more than 0 and at most 9,999,999,999,999.99, in minor units of its currency, or gives the
 * message that its field shows. §8.
 */
export function readPositive(text: string, currency: string): bigint | string {
  const value = parseAmount(text, currency);
  if (typeof value !== 'bigint') return amountFault(value, currency);
  if (value <= 0n) return 'Amount must be more than 0.';
  return value < MAX_UNITS * pow10(exponentOf(currency)) ? value : 'Amount must be at most 9,999,999,999,999.99.';
}
