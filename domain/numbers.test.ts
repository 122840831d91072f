import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFault, formatNumber, NUMBERED, numberStem, seriesOf, standardFormat } from './numbers.ts';
import { RUNS } from './testing/runs.ts';

test('kinds of record, slips and notes have numbers; the trail knows each series by an id that never changes', () => {
  expect(NUMBERED.map((kind) => [seriesOf(kind).id, kind])).toEqual([
    [1, 'FAC'],
    [2, 'LDN'],
    [3, 'CL'],
    [4, 'DN'],
    [5, 'CN'],
    [6, 'RV'],
    [7, 'PV'],
    [8, 'INV'],
    [9, 'ADJ'],
    [10, 'JV'],
  ]);
});

describe('formats of numbers', () => {
  test('the standard ones are those of the books so far', () => {
    expect(formatNumber('FAC', { branch: 'NBO', year: 2026, sequence: 123 })).toBe('NBO/FAC/2026/000123');
    expect(formatNumber('DN', { branch: 'NBO', year: 2026, sequence: 12 })).toBe('DN/NBO/2026/000012');
    expect(NUMBERED.map((kind) => formatFault(standardFormat(kind)))).toEqual(NUMBERED.map(() => null));
  });

  test.each([
    ['BRB/{KIND}-{BRANCH}.{YY}.{NNNN}', 'BRB/DN-NBO.26.0012'],
    ['{BRANCH}-{KIND}-{YYYY}-{NNNNNNNN}', 'NBO-DN-2026-00000012'],
  ])('%s', (format, shown) => {
    expect(formatFault(format)).toBeNull();
    expect(formatNumber('DN', { branch: 'NBO', year: 2026, sequence: 12, format })).toBe(shown);
  });

  test('a number is its stem and its sequence, filled to the width and never cut', () => {
    const format = '{BRANCH}-{KIND}-{YY}-{NNNN}';
    expect(numberStem('CN', { branch: 'NBO', year: 2026, format })).toEqual({ lead: 'NBO-CN-26-', width: 4 });
    expect(formatNumber('CN', { branch: 'NBO', year: 2026, sequence: 123_456, format })).toBe('NBO-CN-26-123456');
  });

  test.each([
    ['', 'Put the number in once, as {NNNN} to {NNNNNNNN}.'],
    ['{KIND}/{BRANCH}/{YYYY}/{NNN}', 'Put the number in once, as {NNNN} to {NNNNNNNN}.'],
    ['{KIND}/{BRANCH}/{NNNN}', 'Put the year in once, as {YYYY} or {YY}.'],
    ['{KIND}/{YY}/{NNNN}', 'Put {BRANCH} in once.'],
    ['{BRANCH}/{YY}/{NNNN}', 'Put {KIND} in once.'],
    ['{KIND}/{BRANCH}/{NNNN}/{YYYY}', 'The year and the number come last.'],
    ['{KIND}{BRANCH}/{YYYY}/{NNNN}', 'Put {BRANCH} in once.'],
  ])('%s is refused', (format, message) => {
    expect(formatFault(format)).toBe(message);
  });

  test('two numbers are never the same, whatever their formats', () => {
    const separator = fc.constantFrom('/', '-', '.');
    const format = fc
      .tuple(
        fc.constantFrom('', 'BRB', 'X1'),
        fc.constantFrom(['{KIND}', '{BRANCH}'], ['{BRANCH}', '{KIND}']),
        fc.constantFrom('{YYYY}', '{YY}'),
        fc.integer({ min: 4, max: 8 }),
        fc.array(separator, { minLength: 4, maxLength: 4 }),
      )
      .map(([prefix, [a, b], year, width, [p, q, r, s]]) =>
        [prefix === '' ? '' : `${prefix}${p}`, a, q, b, r, year, s, `{${'N'.repeat(width)}}`].join(''),
      );
    const number = fc.record({
      kind: fc.constantFrom(...NUMBERED),
      // A branch may not be called like a kind.
      branch: fc.constantFrom('NBO', 'LON', 'HQ'),
      year: fc.integer({ min: 2000, max: 2099 }),
      sequence: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 200_000 })),
    });
    fc.assert(
      fc.property(fc.tuple(number, number), fc.tuple(format, format), ([a, b], [f, g]) => {
        fc.pre(JSON.stringify(a) !== JSON.stringify(b));
        expect(formatFault(f)).toBeNull();
        expect(formatNumber(a.kind, { ...a, format: f })).not.toBe(formatNumber(b.kind, { ...b, format: g }));
      }),
      { numRuns: RUNS },
    );
  });
});
