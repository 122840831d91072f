import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RUNS } from '../testing/runs.ts';
import { allocate, divideRounded, formatScaled, parseScaled } from './decimal.ts';
import { formatAmount, parseAmount, showAmount } from './money.ts';
import { convert, formatRate, parseExchangeRate, parseRate, percentOf } from './rate.ts';
import { addDays, addMonths, daysBetween, daysInPeriod, lastOfMonth, parseDay, showDay } from './day.ts';

describe('amounts', () => {
  test.each([
    ['562500.00', 'KES', 56250000n],
    ['562500', 'JPY', 562500n],
    ['1.5', 'KWD', 1500n],
    ['-0.01', 'KES', -1n],
    ['1.100', 'KES', 110n],
    ['1.001', 'KES', 'TOO_MANY_DECIMALS'],
    ['1e3', 'KES', 'NOT_A_NUMBER'],
    ['', 'KES', 'NOT_A_NUMBER'],
    ['12345678901234567.89', 'KES', 1234567890123456789n],
  ])('%s %s reads as %s', (text, currency, expected) => {
    expect(parseAmount(text, currency)).toBe(expected);
  });
  test('format and parse are inverse', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.constantFrom('KES', 'JPY', 'KWD'), (n, c) => {
        expect(parseAmount(formatAmount(n, c), c)).toBe(n);
      }),
    );
  });
  test('people read a true minus, separators and a dash for zero', () => {
    expect(showAmount(-125000000n, 'KES')).toBe('−1,250,000.00');
    expect(showAmount(0n, 'KES')).toBe('–');
    expect(showAmount(0n, 'KES', 'digits')).toBe('0.00');
  });
});

describe('division', () => {
  test.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [4n, 3n, 1n],
    [7n, -2n, -4n],
  ])('%s / %s rounds half away from zero', (a, b, expected) => {
    expect(divideRounded(a, b)).toBe(expected);
  });
  test('parts add up to the whole and follow the sign', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), weights, (total, w) => {
        fc.pre(w.some((x) => x > 0n));
        const parts = allocate(total, w);
        expect(parts.reduce((a, b) => a + b, 0n)).toBe(total);
        expect(allocate(-total, w)).toEqual(parts.map((p) => -p));
      }),
      { numRuns: RUNS },
    );
  });
  test('equal remainders go in order', () => {
    expect(allocate(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
    expect(() => allocate(1n, [0n, 0n])).toThrow(RangeError);
    expect(() => allocate(1n, [-1n, 2n])).toThrow(RangeError);
  });
});

describe('rates', () => {
  test('percentages are exact', () => {
    expect(parseRate('0.25')).toBe(250_000n);
    expect(percentOf(50_000_000_000n, 250_000n)).toBe(125_000_000n);
    expect(formatRate(33_333_333n)).toBe('33.333333');
    expect(formatRate(25_000_000n)).toBe('25');
    expect(parseRate('1.0000001')).toBe('TOO_MANY_DECIMALS');
  });
  test('conversion respects both exponents', () => {
    const rate = parseExchangeRate('129.5');
    expect(typeof rate).toBe('bigint');
    if (typeof rate !== 'bigint') return;
    expect(convert(10_000n, { from: 'USD', to: 'KES', rate })).toBe(1_295_000n);
    expect(convert(100n, { from: 'JPY', to: 'KES', rate: 8_600_000_000n })).toBe(8_600n);
  });
  test('scaled text', () => {
    expect(formatScaled(-5n, 2)).toBe('-0.05');
    expect(parseScaled('007.10', 2)).toBe(710n);
  });
});

describe('days', () => {
  test.each([
    ['2026-02-29', null],
    ['2024-02-29', '2024-02-29'],
    ['2026-13-01', null],
    ['20 Nov 2026', null],
    ['', null],
  ])('%s reads as %s', (text, expected) => {
    expect(parseDay(text)).toBe(expected);
  });
  test('months clamp to their end', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-11-30', 3)).toBe('2027-02-28');
    expect(lastOfMonth('2028-02-03')).toBe('2028-02-29');
  });
  test('both ends of a period are covered', () => {
    expect(daysInPeriod('2026-01-01', '2026-12-31')).toBe(365);
    expect(showDay('2026-11-20')).toBe('Nov 20, 2026');
  });
  test('adding and counting days are inverse, as the platform calendar says', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 60_000 }), (n) => {
        const day = addDays('1970-01-01', n);
        expect(day).toBe(new Date(n * 86_400_000).toISOString().slice(0, 10));
        expect(daysBetween('1970-01-01', day)).toBe(n);
      }),
    );
  });
});
