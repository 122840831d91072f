import { expect, test } from 'vitest';
import { partOf } from './expiry-words.ts';

const days = (startdate: string, enddate: string) => ({ startdate, enddate });

test('a month of which some days are asked for says which', () => {
  expect(partOf('2026-11-01', days('2026-11-29', '2027-01-28'))).toEqual(['from Nov 29']);
  expect(partOf('2026-12-01', days('2026-11-29', '2027-01-28'))).toEqual([]);
  expect(partOf('2027-01-01', days('2026-11-29', '2027-01-28'))).toEqual(['to Jan 28']);
  expect(partOf('2026-12-01', days('2026-12-05', '2026-12-20'))).toEqual(['from Dec 5', 'to Dec 20']);
  expect(partOf('2026-12-01', days('2026-12-14', '2026-12-14'))).toEqual(['on Dec 14']);
});
