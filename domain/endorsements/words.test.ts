import { describe, expect, test } from 'vitest';
import { GOOD } from '../slips/example.ts';
import { textsOf } from '../placements/fields.ts';
import type { Words } from '../placements/placement.ts';
import { changedWords, wordFaults, wordsAfter, wordsChangedBy, type ChangingWords, type WordsChange } from './words.ts';

const clause = (id: number, wording = 1) => ({
  id,
  code: `C${id}`,
  title: 'Clause',
  wording_version: wording,
  latest_version: 2,
});
const LOCAL: Words = {
  insured: { id: 1, name: 'Kisumu Sugar Works' },
  texts: textsOf({ cedant_policy_number: 'P/1', interest: 'Works', excess: '1%', territory: 'Kenya' }),
  clauses: [clause(1)],
  slip: null,
};
const { umr: _umr, ...risk } = GOOD.risk;
const { stamps: _stamps, ...security } = GOOD.security;
const LONDON: Words = {
  ...LOCAL,
  slip: { umr: 'B1', notifiedOn: null, sections: { ...GOOD, risk, security }, bySection: [] },
};

const NOTHING: WordsChange = { insured: null, texts: {}, clauses: null };
const on = (date: string, change: Partial<WordsChange> | null): ChangingWords => ({
  date,
  words: change && { ...NOTHING, ...change },
});
const territory = (text: string) => ({ texts: { territory: text } });

describe('the words of a placement on a day', () => {
  const MAY = on('2026-05-01', territory('East Africa'));
  const JUNE = on('2026-06-01', territory('Uganda'));
  test.each<[string, [ChangingWords[], string | null], string]>([
    ['as entered', [[], null], 'Kenya'],
    ['with one that moves premium only', [[on('2026-05-01', null)], null], 'Kenya'],
    ['on the day before', [[MAY], '2026-04-30'], 'Kenya'],
    ['on its day', [[MAY], '2026-05-01'], 'East Africa'],
    ['in order of effect, not of approval', [[JUNE, MAY], null], 'Uganda'],
    ['between the two', [[JUNE, MAY], '2026-05-31'], 'East Africa'],
    ['of one day, the one that was approved last', [[on('2026-05-01', territory('Sudan')), MAY], null], 'East Africa'],
    ['taken away', [[on('2026-05-01', territory(''))], null], ''],
  ])('%s', (_, [endorsements, day], expected) => {
    expect(wordsAfter(LOCAL, endorsements, day).texts).toEqual({ ...LOCAL.texts, territory: expected });
  });

  test('what is set at different times adds up, and what was entered is left alone', () => {
    const insured = { id: 2, name: 'Busia Sugar Works' };
    const all = [MAY, on('2026-05-02', { insured }), on('2026-05-03', { clauses: [clause(2)] })];
    expect(wordsAfter(LOCAL, all, null)).toEqual({
      ...LOCAL,
      insured,
      clauses: [clause(2)],
      texts: { ...LOCAL.texts, territory: 'East Africa' },
    });
    expect(LOCAL.insured.id).toBe(1);
  });

  test('a slip of London has them in its contract too', () => {
    const texts = { interest: 'i', excess: 'e', territory: 't', conditions: 'c' };
    const { slip, ...words } = wordsAfter(LONDON, [on('2026-05-01', { texts })], null);
    expect(words.texts).toEqual({ ...LOCAL.texts, ...texts });
    expect(slip?.sections).toEqual({
      ...LONDON.slip?.sections,
      risk: { ...risk, interest: 'i', excess: 'e', situation: 't', conditions: 'c' },
    });
  });
});

describe('what changed', () => {
  test('is said field by field, on a slip by the headings of its contract; nothing where nothing did', () => {
    const change = { clauses: [clause(1, 2), clause(3)], texts: { territory: 'Uganda', interest: 'Works' } };
    expect(wordsChangedBy(LOCAL, [on('2026-05-01', change)])).toEqual([
      { field: 'territory', label: 'Territory', before: 'Kenya', after: 'Uganda' },
      {
        field: 'clauses',
        label: 'Clauses',
        before: 'C1 Clause, wording 1',
        after: 'C1 Clause, wording 2\nC3 Clause, wording 1',
      },
    ]);
    expect(wordsChangedBy(LONDON, [on('2026-05-01', territory('Uganda'))])[0]?.label).toBe('Situation');
    expect(changedWords(LOCAL, LOCAL)).toEqual([]);
    expect(wordsChangedBy(LOCAL, [on('2026-05-01', null)])).toEqual([]);
  });

  test('another party of the same name is another insured', () => {
    const insured = { id: 9, name: LOCAL.insured.name };
    expect(wordsChangedBy(LOCAL, [on('2026-05-01', { insured })])).toMatchObject([{ field: 'insured' }]);
  });

  test('is against those before it in effect', () => {
    const all = [on('2026-06-01', territory('Uganda')), on('2026-05-01', territory('Sudan'))];
    expect(wordsChangedBy(LOCAL, all)).toMatchObject([{ before: 'Kenya', after: 'Sudan' }]);
  });
});

test.each<[string, Parameters<typeof wordFaults>, string[]]>([
  [
    'without premium',
    [
      { ...NOTHING, ...territory('Uganda') },
      { type: 'NIL', market: 'LOCAL' },
    ],
    [],
  ],
  [
    'with premium',
    [
      { ...NOTHING, ...territory('') },
      { type: 'AP', market: 'LOCAL' },
    ],
    ['territory'],
  ],
  [
    'an insured with other securities',
    [
      {
        ...NOTHING,
        insured: LOCAL.insured,
      },
      { type: 'SEC', market: 'LOCAL' },
    ],
    ['insured'],
  ],
  [
    'clauses with a cancellation',
    [
      {
        ...NOTHING,
        clauses: [],
      },
      { type: 'CANCEL_FLAT', market: 'LONDON' },
    ],
    ['clauses'],
  ],
  ['nothing with premium', [NOTHING, { type: 'AP', market: 'LOCAL' }], []],
  [
    'longer than a policy takes',
    [
      { ...NOTHING, ...territory('x'.repeat(201)) },
      { type: 'NIL', market: 'LOCAL' },
    ],
    ['territory'],
  ],
  [
    'as long as a slip takes',
    [
      { ...NOTHING, ...territory('x'.repeat(2000)) },
      { type: 'NIL', market: 'LONDON' },
    ],
    [],
  ],
])('words are refused: %s', (_, words, fields) => {
  expect(wordFaults(...words).map((fault) => fault.field)).toEqual(fields);
});
