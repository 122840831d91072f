import { parseRate } from '../../../domain/values/rate.ts';
import { parseAmount } from '../../../domain/values/money.ts';
import { showAmount, showRate } from '../marks/format.ts';

/** An amount of the wire as people read it: "1,250,000.00"; what cannot be read stays unchanged. */
export function showWireAmount(value: string, currency: string, zero: 'dash' | 'digits' = 'digits'): string {
  const amount = parseAmount(value, currency);
  return typeof amount === 'bigint' ? showAmount(amount, currency, zero) : value;
}

export function showWireRate(value: string): string {
  const rate = parseRate(value);
  return typeof rate === 'bigint' ? showRate(rate) : value;
}
