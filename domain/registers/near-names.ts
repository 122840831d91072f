/** Which names may be those of one party. §8: a near-duplicate warns and never stops. */

// What says nothing about who it is: legal forms and small words.
const FORMS = new Set(
  `ltd limited plc llc llp lp inc incorporated co company corp corporation cie compagnie sa sarl sas gmbh ag nv bv spa kg
   pty pte pvt private public the and of de la`.split(/\s+/),
);
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^(insurers?|insurances?|assurances?|assurers?)$/, 'ins'],
  [/^(reinsurers?|reinsurances?|reassurances?)$/, 're'],
];
const TRADE = new Set(['ins', 're']);

/**
 * The words of a name that tell it from others, in its own order: without case, accents, punctuation and legal form, and
 * with the words of the trade in one spelling. A name of nothing else keeps all its words.
 */
export function nearName(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[.'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => SHORT.find(([long]) => long.test(word))?.[1] ?? word);
  const telling = words.filter((word) => !FORMS.has(word));
  return telling.length > 0 ? telling : words;
}

/** Whether two words differ by one letter put in, left out, changed or swapped with its neighbour. */
function oneSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const [restOfShort, restOfLong] = [short.slice(start), long.slice(start)];
  if (long.length > short.length) return restOfShort === restOfLong.slice(1);
  if (restOfShort.slice(1) === restOfLong.slice(1)) return true;
  return (
    restOfShort[0] === restOfLong[1] && restOfShort[1] === restOfLong[0] && restOfShort.slice(2) === restOfLong.slice(2)
  );
}

// Short words and numbers ("Syndicate 1234") differ when one sign differs; longer ones may be mistyped.
function sameWord(a: string, b: string): boolean {
  return a === b || (a.length >= 5 && b.length >= 5 && !/\d/.test(a + b) && oneSlip(a, b));
}

/** Of the words of one name, those without a partner in the other. */
function unmatched(words: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return words.filter((word) => {
    const partner = left.findIndex((other) => sameWord(word, other));
    if (partner >= 0) left.splice(partner, 1);
    return partner < 0;
  });
}

/**
 * How near two names are. `SAME`: one party as far as a name can say ("Kenya Re", "Kenya Reinsurance Corporation Ltd").
 * `NEAR`: a slip of the pen in a word, other gaps between words, or one name with a word more. Null: two names.
 */
export function nearness(one: string, other: string): 'SAME' | 'NEAR' | null {
  const [a, b] = [nearName(one), nearName(other)];
  if (a.toSorted().join(' ') === b.toSorted().join(' ')) return 'SAME';
  if (a.join('') === b.join('')) return 'SAME';
  const [missing, extra] = [unmatched(a, b), unmatched(b, a)];
  if (missing.length === 0 && extra.length === 0) return 'NEAR';
  // Of a name of one word, or of a word and the trade's, every longer one would be a copy.
  const shared = (missing.length === 0 ? a : b).filter((word) => !TRADE.has(word));
  const longer = missing.length === 0 || extra.length === 0;
  const more = [...missing, ...extra];
  return longer && more.length === 1 && (shared.length >= 2 || more.every((word) => TRADE.has(word))) ? 'NEAR' : null;
}
