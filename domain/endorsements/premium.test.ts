import { describe, expect, test } from 'vitest';
import { parseAmount } from '../values/money.ts';
import { endorsementPremium, renewalPeriod, type Endorsement } from './endorsements.ts';
import { ap, cancel, DATE, percent, stackOf, TERMS, YEAR } from './example.ts';
import { unearnedOn, type PolicyStack } from './layers.ts';

describe('the 100 % premium of each type', () => {
  const days10 = { start: '2026-01-01', end: '2026-01-10' };
  const ten = stackOf(1000n, days10);
  const on = (date: string) => ({ number: 1, date });
  test.each<[string, PolicyStack, Endorsement, bigint]>([
    ['AP keyed', ten, ap({ date: '2026-01-05', premium: { keyed: 77n } }), 77n],
    ['AP of 6 days of 10', ten, ap({ date: '2026-01-05', premium: { change: 500n } }), 300n],
    ['AP on the last day', ten, ap({ date: '2026-01-10', premium: { change: 500n } }), 50n],
    ['AP on the first day', ten, ap({ date: '2026-01-01', premium: { change: 500n } }), 500n],
    ['AP rounded half away from zero', ten, ap({ date: '2026-01-10', premium: { change: 5n } }), 1n],
    ['RP of all that is unearned', ten, { type: 'RP', ...on('2026-01-05'), premium: { unearned: 'ALL' } }, -600n],
    ['RP keyed', ten, { type: 'RP', ...on('2026-01-05'), premium: { keyed: 999n } }, -999n],
    [
      'RP of a sum insured down by 1 of 5',
      ten,
      { type: 'RP', ...on('2026-01-05'), premium: { part: 1n, of: 5n } },
      -120n,
    ],
    ['RP of a part of nothing', ten, { type: 'RP', ...on('2026-01-05'), premium: { part: 1n, of: 0n } }, 0n],
    ['cancellation', ten, cancel('2026-01-05'), -600n],
    ['cancellation on the first day', ten, cancel('2026-01-01'), -1000n],
    ['cancellation keyed', ten, { type: 'CANCEL_PRORATA', ...on('2026-01-05'), premium: { keyed: 1n } }, -1n],
    ['short rate', ten, { type: 'CANCEL_SHORT', ...on('2026-01-05'), premium: { unearned: 'ALL' } }, -540n],
    [
      'short rate of the firm',
      ten,
      { type: 'CANCEL_SHORT', ...on('2026-01-05'), premium: { unearned: 'ALL' }, shortRate: percent('75') },
      -450n,
    ],
    ['flat', ten, { type: 'CANCEL_FLAT', ...on('2026-01-01') }, -1000n],
    ['nil', ten, { type: 'NIL', ...on('2026-01-05') }, 0n],
    [
      'extension by 5 days',
      ten,
      { type: 'EXT', ...on('2026-01-11'), end: '2026-01-15', premium: { proRata: true }, terms: TERMS },
      500n,
    ],
    [
      'extension keyed',
      ten,
      { type: 'EXT', ...on('2026-01-11'), end: '2026-01-15', premium: { keyed: 5n }, terms: TERMS },
      5n,
    ],
    ['a period of one day, AP', stackOf(1000n, { start: DATE, end: DATE }), ap({ premium: { change: 500n } }), 500n],
    ['a period of one day, cancelled', stackOf(1000n, { start: DATE, end: DATE }), cancel(), -1000n],
    [
      'a leap year: 306 of 366 days',
      stackOf(36_600n, { start: '2028-01-01', end: '2028-12-31' }),
      cancel('2028-03-01'),
      -30_600n,
    ],
    [
      'February 29 is a day of cover',
      stackOf(36_600n, { start: '2028-01-01', end: '2028-12-31' }),
      cancel('2028-02-29'),
      -30_700n,
    ],
  ])('%s', (...[, stack, endorsement, expected]) => {
    expect(endorsementPremium(stack, endorsement)).toBe(expected);
  });

  test.each([
    ['JPY', '1000000', '400000', '-400000'],
    ['KWD', '1000.000', '400.000', '-400.000'],
    ['KWD', '0.005', '0.002', '-0.002'],
    ['JPY', '3', '1', '-1'],
  ])('%s %s gives back its 146 days of 365', (...[currency, premium, back, signed]) => {
    const stack = stackOf(parseAmount(premium, currency) as bigint);
    expect(unearnedOn(stack, DATE)).toBe(parseAmount(back, currency));
    expect(endorsementPremium(stack, cancel())).toBe(parseAmount(signed, currency));
  });
});

test.each([
  [YEAR, { start: '2027-03-01', end: '2028-02-29' }],
  [
    { start: '2026-01-01', end: '2026-12-31' },
    { start: '2027-01-01', end: '2027-12-31' },
  ],
  [
    { start: '2026-01-01', end: '2026-01-01' },
    { start: '2026-01-02', end: '2026-01-02' },
  ],
  [
    { start: '2026-01-01', end: '2026-06-30' },
    { start: '2026-07-01', end: '2026-12-31' },
  ],
  [
    { start: '2026-01-10', end: '2026-02-18' },
    { start: '2026-02-19', end: '2026-03-30' },
  ],
  // A year that begins on a leap day ends with the February after it.
  [
    { start: '2028-02-29', end: '2029-02-28' },
    { start: '2029-03-01', end: '2030-02-28' },
  ],
  [
    { start: '2028-02-29', end: '2029-02-27' },
    { start: '2029-02-28', end: '2030-02-27' },
  ],
  [
    { start: '2026-08-31', end: '2027-02-28' },
    { start: '2027-03-01', end: '2027-08-31' },
  ],
])('%j renews into %j', (period, expected) => {
  expect(renewalPeriod(period)).toEqual(expected);
});

test.each([
  ['a year extended by 30 days', { start: '2026-01-01', end: '2026-12-31' }, '2027-01-30', '2027-01-31', '2028-01-30'],
  ['40 days extended by ten', { start: '2026-01-10', end: '2026-02-18' }, '2026-02-28', '2026-03-01', '2026-04-09'],
])('%s renews for its original length', (...[, original, end, from, to]) => {
  expect(renewalPeriod(original, end)).toEqual({ start: from, end: to });
});
