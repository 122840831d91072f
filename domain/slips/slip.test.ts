import { describe, expect, test } from 'vitest';
import { formatFault, formatNumber } from '../numbers.ts';
import { allocatesAll, isUmr, slipFields, umrOf } from './slip.ts';
import { EMPTY, GOOD } from './example.ts';

describe('references', () => {
  test.each([
    ['B1234A', true],
    ['B1234NBO26000123', true],
    ['B1234ABCDEFGHIJKL', true],
    ['B1234ABCDEFGHIJKLM', false],
    ['B1234', false],
    ['B123AB', false],
    ['1234AB', false],
    ['B1234a', false],
    ['B1234A-1', false],
  ])('%s is a UMR: %s', (umr, is) => {
    expect(isUmr(umr)).toBe(is);
  });
  test.each([
    ['1234', 'NBO/LDN/2026/000123', 'B1234NBO26000123'],
    // Formats of a firm's own: in whatever order and with whatever signs between, the same slip has the same UMR.
    ['1234', 'LDN/NBO/2026/000123', 'B1234NBO26000123'],
    ['1234', 'SLP-LDN-NBO-26-0123', 'B1234NBO26000123'],
    ['1234', 'KEN.NBO.LDN.2026.00000123', 'B1234NBO26000123'],
    ['1234', 'NBO-LDN-26-1234567', 'B1234NBO261234567'],
    ['1234', 'NBOKE/LDN/2026/000123', 'B1234NBOKE2600123'],
    ['1234', 'NBOKE/LDN/2026/123456', null],
    ['1234', 'NBO/LDN/2026/12345678', null],
    ['1234', 'NAIROBI/LDN/2026/000123', null],
    ['123', 'NBO/LDN/2026/000123', null],
    ['', 'NBO/LDN/2026/000123', null],
    ['1234', 'something else', null],
    ['1234', '', null],
  ])('broker %s and %s make %s', (number, reference, umr) => {
    expect(umrOf(number, reference)).toBe(umr);
  });
  test('every format that Settings take gives a UMR, and no two slips the same', () => {
    const formats = [
      '{BRANCH}/{KIND}/{YYYY}/{NNNNNN}',
      'KEN-{KIND}-{BRANCH}-{YY}-{NNNN}',
      '2.{BRANCH}.{KIND}.{YYYY}.{NNNNNNNN}',
    ];
    expect(formats.map(formatFault)).toEqual([null, null, null]);
    const made = formats.map((format) =>
      ['NB', 'NBO', 'NBOK', 'NBOKE'].flatMap((branch) =>
        [2025, 2026].flatMap((year) =>
          [1, 9, 10, 123, 9999, 10_000, 99_999].map((sequence) =>
            umrOf('0042', formatNumber('LDN', { branch, year, sequence, format })),
          ),
        ),
      ),
    );
    for (const umrs of made) {
      expect(umrs).toEqual(made[0]);
      expect(umrs.every((umr) => umr !== null && isUmr(umr, '0042'))).toBe(true);
      expect(new Set(umrs).size).toBe(umrs.length);
    }
  });
  test('an allocation is of the whole, each code once', () => {
    expect(allocatesAll(GOOD.fiscal.risk_codes ?? [])).toBe(true);
    expect(allocatesAll([])).toBe(false);
  });
});

describe('the form', () => {
  const wire = {
    ...GOOD,
    fiscal: { ...GOOD.fiscal, risk_codes: [{ code: 'P3', percent: '100' }] },
  };
  const messages = (change: object) => {
    const result = slipFields.safeParse({ ...wire, ...change });
    return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  };
  test('takes a whole slip and a bare one', () => {
    expect(messages({})).toEqual([]);
    expect(slipFields.safeParse(EMPTY).success).toBe(true);
  });
  test('says every bad field at once', () => {
    expect(
      messages({
        risk: { umr: 'X1', start_time: '24:00', subjectivities: [{ what: '' }] },
        fiscal: { country_of_origin: 'Kenya', risk_codes: [{ code: 'p3', percent: '101' }] },
        subscription: { leader: 0 },
      }),
    ).toEqual([
      'risk.umr: A UMR is B, the broker number of 4 digits and up to 12 letters or digits.',
      'risk.start_time: Enter a time as 00:01.',
      'risk.subjectivities.0.what: Say what is to be done, in at most 2,000 characters.',
      'subscription.leader: Choose one from the list.',
      'fiscal.country_of_origin: Choose a country.',
      'fiscal.risk_codes.0.code: A risk code has two letters or digits.',
      'fiscal.risk_codes.0.percent: Enter a percentage from 0 to 100.',
    ]);
  });
  test('refuses a field that it does not know', () => {
    expect(messages({ stamp: 'x' })).toHaveLength(1);
  });
});
