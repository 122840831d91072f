import { expect, test } from 'vitest';
import { hrefsBy, neighboursOf, patternOf, type Walk } from './walk.ts';

const walk = (over: Partial<Walk> = {}): Walk => ({
  call: '/api/x/items',
  query: { length: '2', status: 'PENDING' },
  start: 2,
  total: 5,
  more: false,
  hrefs: ['/payables/30', '/payables/20'],
  pattern: '/payables/{id}',
  ...over,
});

test('within a page the neighbours are known; at its ends they are on the page before and after', () => {
  expect(neighboursOf(walk(), '/payables/30')).toEqual({
    place: 2,
    previous: { start: 0 },
    next: { href: '/payables/20' },
  });
  expect(neighboursOf(walk(), '/payables/20')).toEqual({
    place: 3,
    previous: { href: '/payables/30' },
    next: { start: 4 },
  });
});

test('the first has none before it, the last none after it', () => {
  expect(neighboursOf(walk({ start: 0 }), '/payables/30')?.previous).toBeUndefined();
  expect(neighboursOf(walk({ start: 3 }), '/payables/20')?.next).toBeUndefined();
  // More than were counted: there may be one.
  expect(neighboursOf(walk({ start: 3, more: true }), '/payables/20')?.next).toEqual({ start: 5 });
});

test('a record that the list does not have, and a list that nobody opened, lead nowhere', () => {
  expect(neighboursOf(walk(), '/payables/31')).toBeNull();
  expect(neighboursOf(walk(), '/payables')).toBeNull();
  expect(neighboursOf(null, '/payables/30')).toBeNull();
});

test('where addresses follow no rule, other pages of the list are not reached', () => {
  const mixed = walk({ hrefs: ['/underwriting/3', '/underwriting/london/4'], pattern: null });
  expect(neighboursOf(mixed, '/underwriting/london/4')?.next).toBeUndefined();
  expect(patternOf([{ id: 3 }, { id: 4 }], mixed.hrefs)).toBeNull();
  expect(patternOf([{ name: 'x' }], ['/x'])).toBeNull();
  expect(patternOf([], [])).toBeNull();
});

test('the rule of the addresses is known from the rows, and gives those of another page', () => {
  const pattern = patternOf([{ id: 3 }, { id: 33 }], ['/party/3?tab=notes', '/party/33?tab=notes']);
  expect(pattern).toBe('/party/{id}?tab=notes');
  expect(hrefsBy(pattern ?? '', [{ id: 9 }, {}])).toEqual(['/party/9?tab=notes']);
});
