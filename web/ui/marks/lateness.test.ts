import { expect, test } from 'vitest';
import { daysLate } from './lateness.ts';

test.each([
  [1, '1 day late'],
  [84, '84 days late'],
  [1664, '1,664 days late'],
])('what was due %i days ago is %s', (days, said) => {
  expect(daysLate(days)).toBe(said);
});
