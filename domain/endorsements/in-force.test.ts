import { expect, test } from 'vitest';
import type { EndorsementType } from './endorsements.ts';
import { standingOn } from './in-force.ts';

const one = (type: EndorsementType, date: string) => ({ type, date });
const AP = one('AP', '2026-06-01');
const EXT = one('EXT', '2027-03-01');

test.each([
  ['all without a day', [AP, EXT], null, [AP, EXT]],
  ['what is in effect by the day', [AP, EXT], '2026-06-01', [AP]],
  ['nothing on the day before', [AP, EXT], '2026-05-31', []],
  ['an extension that a cancellation gives back', [EXT, one('CANCEL_PRORATA', '2026-06-01')], '2026-06-01', undefined],
  [
    'all that a cancellation from the first day mirrors',
    [AP, one('CANCEL_FLAT', '2026-03-01')],
    '2026-03-01',
    undefined,
  ],
  ['premium that a change of securities re-divides', [EXT, one('SEC', '2026-06-01')], '2026-07-01', undefined],
  ['an extension stays out where nothing touches it', [EXT, AP], '2026-07-01', [AP]],
  [
    'what is approved after a return stays by its own date',
    [one('RP', '2026-05-01'), AP],
    '2026-05-01',
    [one('RP', '2026-05-01')],
  ],
] as const)('%s', (...[, approved, day, expected]) => {
  const { standing, later } = standingOn([...approved], day);
  expect(standing).toEqual(expected ?? approved);
  expect(standing.length + later.length).toBe(approved.length);
});
