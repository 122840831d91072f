import { expect, test } from 'vitest';
import { orderOf } from './party-order.ts';

const FIGURES = ['not_due', 'total'] as const;

test.each([
  ['total,desc', { by: 'total', descending: true }],
  ['party,asc', { by: 'party', descending: false }],
  ['not_due,asc', { by: 'not_due', descending: false }],
  ['total', undefined],
  ['total,down', undefined],
  ['total,desc,asc', undefined],
  ['beside,desc', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s', (text, order) => {
  expect(orderOf(text, FIGURES)).toEqual(order);
});
