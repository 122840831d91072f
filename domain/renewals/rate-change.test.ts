import { expect, test } from 'vitest';
import { rateChange, type Rated } from './rate-change.ts';

const year: Rated = { premium: 125_000_000n, sumInsured: 50_000_000_000n, start: '2026-03-01', end: '2027-02-28' };

test.each([
  ['the same terms', year, 0n],
  ['a tenth more premium', { ...year, premium: 137_500_000n }, 10_000_000n],
  ['a third less premium, to a tenth of a percent', { ...year, premium: 83_333_333n }, -33_300_000n],
  ['more is insured at the same rate', { ...year, premium: 250_000_000n, sumInsured: 100_000_000_000n }, 0n],
  ['more is insured for the same premium', { ...year, sumInsured: 100_000_000_000n }, -50_000_000n],
  ['the next year, which has a leap day', { ...year, start: '2027-03-01', end: '2028-02-29' }, 0n],
  ['a year that begins on a leap day', { ...year, start: '2028-02-29', end: '2029-02-28' }, 0n],
  ['two years for twice the premium', { ...year, premium: 250_000_000n, start: '2027-03-01', end: '2029-02-28' }, 0n],
  ['three months for the same premium', { ...year, start: '2027-03-01', end: '2027-05-31' }, 300_000_000n],
  ['73 days for the same premium', { ...year, start: '2027-03-01', end: '2027-05-12' }, 400_000_000n],
  ['no premium yet', { ...year, premium: 0n }, null],
])('%s', (_case, renewal, change) => {
  expect(rateChange(year, renewal)).toBe(change);
});

test('what had no rate has none to change', () => {
  expect(rateChange({ ...year, sumInsured: 0n, premium: 0n }, year)).toBeNull();
});
