import { expect, test } from 'vitest';
import { inOrder, moved } from './choice-order.ts';

test.each([
  [
    ['b', 'a'],
    ['a', 'b', 'c'],
    ['b', 'a', 'c'],
  ],
  [['b', 'a'], ['a'], ['a']],
  [[], ['c', 'a'], ['c', 'a']],
])('%j chosen anew as %j', (before, next, order) => {
  expect(inOrder(before, next)).toEqual(order);
});

test.each([
  ['b', -1, ['b', 'a', 'c']],
  ['b', 1, ['a', 'c', 'b']],
  ['a', -1, ['a', 'b', 'c']],
  ['c', 1, ['a', 'b', 'c']],
  ['x', 1, ['a', 'b', 'c']],
] as const)('%s moved by %i', (one, by, order) => {
  expect(moved(['a', 'b', 'c'], one, by)).toEqual(order);
});
