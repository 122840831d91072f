import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { atMost, dayOrNone, dayParam, lengths, optionalText, text } from './wire.ts';

const faultOf = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).error?.issues[0]?.message;

describe('the limits of a text', () => {
  test.each([
    [atMost(60), { max: 60, message: 'At most 60 characters.' }],
    [atMost(20_000), { max: 20_000, message: 'At most 20,000 characters.' }],
    [lengths('Name', 2, 150), { min: 2, max: 150, message: 'Name must be 2 to 150 characters.' }],
    [lengths('Text', 1, 10_000), { min: 1, max: 10_000, message: 'Text must be 1 to 10,000 characters.' }],
  ])('say themselves', (limits, expected) => expect(limits).toEqual(expected));

  test('hold: a text is measured without the spaces around it', () => {
    const code = text(lengths('Code', 2, 3));
    expect(['AB', ' ABC '].map((one) => z.parse(code, one))).toEqual(['AB', 'ABC']);
    expect([' A ', 'ABCD'].map((one) => faultOf(code, one))).toEqual(Array(2).fill('Code must be 2 to 3 characters.'));
  });

  test('hold of one that may be left out', () => {
    expect(z.parse(optionalText(3), undefined)).toBeUndefined();
    expect(z.parse(optionalText(3), '')).toBe('');
    expect(faultOf(optionalText(3), 'ABCD')).toBe('At most 3 characters.');
  });
});

test('a day that narrows a list is refused where it cannot be read, and may be left out or empty', () => {
  expect(z.parse(dayParam, '2026-03-31')).toBe('2026-03-31');
  expect(z.parse(dayParam, undefined)).toBeUndefined();
  expect(z.parse(dayParam, '')).toBeUndefined();
  expect(faultOf(dayParam, '2026-02-30')).toBe('Enter a day.');
});

test('a day that the specification names is none where it cannot be read', () => {
  expect(z.parse(dayOrNone, ' 2026-03-31 ')).toBe('2026-03-31');
  for (const none of [undefined, '', 'garbage', '2026-02-30']) expect(z.parse(dayOrNone, none)).toBeUndefined();
});
