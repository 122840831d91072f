import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textDiff, type TextPart } from './text-diff.ts';

const without = (parts: readonly TextPart[], kind: TextPart['kind']) =>
  parts
    .filter((part) => part.kind !== kind)
    .map((part) => part.text)
    .join('');

test.each<[string, string, TextPart[]]>([
  ['The same words.', 'The same words.', [{ kind: 'same', text: 'The same words.' }]],
  ['', '', []],
  ['', 'New', [{ kind: 'added', text: 'New' }]],
  ['Old', '', [{ kind: 'removed', text: 'Old' }]],
  [
    'No cover for war and riot.',
    'No cover for war, strikes and riot.',
    [
      { kind: 'same', text: 'No cover for war' },
      { kind: 'added', text: ', strikes' },
      { kind: 'same', text: ' and riot.' },
    ],
  ],
  [
    'one two three',
    'one three',
    [
      { kind: 'same', text: 'one ' },
      { kind: 'removed', text: 'two ' },
      { kind: 'same', text: 'three' },
    ],
  ],
  // Words changed side by side are read together, and a title's change does not take the lines after it.
  [
    'RI01 Full clause\n\nWithin 14 long days.',
    'RI01 Full clause (amended)\n\nWithin 7 short days.',
    [
      { kind: 'same', text: 'RI01 Full clause' },
      { kind: 'added', text: ' (amended)' },
      { kind: 'same', text: '\n\nWithin ' },
      { kind: 'removed', text: '14 long' },
      { kind: 'added', text: '7 short' },
      { kind: 'same', text: ' days.' },
    ],
  ],
  [
    'the policy, whether ex gratia, provided that',
    'the policy provided that',
    [
      { kind: 'same', text: 'the policy' },
      { kind: 'removed', text: ', whether ex gratia,' },
      { kind: 'same', text: ' provided that' },
    ],
  ],
])('%j → %j', (before, after, parts) => {
  expect(textDiff(before, after)).toEqual(parts);
});

test('what is kept and removed is the old text, what is kept and added the new', () => {
  const words = fc
    .array(fc.constantFrom('a', 'bb', 'c', '\n', 'dd. ', ' '), { maxLength: 60 })
    .map((all) => all.join(' '));
  fc.assert(
    fc.property(words, words, (before, after) => {
      const parts = textDiff(before, after);
      expect(without(parts, 'added')).toBe(before);
      expect(without(parts, 'removed')).toBe(after);
      expect(parts.every((part, index) => part.kind !== parts[index - 1]?.kind)).toBe(true);
      expect(parts.every((part) => part.text !== '')).toBe(true);
    }),
  );
});

test('two long texts that share nothing are told apart', () => {
  const long = (word: string) => Array.from({ length: 9000 }, (_, n) => `${word}${n}`).join(' ');
  expect(textDiff(long('a'), long('b')).map((part) => part.kind)).toEqual(['removed', 'added']);
});
