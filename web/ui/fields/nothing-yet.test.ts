import { expect, test } from 'vitest';
import { nothingYet } from './nothing-yet.ts';

test.each([
  ['Producer', 'No producer to choose yet.'],
  ['Catastrophe event', 'No catastrophe event to choose yet.'],
  ['Security, row 2', 'No security to choose yet.'],
  ['UMR', 'No UMR to choose yet.'],
])('without a choice of %s: %s', (name, sentence) => {
  expect(nothingYet(name)).toBe(sentence);
});
