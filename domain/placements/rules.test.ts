import { describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { addDays, addMonths } from '../values/day.ts';
import {
  assertFullyPlaced,
  fieldWarnings,
  policyFaults,
  policyWarnings,
  type PolicyDraft,
  type Standing,
} from './rules.ts';
import { assertMay } from '../states.ts';
import { POLICY_STATES } from './states.ts';

const percent = (value: number) => BigInt(Math.round(value * 1_000_000));
const GOOD: PolicyDraft = {
  currency: 'KES',
  dateOffered: '2026-02-20',
  start: '2026-03-01',
  end: '2027-02-28',
  sumInsured: 50_000_000_000n,
  rate: percent(0.25),
  premium: 125_000_000n,
  fac: percent(60),
  lines: [
    { securityId: 1, share: percent(25) },
    { securityId: 2, share: percent(35) },
  ],
};
const TODAY = '2026-03-02';

describe('what is worth a look at its field', () => {
  const standing = { name: 'Security A', lineLimit: null, ratedOn: null };
  const payment = (terms: string, kind: 'PPW' | 'PPC' = 'PPW', days = 30) => ({
    terms,
    warranty: { kind, days },
    noteDay: TODAY,
  });
  test.each<[string, Partial<PolicyDraft>, string[]]>([
    ['signed as written', { lines: [{ securityId: 1, share: percent(40), written: percent(40) }] }, []],
    [
      'signed above written',
      { lines: [{ securityId: 1, share: percent(40), written: percent(10), standing }] },
      ['securities.0.share: Security A is signed for 40% but wrote 10%.'],
    ],
    ['no line written apart', { lines: [{ securityId: 1, share: percent(40), written: null }] }, []],
    ['due within the warranty', { payment: payment('LUMP_30', 'PPW', 31) }, []],
    [
      'terms of 90 days under a warranty of 30',
      { payment: payment('LUMP_90') },
      ['payment_terms: Premium falls due on May 31, 2026, after the premium payment warranty of Mar 31, 2026.'],
    ],
    [
      'an instalment after a condition',
      { payment: payment('INSTALMENTS_4', 'PPC', 60) },
      ['payment_terms: Premium falls due on Jun 1, 2026, after the premium payment condition of Apr 30, 2026.'],
    ],
    ['no warranty', { payment: { terms: 'LUMP_90', warranty: null, noteDay: TODAY } }, []],
    ['no start yet', { start: '', payment: payment('LUMP_90') }, []],
  ])('%s', (_, changes, expected) => {
    const warnings = fieldWarnings({ ...GOOD, ...changes });
    expect(warnings.map(({ field, message }) => `${field}: ${message}`)).toEqual(expected);
    const messages = warnings.map((warning) => warning.message);
    expect(policyWarnings({ ...GOOD, ...changes, start: GOOD.start })).toEqual(expect.arrayContaining(messages));
  });
});

describe('a draft is refused with the messages of §8', () => {
  test.each<[Partial<PolicyDraft>, string, string]>([
    [{ end: '2026-02-28' }, 'insurance_end_date', 'End date must not be before start date.'],
    [{ dateOffered: '2026-03-03' }, 'dateoffered', 'Date offered cannot be in the future.'],
    [{ sumInsured: 0n, premium: 0n }, 'sum_insured', 'Sum insured must be more than 0.'],
    [{ sumInsured: 1_000_000_000_000_000n }, 'sum_insured', 'Sum insured must be at most 9,999,999,999,999.99.'],
    [{ premium: 50_000_000_001n }, 'premium', 'Premium cannot exceed the sum insured.'],
    [{ premium: 0n }, 'premium', 'Premium must be more than 0.'],
    [{ fac: 0n, lines: [] }, 'fac', 'Share must be between 0 and 100.'],
    [
      {
        lines: [
          { securityId: 1, share: percent(25) },
          { securityId: 1, share: percent(5) },
        ],
      },
      'securities.1.security',
      'This security is already on the placement.',
    ],
    [{ lines: [{ securityId: 1, share: 0n }] }, 'securities.0.share', 'Share must be between 0 and 100.'],
    [{ fac: percent(55) }, 'securities', 'Securities total 60.0000% but 55.0000% is placed.'],
  ])('case %#', (changes, field, message) => {
    expect(policyFaults({ ...GOOD, ...changes }, TODAY)).toContainEqual({ field, message });
  });
  test('a good one has none', () => {
    expect(policyFaults(GOOD, TODAY)).toEqual([]);
    expect(policyFaults({ ...GOOD, sumInsured: 999_999_999_999_999n }, TODAY)).toEqual([]);
  });
});

describe('warnings', () => {
  test('a period over 36 months and a premium off its rate', () => {
    expect(policyWarnings(GOOD)).toEqual([]);
    expect(policyWarnings({ ...GOOD, end: '2029-03-01' })).toEqual(['The period is longer than 36 months.']);
    expect(policyWarnings({ ...GOOD, premium: 125_000_100n })).toEqual([]);
    expect(policyWarnings({ ...GOOD, premium: 125_000_101n })).toEqual([
      'The premium differs from sum insured × rate.',
    ]);
  });
  test('a line above what is approved for its security, and a rating older than a year when the risk was offered', () => {
    const warned = (standing: Partial<Standing>, share = percent(25)) =>
      policyWarnings({
        ...GOOD,
        lines: [{ securityId: 1, share, standing: { name: 'Atlas Re', lineLimit: null, ratedOn: null, ...standing } }],
      });
    expect(warned({})).toEqual([]);
    expect(warned({ lineLimit: percent(25) })).toEqual([]);
    expect(warned({ lineLimit: percent(25) }, percent(25) + 1n)).toEqual([
      'Atlas Re has 25.000001%: the largest line approved for it is 25%.',
    ]);
    const yearBefore = addMonths(GOOD.dateOffered, -12);
    expect(warned({ ratedOn: yearBefore })).toEqual([]);
    expect(warned({ ratedOn: addDays(yearBefore, -1) })).toEqual([
      'The rating of Atlas Re is more than 12 months old.',
    ]);
  });
  test('of one kind they are one line with the names', () => {
    const old = addDays(addMonths(GOOD.dateOffered, -12), -1);
    const line = (securityId: number, name: string) => ({
      securityId,
      share: percent(20),
      written: percent(10),
      standing: { name, lineLimit: percent(15), ratedOn: old },
    });
    expect(policyWarnings({ ...GOOD, lines: [line(1, 'Atlas'), line(2, 'Baobab'), line(3, 'Cardinal')] })).toEqual([
      'Signed for more than was written: Atlas 20% of 10%, Baobab 20% of 10%, Cardinal 20% of 10%.',
      'Above the largest line approved: Atlas 20% of 15%, Baobab 20% of 15%, Cardinal 20% of 15%.',
      'The ratings of Atlas, Baobab and Cardinal are more than 12 months old.',
    ]);
  });
});

describe('states', () => {
  test.each([
    ['DRAFT', 'decide'],
    ['APPROVED', 'edit'],
    ['APPROVED', 'decide'],
    ['PENDING', 'edit'],
    ['DISABLED', 'submit'],
    ['PENDING', 'disable'],
  ] as const)('%s does not allow to %s', (status, act) => {
    expect(() => assertMay(POLICY_STATES, status, act)).toThrow(AppError);
  });
  test('an order that is not filled is not submitted', () => {
    expect(() => assertFullyPlaced(percent(55), percent(60))).toThrow(
      'Securities total 55.0000% but 60.0000% is placed.',
    );
    expect(() => assertFullyPlaced(percent(60), percent(60))).not.toThrow();
  });
});
