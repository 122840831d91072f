/** What a number in a workbook is shown as, which decides how it is read. */
export type NumberKind = 'plain' | 'day' | 'percent';

/** A spreadsheet keeps and shows 15 digits; what its file has beyond them comes from the binary form. */
const DIGITS = 15;
const NUMBER = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

function rounded(digits: string): { digits: string; dropped: bigint } {
  const plain = digits.replace(/^0+/, '');
  if (plain.length <= DIGITS) return { digits: plain, dropped: 0n };
  const dropped = BigInt(plain.length - DIGITS);
  const [kept, next] = [plain.slice(0, DIGITS), plain[DIGITS] ?? '0'];
  return { digits: (BigInt(kept) + (next >= '5' ? 1n : 0n)).toString(), dropped };
}

/** A decimal from its digits and the power of ten of the last one. */
function decimal(digits: string, power: bigint): string {
  if (digits === '' || /^0*$/.test(digits)) return '0';
  if (power >= 0n) return digits + '0'.repeat(lengthOf(power));
  const places = lengthOf(-power);
  const padded = digits.padStart(places + 1, '0');
  const fraction = padded.slice(padded.length - places).replace(/0+$/, '');
  return fraction === '' ? padded.slice(0, -places) : `${padded.slice(0, -places)}.${fraction}`;
}

// oxlint-disable-next-line no-restricted-globals -- a count of digits, which the pattern holds below 1,400
const lengthOf = (count: bigint): number => Number(count);

function scaled(text: string, shift: bigint): string | null {
  const match = NUMBER.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const { digits, dropped } = rounded(whole + fraction);
  const plain = decimal(digits, BigInt(exponent) - BigInt(fraction.length) + dropped + shift);
  return sign === '-' && plain !== '0' ? `-${plain}` : plain;
}

/** The number that a person sees in the cell, as exact decimal text: "4.3499999999999996" is 4.35. */
export function plainNumber(text: string): string | null {
  return scaled(text, 0n);
}

const DAY_MS = 86_400_000n;
const EPOCH = { 1900: -25_569n, 1904: -24_107n } as const;
const LAST_SERIAL = 2_958_465n;

/** A serial day of a workbook as YYYY-MM-DD. The first two months of 1900 are a day off in every spreadsheet; nobody means them. */
export function serialDay(text: string, system: 1900 | 1904): string | null {
  const plain = plainNumber(text);
  const whole = plain?.split('.')[0] ?? '';
  if (!/^\d{1,7}$/.test(whole)) return null;
  const serial = BigInt(whole);
  if (serial > LAST_SERIAL) return null;
  // oxlint-disable-next-line no-restricted-globals -- milliseconds of a day within the calendar of a spreadsheet
  return new Date(Number((serial + EPOCH[system]) * DAY_MS)).toISOString().slice(0, 10);
}

/** A number as its cell shows it: a day, a percentage ("2.5%"), or the plain decimal. */
export function shownNumber(text: string, { kind, system }: { kind: NumberKind; system: 1900 | 1904 }): string {
  if (kind === 'day') return serialDay(text, system) ?? text;
  if (kind === 'percent') {
    const percent = scaled(text, 2n);
    return percent === null ? text : `${percent}%`;
  }
  return plainNumber(text) ?? text;
}

const DAY_FORMATS = new Set(['14', '15', '16', '17', '22', '27', '28', '29', '30', '31', '36', '50', '57', '58']);

/** What a number format shows, by its number or its code. */
export function kindOfFormat(id: string, code: string | undefined): NumberKind {
  if (code === undefined) return DAY_FORMATS.has(id) ? 'day' : id === '9' || id === '10' ? 'percent' : 'plain';
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '').split(';')[0] ?? '';
  if (/[dy]/i.test(bare) && /[dmy]/i.test(bare)) return 'day';
  return bare.includes('%') ? 'percent' : 'plain';
}
