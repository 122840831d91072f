import { formatScaled, groupDigits, MOST_DIGITS, parseScaled, pow10, type DecimalFault } from './decimal.ts';
import { exponentOf, type CurrencyCode } from './currencies.ts';

/** An exact amount: integer minor units of its currency. */
export type Money = { readonly amount: bigint; readonly currency: CurrencyCode };

export type { CurrencyCode };

export function money(amount: bigint, currency: CurrencyCode): Money {
  return { amount, currency };
}

/** Reads a plain decimal ("562500.00") as minor units of a currency. */
export function parseAmount(text: string, currency: CurrencyCode): bigint | DecimalFault {
  return parseScaled(text, exponentOf(currency));
}

/** The same as another's file says it: null of what is no amount of the currency, or has more digits than amounts have. */
export function readAmount(text: string, currency: CurrencyCode): bigint | null {
  const amount = parseAmount(text, currency);
  if (typeof amount !== 'bigint') return null;
  const largest = pow10(MOST_DIGITS + exponentOf(currency));
  return amount < largest && amount > -largest ? amount : null;
}

/** What is wrong with a text that is no figure at all. */
export const NO_FIGURE = 'Write it in digits, with a point before decimals, as 281250.00.';

/** What is wrong with a text that is no amount of a currency. */
export const amountFault = (fault: DecimalFault, currency: CurrencyCode): string =>
  fault === 'NOT_A_NUMBER' ? NO_FIGURE : `${currency} amounts have fewer decimals.`;

/** Writes minor units as the decimal of the wire ("562500.00"), with the currency's own decimals. §6. */
export function formatAmount(amount: bigint, currency: CurrencyCode): string {
  return formatScaled(amount, exponentOf(currency));
}

/** Sum of amounts of one currency. */
export function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((a, b) => a + b, 0n);
}

/** How an amount of nothing is written where amounts stand under each other. */
export const NO_AMOUNT = '–';

/**
 * An amount for people: true minus, thousands separated, full precision, zero as an en dash unless another sign is
 * chosen ("1,250,000.00"). The currency is shown elsewhere: once per column or before the figure.
 */
export function showAmount(amount: bigint, currency: CurrencyCode, zero: 'dash' | 'digits' = 'dash'): string {
  if (amount === 0n && zero === 'dash') return NO_AMOUNT;
  const plain = formatAmount(amount < 0n ? -amount : amount, currency);
  const [whole = '0', fraction] = plain.split('.');
  return (amount < 0n ? '−' : '') + groupDigits(whole) + (fraction === undefined ? '' : `.${fraction}`);
}

/** The same with its currency before it: "KES 1,250,000.00". */
export function showMoney(value: Money): string {
  return `${value.currency} ${showAmount(value.amount, value.currency, 'digits')}`;
}
