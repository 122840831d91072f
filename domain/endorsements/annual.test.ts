import { describe, expect, test } from 'vitest';
import { chance } from '../testing/chance.ts';
import { RUNS, SEED } from '../testing/runs.ts';
import { addDays, daysInPeriod } from '../values/day.ts';
import { annualPremium, type Priced } from './annual.ts';
import { readEndorsement } from './bases.ts';
import { endorsementPremium, SHORT_RATE } from './endorsements.ts';
import { NOTHING_TYPED, TERMS } from './example.ts';
import { originalStack } from './layers.ts';
import { groundBefore, laterFaults, stackOf, type Effective } from './replaying.ts';

// 1,250,000.00 for 500,000,000.00 over 365 days; 146 of them are left from 6 October.
const first = {
  premium: 125_000_000n,
  sumInsured: 50_000_000_000n,
  period: { start: '2026-03-01', end: '2027-02-28' },
};
const one = (type: Priced['type'], changes: Partial<Priced> = {}): Priced => ({
  type,
  date: '2026-10-06',
  sumInsured: null,
  keyed: null,
  end: null,
  ...changes,
});
const AP = one('AP', { keyed: 5_000_000n });
const MORE = one('AP', { sumInsured: 60_000_000_000n });

test('is what an extension by a whole period costs, after any changes of the sum insured', () => {
  const days = daysInPeriod(first.period.start, first.period.end);
  const end = addDays(first.period.end, days);
  for (let run = 0; run < RUNS; run += 1) {
    const c = chance(SEED + run);
    const sums = Array.from({ length: c.int(0, 5) }, () => c.big(1, 90) * 1_000_000_000n);
    const approved: Effective[] = [];
    const history = {
      first: originalStack({ period: first.period, terms: TERMS, premium: first.premium }),
      sumInsured: first.sumInsured,
      approved,
    };
    let date = first.period.start;
    for (const [index, sumInsured] of sums.entries()) {
      date = addDays(date, c.int(0, Math.floor(days / sums.length) - 1));
      const before = groundBefore(history, { type: 'AP', date });
      if (sumInsured === before.sumInsured) continue;
      const type = sumInsured > before.sumInsured ? 'AP' : 'RP';
      const basis = c.pick(type === 'AP' ? (['PRO_RATA', 'FLAT'] as const) : (['PRO_RATA', 'FLAT', 'SHORT'] as const));
      const ground = { ...before, original: first, taxes: [], shortRate: SHORT_RATE };
      const read = readEndorsement(ground, { ...NOTHING_TYPED, type, date, number: index + 1, basis, sumInsured });
      if (!read.endorsement || laterFaults(history, read.endorsement).length > 0) continue;
      approved.push({ type, date, sumInsured, applied: read.endorsement });
    }
    const extension = { type: 'EXT', date: addDays(first.period.end, 1), number: 9, end, terms: TERMS } as const;
    const price = endorsementPremium(stackOf(history), { ...extension, premium: { proRata: true } });
    const whole = annualPremium(
      first,
      approved.map((one) => ({ ...one, keyed: null, end: null })),
    );
    if (price !== whole) throw new Error(`${price} is not ${whole} (seed ${SEED}, run ${run})`);
  }
});

describe('a whole period’s premium', () => {
  test.each<[string, Priced[], bigint]>([
    ['as it was agreed', [], 125_000_000n],
    ['more is insured, at the rate of the original', [MORE], 150_000_000n],
    ['less is insured', [one('RP', { sumInsured: 40_000_000_000n })], 100_000_000n],
    // 50,000.00 for 146 of 365 days is 125,000.00 over all of them.
    ['what was keyed for the days left', [AP], 137_500_000n],
    ['what was keyed from the first day', [{ ...AP, date: '2026-03-01' }], 130_000_000n],
    ['what was keyed for more that is insured', [{ ...MORE, keyed: 5_000_000n }], 137_500_000n],
    ['what was keyed, and a part of all of it back', [AP, one('RP', { sumInsured: 25_000_000_000n })], 68_750_000n],
    ['a part back, and what was keyed on top', [one('RP', { sumInsured: 25_000_000_000n }), AP], 75_000_000n],
    ['a return that was keyed', [one('RP', { keyed: 5_000_000n })], 112_500_000n],
    ['a return of more than is to come is no rate', [one('RP', { keyed: 60_000_000n })], 125_000_000n],
    ['words, securities, what is of this period alone', [one('NIL'), one('SEC'), one('AP')], 125_000_000n],
    ['an extension has no price in it', [one('EXT', { date: '2027-03-01', end: '2027-03-30' })], 125_000_000n],
    // 176 days are left to the end as it is extended: 50,000.00 × 365 ÷ 176 = 103,693.18.
    ['an addition to the end as extended', [one('EXT', { date: '2027-03-01', end: '2027-03-30' }), AP], 135_369_318n],
  ])('%s', (_case, approved, premium) => {
    expect(annualPremium(first, approved)).toBe(premium);
  });
});
