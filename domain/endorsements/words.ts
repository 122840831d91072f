/** What an endorsement without premium changes: words of a placement, never its figures. §2 NIL. */
import type { FieldError } from '../errors.ts';
import { CHANGEABLE_TEXTS, PLACEMENT_FIELDS, RISK_TERMS, type ChangeableText } from '../placements/fields.ts';
import type { Market } from '../placements/figures.ts';
import type { Words } from '../placements/placement.ts';
import type { Day } from '../values/day.ts';
import type { EndorsementType } from './endorsements.ts';

/** The words that an endorsement sets; what it leaves alone is null, or is not among its texts. */
export type WordsChange = {
  insured: Words['insured'] | null;
  texts: { readonly [K in ChangeableText]?: string };
  clauses: Words['clauses'] | null;
};

export type ChangingWords = { date: Day; words: WordsChange | null };

/** The names of the call that change words. */
export const WORD_FIELDS = ['insured', ...textNames(), 'clauses'] as const;
type WordField = (typeof WORD_FIELDS)[number];

function textNames(): ChangeableText[] {
  return Object.keys(CHANGEABLE_TEXTS) as ChangeableText[];
}

/** Under which term the risk details of a London slip have each text. */
const RISK_TERM_OF = {
  interest: 'interest',
  excess: 'excess',
  territory: 'situation',
  conditions: 'conditions',
} as const satisfies Record<ChangeableText, keyof typeof RISK_TERMS>;

function changed(words: Words, { insured, texts, clauses }: WordsChange): Words {
  const { slip } = words;
  const risk = Object.fromEntries(
    textNames().flatMap((name) => (texts[name] === undefined ? [] : [[RISK_TERM_OF[name], texts[name]]])),
  );
  return {
    insured: insured ?? words.insured,
    texts: { ...words.texts, ...texts },
    clauses: clauses ?? words.clauses,
    slip: slip && { ...slip, sections: { ...slip.sections, risk: { ...slip.sections.risk, ...risk } } },
  };
}

/**
 * The words of a placement with those endorsements that are in effect by a day, or with all of them where it is null: in
 * order of effect, and of approval on the same day. §2 NIL.
 */
export function wordsAfter(entered: Words, endorsements: readonly ChangingWords[], day: Day | null): Words {
  return endorsements
    .filter(({ date }) => day === null || date <= day)
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .reduce((words, one) => (one.words === null ? words : changed(words, one.words)), entered);
}

/** What a word is called: on a slip of London by the heading of its contract. */
export function wordLabel(field: WordField, market: Market): string {
  if (market === 'LOCAL' || field === 'insured' || field === 'clauses') return PLACEMENT_FIELDS[field].label;
  return RISK_TERMS[RISK_TERM_OF[field]].label;
}

/** One thing that reads otherwise than before. */
export type ChangedWord = { field: WordField; label: string; before: string; after: string };

const clauseLines = (clauses: Words['clauses']) =>
  clauses.map(({ code, title, wording_version: wording }) => `${code} ${title}, wording ${wording}`).join('\n');

/** What differs between the words of a placement before and after, by the labels of its fields; nothing where none does. */
export function changedWords(before: Words, after: Words): ChangedWord[] {
  const read = ({ insured, texts, clauses }: Words): Record<WordField, string> => ({
    ...texts,
    insured: insured.name,
    clauses: clauseLines(clauses),
  });
  const [was, is] = [read(before), read(after)];
  return WORD_FIELDS.flatMap((field) =>
    was[field] === is[field] && (field !== 'insured' || before.insured.id === after.insured.id)
      ? []
      : [
          {
            field,
            label: wordLabel(field, before.slip === null ? 'LOCAL' : 'LONDON'),
            before: was[field],
            after: is[field],
          },
        ],
  );
}

/** What the last of endorsements changes of the words that hold on its day by those before it. */
export function wordsChangedBy(entered: Words, endorsements: readonly ChangingWords[]): ChangedWord[] {
  const last = endorsements.at(-1);
  if (last === undefined || last.words === null) return [];
  const before = wordsAfter(entered, endorsements.slice(0, -1), last.date);
  return changedWords(before, changed(before, last.words));
}

const AS_NIL = 'Words are changed by an endorsement without premium.';

/** What keeps words from being changed so: another type of endorsement, or a text longer than its market takes. §2 NIL, §8. */
export function wordFaults(
  { insured, texts, clauses }: WordsChange,
  { type, market }: { type: EndorsementType; market: Market },
): FieldError[] {
  const entered: Record<WordField, boolean> = {
    insured: insured !== null,
    interest: texts.interest !== undefined,
    excess: texts.excess !== undefined,
    territory: texts.territory !== undefined,
    conditions: texts.conditions !== undefined,
    clauses: clauses !== null,
  };
  if (type !== 'NIL') {
    const field = WORD_FIELDS.find((name) => entered[name]);
    return field === undefined ? [] : [{ field, message: AS_NIL }];
  }
  return textNames().flatMap((name) => {
    const limit = market === 'LONDON' ? RISK_TERMS[RISK_TERM_OF[name]].limit : CHANGEABLE_TEXTS[name].limit;
    return (texts[name]?.length ?? 0) > limit.max ? [{ field: name, message: limit.message }] : [];
  });
}
