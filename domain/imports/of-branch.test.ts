import { expect, test } from 'vitest';
import { INTO_BRANCH } from './of-branch.ts';
import { IMPORT_TARGETS } from './targets.ts';

test('what is imported into one branch, bordereaux aside, is what its pages ask a branch for', () => {
  const ofBranch = IMPORT_TARGETS.filter((target) => target.ofBranch && target.placements === undefined);
  expect(INTO_BRANCH.map(({ key }) => key)).toEqual(ofBranch.map(({ key }) => key));
});
