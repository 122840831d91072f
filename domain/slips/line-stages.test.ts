import { describe, expect, test } from 'vitest';
import { stageFaults, stageOf } from './line-stages.ts';
import { fieldOfCall, fourDigits } from './reading.ts';

const line = (days: string, written = 25_000_000n) => {
  const [quotedOn = null, writtenOn = null, signedOn = null] = days
    .split(' ')
    .map((day) => (day === '-' ? null : `2026-03-${day}`));
  return { quotedOn, writtenOn, signedOn, written };
};

describe('stages of a line', () => {
  test.each([
    ['- - -', 0n, 'OFFERED'],
    ['01 - -', 0n, 'QUOTED'],
    ['01 - -', 1n, 'WRITTEN'],
    ['- 02 -', 1n, 'WRITTEN'],
    ['01 02 03', 1n, 'SIGNED'],
  ] as const)('%s with a line of %s: %s', (days, written, stage) => {
    expect(stageOf(line(days, written))).toBe(stage);
  });

  test.each([
    ['01 02 03', []],
    ['- 02 -', []],
    ['03 02 -', ['securities.1.written_on']],
    ['01 04 03', ['securities.1.signed_on']],
    ['11 - -', ['securities.1.quoted_on']],
  ] as const)('days %s', (days, fields) => {
    expect(stageFaults(line(days), 1, '2026-03-10').map((fault) => fault.field)).toEqual(fields);
  });

  test('what is not written cannot be signed', () => {
    expect(stageFaults(line('- - 03', 0n), 0, '2026-03-10')).toEqual([
      { field: 'securities.0.signed_on', message: 'A line that is not written cannot be signed.' },
    ]);
  });
});

test.each([
  ['insurancecompany', 'insured'],
  ['securities.2.offer', 'securities.2.written'],
  ['securities.2.share', 'securities.2.written'],
  ['securities.2.stamp', 'securities.2.stamp'],
  ['risk.excess', 'slip.risk.excess'],
  ['information', 'slip.information'],
  ['premium', 'premium'],
])('a finding at %s is at %s of the call', (field, expected) => {
  expect(fieldOfCall(field)).toBe(expected);
});

test.each([
  ['', ''],
  ['987', '0987'],
  ['1234', '1234'],
])('broker number %s in a UMR: %s', (number, digits) => {
  expect(fourDigits(number)).toBe(digits);
});
