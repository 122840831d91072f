import { divideRounded, formatScaled, parseScaled, pow10, type DecimalFault } from './decimal.ts';
import { exponentOf, type CurrencyCode } from './currencies.ts';
import type { Money } from './money.ts';

/** A percentage, scaled by 10^6: 25 % is 25_000_000n, so 100 % is 100_000_000n. §2: up to 6 decimals. */
export type Rate = bigint;

export const RATE_SCALE = 6;
export const HUNDRED: Rate = 100_000_000n;

/** Reads "0.25" as 0.25 %. */
export function parseRate(text: string): Rate | DecimalFault {
  return parseScaled(text, RATE_SCALE);
}

/** Writes a percentage with the decimals that it has, at least `atLeast` ("25", "0.25", "33.333333"). */
export function formatRate(rate: Rate, atLeast = 0): string {
  const [whole = '0', fraction = ''] = formatScaled(rate, RATE_SCALE).split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(atLeast, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/** A percentage of an amount in minor units, rounded half away from zero once. §2. */
export function percentOf(amount: bigint, rate: Rate): bigint {
  return divideRounded(amount * rate, HUNDRED);
}

/** An exchange rate, base units for one unit of the currency, scaled by 10^10. */
export type ExchangeRate = bigint;
const EXCHANGE_SCALE = 10;
export const PAR: ExchangeRate = pow10(EXCHANGE_SCALE);

export function parseExchangeRate(text: string): ExchangeRate | DecimalFault {
  return parseScaled(text, EXCHANGE_SCALE);
}

/** Writes an exchange rate without trailing zeros ("129.5", "0.0077"). */
export function formatExchangeRate(rate: ExchangeRate): string {
  return formatScaled(rate, EXCHANGE_SCALE).replace(/\.?0+$/, '');
}

/** Converts minor units of one currency into minor units of the base currency at a rate, rounded once. §3. */
export function convert(
  amount: bigint,
  { from, to, rate }: { from: CurrencyCode; to: CurrencyCode; rate: ExchangeRate },
): bigint {
  const numerator = amount * rate * pow10(exponentOf(to));
  return divideRounded(numerator, PAR * pow10(exponentOf(from)));
}

/** What minor units of a currency are multiplied by to be those of another, as an exact decimal text. */
export function conversionFactor(rate: ExchangeRate, { from, to }: { from: CurrencyCode; to: CurrencyCode }): string {
  return formatScaled(rate, EXCHANGE_SCALE + exponentOf(from) - exponentOf(to));
}

/** A currency with its rate, base units for one unit of it. */
type Priced = { currency: CurrencyCode; rate: ExchangeRate };

/** What minor units of one currency are worth in those of another at the rates of a day, rounded once. M5, M6. */
export function exchanged(amount: bigint, from: Priced, to: Priced): bigint {
  return divideRounded(amount * from.rate * pow10(exponentOf(to.currency)), to.rate * pow10(exponentOf(from.currency)));
}

const SHOWN_DECIMALS = pow10(EXCHANGE_SCALE - 6);

/**
 * The rate between two amounts of which one was given for the other, as people say it: "1 USD = KES 130.1", the dearer unit first, to
 * six decimals; empty where one of them is nothing. M5.
 */
export function rateWords(one: Money, other: Money): string {
  if (one.amount <= 0n || other.amount <= 0n) return '';
  const rate = divideRounded(
    one.amount * PAR * pow10(exponentOf(other.currency)),
    other.amount * pow10(exponentOf(one.currency)),
  );
  if (rate < PAR) return rateWords(other, one);
  const shown = divideRounded(rate, SHOWN_DECIMALS) * SHOWN_DECIMALS;
  return `1 ${other.currency} = ${one.currency} ${formatExchangeRate(shown)}`;
}
