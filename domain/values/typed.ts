import { formatScaled, parseScaled, pow10, TOO_MANY_DIGITS } from './decimal.ts';
import { exponentOf } from './currencies.ts';
import { readAmount } from './money.ts';
import { formatRate, RATE_SCALE } from './rate.ts';

/** What people type, paste and send in files for amounts and percentages, read as the decimal text of the wire. */

const SUFFIXES: Readonly<Record<string, number>> = { k: 3, m: 6, mn: 6, b: 9, bn: 9 };
const WORKING_SCALE = 15;

const POINT_DECIMAL = /^\d*(\.\d*)?$/;
// "1,250,000.00" and, in lakhs, "12,50,000.00".
const COMMA_GROUPED = /^[1-9]\d{0,2}(,\d{2,3})*,\d{3}(\.\d*)?$/;
const POINT_GROUPED = /^[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/;
/** As who writes decimals behind a comma types them. */
const WITH_COMMA = /^\d*(,\d*)?$/;
const COMMA_DECIMAL = /^\d+,\d{1,2}$/;

// What could be read in two ways ("0,005", "1,0000") is not read at all: a guess would be a wrong amount.
function plainDecimal(text: string, decimal: '.' | ','): string | null {
  if (decimal === ',') {
    if (POINT_GROUPED.test(text)) return text.replaceAll('.', '').replace(',', '.');
    if (WITH_COMMA.test(text)) return text.replace(',', '.');
  }
  if (POINT_DECIMAL.test(text)) return text;
  if (COMMA_GROUPED.test(text)) return text.replaceAll(',', '');
  if (COMMA_DECIMAL.test(text)) return text.replace(',', '.');
  if (POINT_GROUPED.test(text)) return text.replaceAll('.', '').replace(',', '.');
  return null;
}

function bareText(text: string): string {
  return text
    .replaceAll(/[\s\u00a0\u202f'’_]/g, '')
    .replaceAll('−', '-')
    .replace(/^\((.+)\)$/, '-$1');
}

function isForeign(letters: string | undefined, currency: string): boolean {
  const code = (letters ?? '').toUpperCase();
  return code !== '' && code !== currency && Intl.supportedValuesOf('currency').includes(code);
}

const AMOUNT = /^(-?)(?:([a-z]{1,4})\.?|\p{Sc})?(-?)([\d.,]+?)(k|mn?|bn?)?(?:([a-z]{3})|\/[-=]|\p{Sc})?$/iu;

/**
 * Reads "1.5m", "250k", "KES 1,250,000.00" as "1500000.00"; null when it is no amount of this currency, which an amount
 * with another currency's code is not either. `decimal` says what "1.250" is: 1.25, or 1250 where decimals come behind a comma.
 */
export function readTypedAmount(text: string, currency: string, decimal: '.' | ',' = '.'): string | null {
  const match = AMOUNT.exec(bareText(text));
  if (!match || isForeign(match[2], currency) || isForeign(match[6], currency)) return null;
  const plain = plainDecimal(match[4] ?? '', decimal);
  if (plain === null) return null;
  const scaled = parseScaled(wholeDecimal(plain), WORKING_SCALE);
  if (typeof scaled !== 'bigint') return null;
  const exponent = exponentOf(currency);
  const unit = pow10(WORKING_SCALE - exponent);
  const raised = scaled * pow10(SUFFIXES[(match[5] ?? '').toLowerCase()] ?? 0);
  if (raised % unit !== 0n) return null;
  const negative = match[1] === '-' || match[3] === '-';
  return formatScaled((negative ? -raised : raised) / unit, exponent);
}

type SheetAmount = { amount: string; units: bigint; fault: null } | { amount: null; units: null; fault: string };

/** The amount of a cell of a sheet as `readTypedAmount` has it and in minor units, or what is wrong with it; in no currency yet where none is known. */
export function readSheetAmount(text: string, currency = ''): SheetAmount {
  const amount = readTypedAmount(text, currency);
  if (amount === null) {
    const fault = `“${text.slice(0, 40)}” is not an amount${currency === '' ? '' : ` of ${currency}`}.`;
    return { amount, units: null, fault };
  }
  const units = readAmount(amount, currency);
  return units === null ? { amount: null, units, fault: TOO_MANY_DIGITS } : { amount, units, fault: null };
}

// ".5" and "5." as they are while one types.
function wholeDecimal(text: string): string {
  return text.replace(/^\./, '0.').replace(/\.$/, '');
}

/** Reads "25", "12,5", "0.25%" as a percentage of the wire; null when it is none, or has over 6 decimals. */
export function readTypedRate(text: string): string | null {
  const bare = bareText(text)
    .replace(/%$/, '')
    .replace(/^(-?\d*),(\d*)$/, '$1.$2');
  const scaled = parseScaled(wholeDecimal(bare), RATE_SCALE);
  return typeof scaled === 'bigint' ? formatRate(scaled) : null;
}
