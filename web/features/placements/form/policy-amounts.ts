import { parseAmount } from '../../../../domain/values/money.ts';
import { HUNDRED, parseRate, type Rate } from '../../../../domain/values/rate.ts';

/** Minor units of a typed amount; null while it is none. */
export function amountOf(text: string, currency: string): bigint | null {
  const amount = text === '' ? null : parseAmount(text, currency);
  return typeof amount === 'bigint' ? amount : null;
}

/** A typed percentage from 0 to 100; null while it is none. */
export function rateOf(text: string): Rate | null {
  const rate = text === '' ? null : parseRate(text);
  return typeof rate === 'bigint' && rate >= 0n && rate <= HUNDRED ? rate : null;
}
