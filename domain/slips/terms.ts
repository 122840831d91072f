import { enteredTerms, type SlipTerm } from '../placements/fields.ts';
import type { SlipHeading } from './slip.ts';
import { isEmptyWord, openWord, saysNone, wrongCurrency } from './words.ts';

/**
 * What a carrier's checker would say of a slip: `refuse` what keeps it from being a whole contract, `advise` what a careful
 * broker looks at again. A `fatal` one stops Submit; with the others a manager approves for a reason.
 */
export type SlipFinding = {
  heading: SlipHeading;
  field: string;
  severity: 'refuse' | 'advise';
  message: string;
  fatal?: boolean;
};

/** An offer is shown for lines to be written; a signed slip has them. */
export type SlipStage = 'OFFER' | 'SIGNED';

export const refuse = (heading: SlipHeading, field: string, message: string): SlipFinding => ({
  heading,
  field,
  severity: 'refuse',
  message,
});
/** What cannot be submitted as it is, whatever the reason. */
export const stop = (heading: SlipHeading, field: string, message: string): SlipFinding => ({
  ...refuse(heading, field, message),
  fatal: true,
});
export const advise = (heading: SlipHeading, field: string, message: string): SlipFinding => ({
  heading,
  field,
  severity: 'advise',
  message,
});

/** A term of the slip: its place, its name in a sentence, its value, and which values it takes. */
export type Term = {
  heading: SlipHeading;
  field: string;
  name: string;
  value: string | null | undefined;
  /** "None" is an answer here. */
  none?: boolean;
  /** It states money: a currency must be its ISO code. */
  money?: boolean;
  /** A long text, in which a clause may rightly leave something to be agreed later. */
  wording?: boolean;
};

/** A term of the catalogue as the check looks at it; `field` is its place. */
export function termAt(heading: SlipHeading, field: string, of: { term: SlipTerm; value: string | undefined }): Term {
  const { label, shortLabel = label, heading: _heading, limit: _limit, ...checked } = of.term;
  return { heading, field, name: shortLabel, value: of.value, ...checked };
}

/** Terms of one part of the contract as the check looks at them. */
export function termsIn<K extends string>(
  part: { heading: SlipHeading; place: string },
  terms: Readonly<Record<K, SlipTerm>>,
  entered: { readonly [P in NoInfer<K>]?: string | undefined },
): Term[] {
  return enteredTerms(terms, entered).map(({ name, ...of }) => termAt(part.heading, `${part.place}.${name}`, of));
}

/** What is wrong with one term: empty, a placeholder, left open, or money without its ISO code. */
export function termFindings({ heading, field, name, value, none, money, wording }: Term): SlipFinding[] {
  const text = value?.trim() ?? '';
  const it = `the ${lower(name)}`;
  const enter = `nter ${it}${none ? ', or None' : ''}.`;
  if (text === '') return [refuse(heading, field, `E${enter}`)];
  if (isEmptyWord(text) || (saysNone(text) && !none && !wording))
    return [refuse(heading, field, `"${text}" is not a term: e${enter}`)];
  const open = openWord(text);
  if (open !== null) {
    const message = `"${open}" leaves ${it} open: settle this before the slip is shown.`;
    return [
      wording && text.length > open.length + 20 ? advise(heading, field, message) : refuse(heading, field, message),
    ];
  }
  const currency = money ? wrongCurrency(text) : null;
  if (currency === null) return [];
  const message = `Write the currency of ${it} as its ISO code, such as USD, not as "${currency}".`;
  return [wording ? advise(heading, field, message) : refuse(heading, field, message)];
}

/** The same of a term that may be left empty. */
export function openFindings(term: Term): SlipFinding[] {
  return (term.value?.trim() ?? '') === '' ? [] : termFindings(term);
}

const lower = (name: string) => (/^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1));
