import { expect, test } from 'vitest';
import { atId, noteHref, openNoteHref, paths, policyHref } from './paths.ts';

test('an open note leads to its invoice or its policy, and one that has neither to its own page', () => {
  expect(openNoteHref({ id: 7, invoice: 3, policy: null })).toBe(atId(paths.invoice, 3));
  expect(openNoteHref({ id: 7, invoice: null, policy: { id: 5 } })).toBe(policyHref(5));
  expect(openNoteHref({ id: 7, invoice: null, policy: null })).toBe(noteHref(7));
});
