import { expect, test } from 'vitest';
import { currencySentence, keptSentence, usesList } from './uses-words.ts';

const none = { drafts: 0, waiting: 0, inForce: 0, all: 0 };

test.each([
  [none, ''],
  [{ ...none, drafts: 1 }, '1 draft'],
  [{ ...none, drafts: 3, inForce: 12 }, '3 drafts and 12 policies in force'],
  [
    { drafts: 1, waiting: 2, inForce: 10_001, all: 10_001 },
    '1 draft, 2 policies waiting for approval and more than 10,000 policies in force',
  ],
])('%j', (uses, words) => {
  expect(usesList(uses)).toBe(words);
});

test('what is kept is told as far as one may see it', () => {
  expect(keptSentence(null)).toBe('');
  expect(keptSentence(none)).toBe('No draft and no policy in force in your branches names it. ');
  expect(keptSentence({ ...none, inForce: 2 })).toBe('In your branches 2 policies in force keep it. ');
});

test('a draft in a disabled currency cannot be saved, and the rest stays', () => {
  expect(currencySentence(none, 'USD')).toBe('No draft and no policy in force in your branches is in USD. ');
  expect(currencySentence({ ...none, drafts: 1, waiting: 1 }, 'USD')).toBe(
    'In your branches 1 draft is in USD: it cannot be saved again before it is active or the currency is another. 1 policy waiting for approval stays as it is. ',
  );
});
