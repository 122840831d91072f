import { formatScaled, parseScaled, pow10 } from '../../domain/values/decimal.ts';
import { exponentOf } from '../../domain/values/currencies.ts';
import { formatRate, parseRate, RATE_SCALE } from '../../domain/values/rate.ts';
import { parseAmount, showAmount } from '../../domain/values/money.ts';

/** What people type and paste for amounts and percentages, read as the decimal text of the wire. */

const SUFFIXES: Readonly<Record<string, number>> = { k: 3, m: 6, mn: 6, b: 9, bn: 9 };
const WORKING_SCALE = 15;

// "1,5" and "1.250.000,00" have a decimal comma; "1,250,000.00" and "1,250" have grouping commas.
function plainDecimal(text: string): string {
  const comma = text.lastIndexOf(',');
  const point = text.lastIndexOf('.');
  const decimalComma = comma > point && (point >= 0 || /^[^,]*,(\d{1,2}|0\d*)$/.test(text));
  if (decimalComma) return text.replaceAll('.', '').replace(',', '.');
  const severalPoints = text.indexOf('.') !== point;
  return (severalPoints ? text.replaceAll('.', '') : text).replaceAll(',', '');
}

function normalise(text: string): { digits: string; zeros: number } | null {
  const bare = text
    .replaceAll(/[\s\u00a0\u202f'’_]/g, '')
    .replaceAll('−', '-')
    .replace(/^\((.+)\)$/, '-$1');
  const match = /^(-?)(?:[A-Za-z]{3}|[^\w\d.,()-]{1,3})?(-?)([\d.,]+)(k|mn?|bn?)?(?:[A-Za-z]{3}|%|\/[-=])?$/i.exec(
    bare,
  );
  if (!match) return null;
  const sign = match[1] === '-' || match[2] === '-' ? '-' : '';
  const number = plainDecimal(match[3] ?? '');
  const whole = number.startsWith('.') ? `0${number}` : number.replace(/\.$/, '');
  return { digits: sign + whole, zeros: SUFFIXES[(match[4] ?? '').toLowerCase()] ?? 0 };
}

/** Reads "1.5m", "250k", "KES 1,250,000.00" as "1500000.00"; null when it is no amount of this currency. */
export function readTypedAmount(text: string, currency: string): string | null {
  const typed = normalise(text);
  if (typed === null) return null;
  const scaled = parseScaled(typed.digits, WORKING_SCALE);
  if (typeof scaled !== 'bigint') return null;
  const exponent = exponentOf(currency);
  const unit = pow10(WORKING_SCALE - exponent);
  const raised = scaled * pow10(typed.zeros);
  return raised % unit === 0n ? formatScaled(raised / unit, exponent) : null;
}

/** Reads "25", "12,5", "0.25%" as a percentage of the wire; null when it is none, or has over 6 decimals. */
export function readTypedRate(text: string): string | null {
  const typed = normalise(text);
  if (typed === null || typed.zeros > 0) return null;
  const scaled = parseScaled(typed.digits, RATE_SCALE);
  return typeof scaled === 'bigint' ? formatRate(scaled) : null;
}

/** An amount of the wire as people read it: "1,250,000.00"; what cannot be read stays as it is. */
export function showWireAmount(value: string, currency: string, zero: 'dash' | 'digits' = 'digits'): string {
  const amount = parseAmount(value, currency);
  return typeof amount === 'bigint' ? showAmount(amount, currency, zero) : value;
}

export function showWireRate(value: string): string {
  const rate = parseRate(value);
  return typeof rate === 'bigint' ? formatRate(rate) : value;
}
