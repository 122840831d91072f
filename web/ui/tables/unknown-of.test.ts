import { expect, test } from 'vitest';
import type { Filter } from './FilterChips.tsx';
import { unknownOf } from './unknown-of.ts';

const FILTERS: readonly Filter[] = [
  { key: 'status', label: 'Status', kind: 'option', options: [{ value: 'DRAFT', label: 'Draft' }] },
  {
    key: 'kind',
    label: 'Kind',
    kind: 'options',
    options: [
      { value: 'A', label: 'A' },
      { value: 'B', label: 'B' },
    ],
  },
  { key: 'from', label: 'From', kind: 'day' },
];
const COLUMNS = [{ id: 'number', sortable: true }, { id: 'amount' }];
const asked = (filters: Record<string, string>, id?: string) =>
  unknownOf({ filters, sort: id === undefined ? undefined : { id, descending: false } }, FILTERS, COLUMNS);

test('a choice that a filter does not have is named; what cannot be chosen from a list is left to the server', () => {
  expect(asked({ status: 'DRAFT', kind: 'A,B', from: 'yesterday' })).toBeUndefined();
  expect(asked({ status: 'OPEN' })).toBe('Status cannot be “OPEN”.');
  expect(asked({ kind: 'A,C' })).toBe('Kind cannot be “C”.');
});

test('an order is by a column that is sorted', () => {
  expect(asked({}, 'number')).toBeUndefined();
  for (const id of ['amount', 'colour']) expect(asked({}, id)).toBe(`This list cannot be ordered by “${id}”.`);
});
