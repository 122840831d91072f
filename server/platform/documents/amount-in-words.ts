import { exponentOf, type CurrencyCode } from '../../../domain/values/currencies.ts';
import { pow10 } from '../../../domain/values/decimal.ts';

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: readonly (readonly [bigint, string])[] = [
  [10n ** 18n, 'quintillion'],
  [10n ** 15n, 'quadrillion'],
  [10n ** 12n, 'trillion'],
  [10n ** 9n, 'billion'],
  [10n ** 6n, 'million'],
  [1000n, 'thousand'],
  [100n, 'hundred'],
];

interface CurrencyWords {
  readonly one: string;
  readonly many: string;
  readonly minorOne: string;
  readonly minorMany: string;
}

const words = (major: string, minor: string): CurrencyWords => {
  const [one = '', many = one] = major.split('|');
  const [minorOne = '', minorMany = minorOne] = minor.split('|');
  return { one, many, minorOne, minorMany };
};

const CENTS = 'cent|cents';
const FILS = 'fils|fils';

const CURRENCIES: Readonly<Record<string, CurrencyWords>> = {
  AED: words('UAE dirham|UAE dirhams', FILS),
  AUD: words('Australian dollar|Australian dollars', CENTS),
  BHD: words('Bahraini dinar|Bahraini dinars', FILS),
  BIF: words('Burundi franc|Burundi francs', 'centime|centimes'),
  CAD: words('Canadian dollar|Canadian dollars', CENTS),
  CHF: words('Swiss franc|Swiss francs', 'centime|centimes'),
  CNY: words('Chinese yuan|Chinese yuan', 'fen|fen'),
  EGP: words('Egyptian pound|Egyptian pounds', 'piastre|piastres'),
  ETB: words('Ethiopian birr|Ethiopian birr', 'santim|santims'),
  EUR: words('euro|euros', CENTS),
  GBP: words('pound sterling|pounds sterling', 'penny|pence'),
  GHS: words('Ghana cedi|Ghana cedis', 'pesewa|pesewas'),
  INR: words('Indian rupee|Indian rupees', 'paisa|paise'),
  JPY: words('Japanese yen|Japanese yen', 'sen|sen'),
  KES: words('Kenya shilling|Kenya shillings', CENTS),
  KWD: words('Kuwaiti dinar|Kuwaiti dinars', FILS),
  MUR: words('Mauritius rupee|Mauritius rupees', CENTS),
  MWK: words('Malawi kwacha|Malawi kwacha', 'tambala|tambala'),
  NGN: words('Nigerian naira|Nigerian naira', 'kobo|kobo'),
  OMR: words('Omani rial|Omani rials', 'baisa|baisa'),
  QAR: words('Qatari riyal|Qatari riyals', 'dirham|dirhams'),
  RWF: words('Rwanda franc|Rwanda francs', 'centime|centimes'),
  SAR: words('Saudi riyal|Saudi riyals', 'halala|halalas'),
  TZS: words('Tanzania shilling|Tanzania shillings', CENTS),
  UGX: words('Uganda shilling|Uganda shillings', CENTS),
  USD: words('US dollar|US dollars', CENTS),
  XAF: words('CFA franc BEAC|CFA francs BEAC', 'centime|centimes'),
  XOF: words('CFA franc BCEAO|CFA francs BCEAO', 'centime|centimes'),
  ZAR: words('South African rand|South African rand', CENTS),
  ZMW: words('Zambian kwacha|Zambian kwacha', 'ngwee|ngwee'),
};

const digit = (value: bigint): number => ONES_INDEX.get(value) ?? 0;
const ONES_INDEX = new Map(ONES.map((_, index) => [BigInt(index), index]));

/** A whole number ≥ 0 in English: 562500n → "five hundred and sixty-two thousand five hundred". */
function numberInWords(value: bigint): string {
  if (value < 20n) return ONES[digit(value)] ?? '';
  if (value < 100n) {
    const rest = value % 10n;
    return `${TENS[digit(value / 10n)]}${rest > 0n ? `-${ONES[digit(rest)]}` : ''}`;
  }
  const [size, name] = SCALES.find(([size]) => value >= size) ?? [100n, 'hundred'];
  const rest = value % size;
  const joint = rest < 100n ? ' and ' : ' ';
  return `${numberInWords(value / size)} ${name}${rest > 0n ? `${joint}${numberInWords(rest)}` : ''}`;
}

/**
 * An amount in minor units as a cheque would say it. A currency whose name is not known goes by its code:
 * "XTS ten and 5/100 only".
 */
export function amountInWords(minor: bigint, currency: CurrencyCode): string {
  const unit = pow10(exponentOf(currency));
  const size = minor < 0n ? -minor : minor;
  const [whole, part] = [size / unit, size % unit];
  const names = CURRENCIES[currency];
  const spoken = names
    ? `${numberInWords(whole)} ${whole === 1n ? names.one : names.many}` +
      (part > 0n ? ` and ${numberInWords(part)} ${part === 1n ? names.minorOne : names.minorMany}` : '')
    : `${numberInWords(whole)}${part > 0n ? ` and ${part}/${unit}` : ''}`;
  const signed = `${minor < 0n ? 'minus ' : ''}${spoken} only`;
  return names ? `${signed.charAt(0).toUpperCase()}${signed.slice(1)}` : `${currency} ${signed}`;
}
