import { describe, expect, test } from 'vitest';
import { changesIn } from './history-changes.ts';

describe('changes of a row of the trail', () => {
  test('each changed field with both values; what stayed is left out', () => {
    const facts = {
      before: { title: 'A', class_id: 4, wording: 'x' },
      after: { title: 'B', class_id: null, wording: 'x' },
    };
    expect(changesIn(facts)).toEqual(['Title: from A to B', 'Class: from 4 to –']);
  });
  test('a change of one value, of a yes or no, of a long text', () => {
    expect(changesIn({ before: 'ACTIVE', after: 'INACTIVE' })).toEqual(['from ACTIVE to INACTIVE']);
    expect(changesIn({ before: { resident: true }, after: { resident: false } })).toEqual(['Resident: from yes to no']);
    const [long = ''] = changesIn({ before: { wording: '' }, after: { wording: 'w'.repeat(500) } });
    expect(long).toBe(`Wording: from – to ${'w'.repeat(80)}…`);
  });
  test('what was made, and rows without values, say no change', () => {
    expect(changesIn({ after: { title: 'A' } })).toEqual([]);
    expect(changesIn({ reason: 'late' })).toEqual([]);
  });
});
