import { describe, expect, test } from 'vitest';
import { endorsementFaults, effectiveDateFaults } from './rules.ts';
import { replay, type Endorsement } from './endorsements.ts';
import type { LayerTerms } from '../placements/figures.ts';
import { originalStack } from './layers.ts';

const percent = (value: number) => BigInt(Math.round(value * 1_000_000));
const TERMS: LayerTerms = {
  fac: percent(60),
  commission: percent(25),
  brokerage: percent(5),
  market: 'LOCAL',
  classIds: [],
  lines: [
    { securityId: 1, resident: true, share: percent(40) },
    { securityId: 2, resident: true, share: percent(20) },
  ],
  taxes: [],
};
const PERIOD = { start: '2026-03-01', end: '2027-02-28' };
const FRESH = originalStack({ period: PERIOD, terms: TERMS, premium: 1_000_000n });
const on = (date: string) => ({ number: 1, date });
const ap = (date: string, premium = 1000n, terms = TERMS): Endorsement => ({
  type: 'AP',
  ...on(date),
  premium: { keyed: premium },
  terms,
});
const ext = (date: string, end: string, premium = 1000n): Endorsement => ({
  type: 'EXT',
  ...on(date),
  end,
  premium: { keyed: premium },
  terms: TERMS,
});
const rp = (date: string, keyed: bigint): Endorsement => ({ type: 'RP', ...on(date), premium: { keyed } });
const sec = (lines: LayerTerms['lines'], fac = TERMS.fac): Endorsement => ({
  type: 'SEC',
  ...on('2026-06-01'),
  placement: { fac, lines, taxes: [] },
});
const cancelled = (type: 'CANCEL_PRORATA' | 'CANCEL_SHORT', date: string): Endorsement => ({
  type,
  ...on(date),
  premium: { unearned: 'ALL' },
});
const after = (...endorsements: Endorsement[]) => replay(FRESH, endorsements);
const [one, two] = TERMS.lines;
if (!one || !two) throw new Error('no lines');

describe('effective dates', () => {
  test.each<[Endorsement, string | null]>([
    [ap('2026-02-28'), 'Effective date must fall within the period of insurance.'],
    [ap('2027-03-01'), 'Effective date must fall within the period of insurance.'],
    [ap('2026-03-01'), null],
    [ap('2027-02-28'), null],
    [rp('2027-03-01', 1n), 'Effective date must fall within the period of insurance.'],
    [{ type: 'NIL', ...on('2026-02-28') }, 'Effective date must fall within the period of insurance.'],
    [cancelled('CANCEL_PRORATA', '2027-03-01'), 'Effective date must fall within the period of insurance.'],
    [{ type: 'CANCEL_FLAT', ...on('2026-03-02') }, 'This cancellation takes effect on the first day, Mar 1, 2026.'],
    [{ type: 'CANCEL_FLAT', ...on('2026-03-01') }, null],
    [ext('2027-02-28', '2027-05-31'), 'An extension takes effect on the day after the current end, Mar 1, 2027.'],
    [ext('2027-03-01', '2027-05-31'), null],
  ])('%#', (endorsement, message) => {
    expect(effectiveDateFaults(FRESH, endorsement)).toEqual(message ? [{ field: 'effective_date', message }] : []);
  });
  test('not before the last approved endorsement, on its day it may', () => {
    const stack = after(ap('2026-06-01'));
    expect(endorsementFaults(stack, rp('2026-05-31', 1n))).toEqual([
      {
        field: 'effective_date',
        message: 'Effective date must not be before the last approved endorsement, Jun 1, 2026.',
      },
    ]);
    expect(endorsementFaults(stack, rp('2026-06-01', 1n))).toEqual([]);
  });
  test('a flat cancellation goes back before it, and an extension does not shut out the days before its own', () => {
    const stack = after(ap('2026-06-01'), ext('2027-03-01', '2027-05-31'));
    expect(endorsementFaults(stack, { type: 'CANCEL_FLAT', ...on('2026-03-01') })).toEqual([]);
    expect(endorsementFaults(stack, ap('2026-07-01'))).toEqual([]);
    expect(endorsementFaults(stack, ap('2027-05-31'))).toEqual([]);
    expect(endorsementFaults(stack, ext('2027-06-01', '2027-06-30'))).toEqual([]);
  });
});

describe('premium', () => {
  const RETURN = 'Return premium exceeds the premium on the policy.';
  test.each<[Endorsement, string | null]>([
    [ap('2026-06-01', 0n), 'Additional premium must be more than 0.'],
    [ap('2026-06-01', -5n), 'Additional premium must be more than 0.'],
    [{ ...ap('2026-06-01'), premium: { change: -5000n } } as Endorsement, 'Additional premium must be more than 0.'],
    [ext('2027-03-01', '2027-05-31', -1n), 'Premium must not be less than 0.'],
    [ext('2027-03-01', '2027-05-31', 0n), null],
    [rp('2026-06-01', 0n), 'Return premium must be more than 0.'],
    [rp('2026-06-01', 1_000_000n), null],
    [rp('2026-06-01', 1_000_001n), RETURN],
    [{ type: 'RP', ...on('2026-06-01'), premium: { part: 3n, of: 1n } }, RETURN],
    [{ type: 'CANCEL_PRORATA', ...on('2026-06-01'), premium: { keyed: 1_000_001n } }, RETURN],
    [{ type: 'CANCEL_SHORT', ...on('2026-06-01'), premium: { keyed: 1_000_001n } }, RETURN],
    [{ type: 'CANCEL_SHORT', ...on('2026-06-01'), premium: { keyed: -1n } }, 'Return premium must not be less than 0.'],
    [cancelled('CANCEL_SHORT', '2026-06-01'), null],
  ])('%#', (endorsement, message) => {
    expect(endorsementFaults(FRESH, endorsement)).toEqual(message ? [{ field: 'premium', message }] : []);
  });
  test('what was returned cannot be returned again', () => {
    expect(endorsementFaults(after(rp('2026-06-01', 600_000n)), rp('2026-06-01', 400_001n))).toEqual([
      { field: 'premium', message: RETURN },
    ]);
    expect(endorsementFaults(after(ap('2026-06-01', 1n)), rp('2026-06-01', 1_000_001n))).toEqual([]);
  });
});

test('an extension ends after the current end', () => {
  expect(endorsementFaults(FRESH, ext('2027-03-01', '2027-02-28'))).toEqual([
    { field: 'insurance_end_date', message: 'The new end date must be after the current end date.' },
  ]);
});

describe('lines', () => {
  const short = 'Securities total 50.0000% but 60.0000% is placed.';
  test.each<[Endorsement, string, string]>([
    [sec([one, { ...two, share: percent(10) }]), 'securities', short],
    [sec([one, { ...two, share: percent(30) }]), 'securities', 'Securities total 70.0000% but 60.0000% is placed.'],
    [sec([one, { ...two, securityId: 1 }]), 'securities.1.security', 'This security is already on the placement.'],
    [
      sec([
        { ...one, share: percent(60) },
        { ...two, share: 0n },
      ]),
      'securities.1.share',
      'Share must be between 0 and 100.',
    ],
    [
      sec([one, { ...two, commission: percent(95) }]),
      'securities.1.share',
      'Deductions cannot reach 100% of the premium.',
    ],
    [sec([one, two]), 'securities', 'Nothing is different on these lines.'],
    [
      ap('2026-06-01', 1n, { ...TERMS, lines: [two, { ...one, securityId: 3 }] }),
      'securities',
      'Change securities or shares by an endorsement of their own.',
    ],
    [
      ap('2026-06-01', 1n, { ...TERMS, commission: percent(96) }),
      'securities.0.share',
      'Deductions cannot reach 100% of the premium.',
    ],
  ])('%#', (endorsement, field, message) => {
    expect(endorsementFaults(FRESH, endorsement)).toContainEqual({ field, message });
  });
  test('other rates on an additional premium, and other lines by SEC, pass', () => {
    expect(endorsementFaults(FRESH, ap('2026-06-01', 1n, { ...TERMS, commission: percent(20) }))).toEqual([]);
    expect(endorsementFaults(FRESH, sec([one, { ...two, securityId: 3 }]))).toEqual([]);
    expect(endorsementFaults(FRESH, sec([one], percent(40)))).toEqual([]);
  });
});

describe('a cancelled policy', () => {
  const stack = after(cancelled('CANCEL_SHORT', '2026-06-01'));
  const message = 'This policy is cancelled from Jun 1, 2026.';
  test.each<[Endorsement]>([
    [ap('2026-07-01')],
    [rp('2026-07-01', 1n)],
    [{ type: 'NIL', ...on('2026-07-01') }],
    [ext('2027-03-01', '2027-05-31')],
    [cancelled('CANCEL_PRORATA', '2026-07-01')],
  ])('takes no more endorsement: %#', (endorsement) => {
    expect(endorsementFaults(stack, endorsement)).toContainEqual({ field: 'endorsementtype', message });
  });
  test('but a flat one, once', () => {
    const flat: Endorsement = { type: 'CANCEL_FLAT', ...on('2026-03-01') };
    expect(endorsementFaults(stack, flat)).toEqual([]);
    expect(endorsementFaults(replay(stack, [flat]), flat)).toContainEqual({
      field: 'endorsementtype',
      message: 'This policy is cancelled from Mar 1, 2026.',
    });
  });
});
