import { describe, expect, test } from 'vitest';
import { adjustedFrom, adjustmentClause, adjustmentFaults, declaredPremium, readAdjustment } from './adjustment.ts';

// 0.5 % of turnover, minimum 800,000.00; the deposit is 1,000,000.00.
const ADJUSTMENT = { basis: 'annual turnover', rate: 500_000n, minimum: 80_000_000n };
const DEPOSIT = 100_000_000n;

test.each([
  {
    name: 'more than the deposit is an additional premium',
    declared: 25_000_000_000n,
    due: [125_000_000n, 25_000_000n, 'AP'],
  },
  { name: 'less than the deposit is a return', declared: 18_000_000_000n, due: [90_000_000n, -10_000_000n, 'RP'] },
  { name: 'never below the minimum', declared: 1_000_000_000n, due: [80_000_000n, -20_000_000n, 'RP'] },
  { name: 'nothing declared leaves the minimum', declared: 0n, due: [80_000_000n, -20_000_000n, 'RP'] },
  { name: 'the deposit itself moves nothing', declared: 20_000_000_000n, due: [100_000_000n, 0n, 'NIL'] },
  { name: 'rounded once, half away from zero', declared: 20_000_000_100n, due: [100_000_001n, 1n, 'AP'] },
])('$name', ({ declared, due }) => {
  const { adjusted, difference, type } = declaredPremium(ADJUSTMENT, { declared, premiumNow: DEPOSIT });
  expect([adjusted, difference, type]).toEqual(due);
});

test('a minimum above the deposit is asked for', () => {
  const due = declaredPremium({ ...ADJUSTMENT, minimum: 110_000_000n }, { declared: 0n, premiumNow: DEPOSIT });
  expect(due).toMatchObject({ adjusted: 110_000_000n, difference: 10_000_000n, type: 'AP' });
});

describe('as entered', () => {
  test.each([
    ['nothing', { basis: null, rate: null, minimum: null }, []],
    ['an empty basis alone', { basis: '', rate: null, minimum: null }, []],
    ['all', ADJUSTMENT, []],
    ['no minimum', { ...ADJUSTMENT, minimum: null }, ['minimum_premium']],
    ['a minimum of 0', { ...ADJUSTMENT, minimum: 0n }, []],
    ['a rate of 0', { ...ADJUSTMENT, rate: 0n }, ['adjustment_rate']],
    ['the rate alone', { basis: null, rate: 1n, minimum: null }, ['adjustment_basis', 'minimum_premium']],
    ['a minimum above the sum insured', { ...ADJUSTMENT, minimum: 10n ** 12n }, ['minimum_premium']],
    ['a minimum below 0', { ...ADJUSTMENT, minimum: -1n }, ['minimum_premium']],
  ])('%s', (_, typed, fields) => {
    expect(adjustmentFaults(typed, { sumInsured: 10n ** 11n }).map((fault) => fault.field)).toEqual(fields);
  });

  test('is read whole or not at all', () => {
    expect(readAdjustment(ADJUSTMENT, 'PRO_RATA')).toEqual({ ...ADJUSTMENT, kept: 'PRO_RATA' });
    expect(readAdjustment({ basis: '', rate: null, minimum: null }, 'FULL')).toBeNull();
  });
});

test('holds from the first day, or from the last endorsement', () => {
  expect(adjustedFrom('2026-03-01', null)).toBe('2026-03-01');
  expect(adjustedFrom('2026-03-01', '2026-10-06')).toBe('2026-10-06');
});

test('the clause says basis, rate and minimum', () => {
  expect(adjustmentClause(ADJUSTMENT, 'KES')).toBe(
    'The premium is a deposit. It is adjusted at expiry at 0.5% of the declared annual turnover, not below a minimum premium of KES 800,000.00 (100%).',
  );
});
