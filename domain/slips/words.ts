/** The words by which a checker tells a term from a gap: placeholders, currency codes, clauses. */
import { parseAmount, type CurrencyCode } from '../values/money.ts';

// Anywhere in a term these say that it is not agreed yet.
const OPEN =
  /(?:^|[^\p{L}\d])(?:TBA|TBC|TBD|T\.B\.[ACD]\.?|T\/B\/A|to be (?:advised|agreed|confirmed|decided|determined|declared|notified|finali[sz]ed|negotiated)|not yet (?:agreed|known|confirmed|decided|available)|details to follow|to follow|(?:as|per|as per) expiring|as before|as last year|(?:held|seen) on file)(?![\p{L}\d])/iu;
// What a form leaves to be filled in: "____", "??", "[insert]", "[•]", "<insert name>".
const BLANK = /_{3,}|\?{2,}|\bX{3,}\b|\[\s*(?:insert[^\]]*|x+|[.•…\s]*)\s*\]|<\s*insert[^>]*>/iu;
// Alone these are no term at all.
const EMPTY_WORD =
  /^(?:N\/?\s?A|n\.a\.|not applicable|not known|unknown|various|as required|pending|blank|x+|\?+|-+|–+|\.+)\.?$/iu;
const NONE = /^(?:none|nil)(?:[\s.,;:-]|$)/iu;

/** A term that is not agreed: "TBA", "to be advised", "as expiring", "____". */
export function openWord(text: string): string | null {
  return OPEN.exec(text)?.[0].replace(/^[^\p{L}\d]+/u, '') ?? BLANK.exec(text)?.[0] ?? null;
}

/** A word entered in place of a term: "N/A", "various", "-". */
export function isEmptyWord(text: string): boolean {
  return EMPTY_WORD.test(text.trim());
}

/** "None" or "Nil": says that there is none, which some headings allow. */
export function saysNone(text: string): boolean {
  return NONE.test(text.trim());
}

// ISO 4217, the codes of money in use.
const CURRENCIES = new Set(
  (
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF CLP ' +
    'CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF ' +
    'IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD ' +
    'MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB ' +
    'RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD ' +
    'UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
  ).split(' '),
);

export function isIsoCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}

const SYMBOL = /[$£€¥₦₹]|\b(?:Kshs?|Ushs?|Tshs?|stg|sterling|dollars?|pounds?|euros?|shillings?)\b/iu;
// Codes that people write for money and that are no ISO code, or no longer one.
const WRONG =
  /\b(UKP|UKL|STG|KSH|KHS|TSH|USH|UGS|ZKW|ZMK|GHC|RMB|CNH|YEN|NTD|DHS|CFA|FRF|DEM|ITL|ECU|ZWL|ZWD|BYR|VEF|SLL)\s?(?=\d)/u;

/** A currency that is not written as its ISO code before a figure: "$", "Kshs", "UKP 500"; null when there is none. */
export function wrongCurrency(text: string): string | null {
  const symbol = SYMBOL.exec(text)?.[0];
  if (symbol !== undefined) return symbol;
  return WRONG.exec(text)?.[1] ?? null;
}

/** Whether a limit names a currency at all. */
export function namesCurrency(text: string): boolean {
  return [...text.matchAll(/[A-Z]{3}/g)].some(([code]) => isIsoCurrency(code));
}

/** The ISO currencies written before a figure, each once: "KES 5,000 and USD500" gives KES and USD. */
export function currenciesIn(text: string): string[] {
  const codes = [...text.matchAll(/(?<![A-Z])([A-Z]{3})\s?(?=\d)/g)].map(([, code = '']) => code);
  return [...new Set(codes)].filter(isIsoCurrency);
}

const TIMES: Readonly<Record<string, bigint>> = {
  k: 1_000n,
  m: 1_000_000n,
  mn: 1_000_000n,
  mio: 1_000_000n,
  bn: 1_000_000_000n,
};
const AMOUNT =
  /(?<![A-Z])([A-Z]{3})\s?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?(million|billion|thousand|mn|mio|bn|k|m)\b)?/giu;
const WORDS: Readonly<Record<string, string>> = { thousand: 'k', million: 'm', billion: 'bn' };

/** The amounts of one currency that a text states, in plain digits: "USD 2.5m" gives 2.5 a million times. */
export function amountsIn(text: string, currency: string): { digits: string; times: bigint }[] {
  return [...text.matchAll(AMOUNT)]
    .filter(([, code]) => code === currency)
    .map(([, , figure = '', word = '']) => {
      const unit = word.toLowerCase();
      return { digits: figure.replaceAll(',', ''), times: TIMES[WORDS[unit] ?? unit] ?? 1n };
    });
}

/** The same in minor units; what has more decimals than the currency is left out. */
export function amountsOf(text: string, currency: CurrencyCode): bigint[] {
  return amountsIn(text, currency).flatMap(({ digits, times }) => {
    const amount = parseAmount(digits, currency);
    return typeof amount === 'bigint' ? [amount * times] : [];
  });
}

/** An amount written out, in thousands or more: "250,000", "250000.00"; days, percentages and years are none. */
export function statesFigure(text: string): boolean {
  return /\d{1,3}(?:,\d{3})+|\d{5,}/u.test(text);
}

/** The percentages that a text states, as it writes them: "5% of 60 %" gives 5 and 60. */
export function percentagesIn(text: string): string[] {
  return [...text.matchAll(/(\d+(?:\.\d+)?)\s?(?:%|per ?cent)/giu)].map(([, figure = '']) => figure);
}

/** A premium payment clause by name or by one of the market's numbers. */
export function isPaymentClause(text: string): boolean {
  return /premium payment (?:warranty|condition|clause)|\bPP[WC]\b|\bLSW\s?300[01]\b/iu.test(text);
}

/** Several liability: the clause by name or by one of the market's numbers. */
export function isLiabilityClause(text: string): boolean {
  return /several(?:ly)?\b.*\b(?:liab|not joint)|liability clause|\b(?:LMA\s?3333|LMA\s?5096|LSW\s?1001)\b/isu.test(
    text,
  );
}

export function isSanctionClause(text: string): boolean {
  return /\bsanctions?\b|\bLMA\s?3100A?\b/iu.test(text);
}
