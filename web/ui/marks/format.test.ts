import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chooseForm, exampleOf, numbersOf, readAmount, showAmount, showDay, showMoney, showRate } from './format.ts';
import { showInstant } from './show-instant.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => {
  chooseForm({ numbers: 'POINT', days: 'MONTH' });
  vi.unstubAllGlobals();
  kept.clear();
});

describe('figures and days', () => {
  test.each([
    ['POINT', '1,250,000.00', '−1,250.50', '12.5'],
    ['COMMA', '1.250.000,00', '−1.250,50', '12,5'],
    ['SPACE', '1\u202f250\u202f000,00', '−1\u202f250,50', '12,5'],
    ['APOSTROPHE', '1’250’000.00', '−1’250.50', '12.5'],
  ] as const)('%s writes %s', (numbers, million, ...[negative = '', rate = '']) => {
    chooseForm({ numbers });
    expect(exampleOf(numbers)).toBe(million);
    expect(showAmount(125_000_000n, 'KES')).toBe(million);
    expect(showMoney({ amount: -125_050n, currency: 'KES' })).toBe(`KES ${negative}`);
    expect(showRate(12_500_000n)).toBe(rate);
    expect(showAmount(0n, 'KES')).toBe('–');
    // What is shown is read again as what it was.
    expect(readAmount(million, 'KES')).toBe('1250000.00');
    expect(readAmount(negative, 'KES')).toBe('-1250.50');
  });

  test.each([
    ['MONTH', 'Nov 20, 2026', /^Nov 20, 2026, 6:12\sPM$/],
    ['DAY', '20 Nov 2026', /^20 Nov 2026, 18:12$/],
    ['ISO', '2026-11-20', /^2026-11-20, 18:12$/],
  ] as const)('%s writes %s', (days, day, instant) => {
    chooseForm({ days });
    expect(showDay('2026-11-20')).toBe(day);
    expect(showInstant('2026-11-20T15:12:00Z', 'Africa/Nairobi')).toMatch(instant);
  });

  test('follow the language of the browser until one is chosen', () => {
    for (const none of ['en-US@posix', 'C', '', 'not_a_language']) expect(numbersOf(none), none).toBe('POINT');
    expect([numbersOf('en-GB'), numbersOf('de-DE'), numbersOf('fr-FR'), numbersOf('de-CH')]).toEqual([
      'POINT',
      'COMMA',
      'SPACE',
      'APOSTROPHE',
    ]);
  });

  test('English that is known by its name has the signs that Intl gives it', () => {
    for (const country of [
      '',
      '-US',
      '-GB',
      '-AU',
      '-CA',
      '-NZ',
      '-IE',
      '-IN',
      '-KE',
      '-NG',
      '-UG',
      '-TZ',
      '-GH',
      '-HK',
      '-SG',
    ])
      expect(numbersOf(`en${country}`), country).toBe(numbersOf(`en${country}-u-nu-latn`));
  });

  test.each([
    ['00:05', /^Nov 20, 2026, 12:05\sAM$/],
    ['11:59', /^Nov 20, 2026, 11:59\sAM$/],
    ['12:00', /^Nov 20, 2026, 12:00\sPM$/],
    ['23:59', /^Nov 20, 2026, 11:59\sPM$/],
  ])('the half of the day at %s', (time, written) => {
    expect(showInstant(`2026-11-20T${time}:00Z`, 'UTC')).toMatch(written);
  });

  test('what a browser keeps that is no form is left alone', () => {
    kept.set('slipway.form', '{"numbers":"constructor","days":7}');
    chooseForm({});
    expect(showDay('2026-11-20')).toBe('Nov 20, 2026');
  });
});

test.each([
  ['1.250', '1250.00', '1.25'],
  ['1.250.000', '1250000.00', '1250000.00'],
  ['1.250,5', '1250.50', '1250.50'],
  ['1250,5', '1250.50', '1250.50'],
  ['1,5m', '1500000.00', '1500000.00'],
  ['1250.5', '1250.50', '1250.50'],
  ['1,250,000.00', '1250000.00', '1250000.00'],
  ['KES 1,250.00', '1250.00', '1250.00'],
  ['1,250', '1.25', '1250.00'],
  ['1,2,3', null, null],
])('%s is %s where decimals come behind a comma, else %s', (typed, comma, point) => {
  chooseForm({ numbers: 'COMMA' });
  expect(readAmount(typed, 'KES')).toBe(comma);
  chooseForm({ numbers: 'POINT' });
  expect(readAmount(typed, 'KES')).toBe(point);
});
