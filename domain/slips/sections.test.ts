import { describe, expect, it, test } from 'vitest';
import { chance } from '../testing/chance.ts';
import { RUNS, SEED } from '../testing/runs.ts';
import { sum } from '../values/money.ts';
import { FACTS, GOOD, sectionOf } from './example.ts';
import { slipFindings, submitFaults } from './check.ts';
import {
  limitTotal,
  readSections,
  sectionFaults,
  sectionsAfter,
  sectionsForNext,
  typedSections,
  type Section,
  type SectionMove,
} from './sections.ts';

const property = sectionOf({ name: 'Property', sumInsured: 40_000_000_000n, premium: 100_000_000n });
const revenue = sectionOf({ name: 'Revenue', sumInsured: 10_000_000_000n, premium: 25_000_000n });
const BOTH = [property, revenue];

describe('typed', () => {
  const read = (one: object, currency = 'USD') => readSections([{ name: 'A', ...one }], currency);
  it('is read in minor units of its currency, and travels back as it came', () => {
    const typed = [{ name: 'A', sum_insured: '500.000', limit_amount: '400.000', premium: '1.250' }];
    const { sections, faults } = readSections(typed, 'KWD');
    expect(sections).toEqual([{ name: 'A', sumInsured: 500_000n, limitAmount: 400_000n, premium: 1_250n }]);
    expect(faults).toEqual([]);
    expect(typedSections(sections, 'KWD')).toEqual(typed);
  });
  test.each([
    [{ premium: '1.234' }, 'sections.0.premium', 'USD amounts have fewer decimals.'],
    [{ premium: '-1' }, 'sections.0.premium', 'Premium must not be less than 0.'],
    [{ sum_insured: '0' }, 'sections.0.sum_insured', 'Sum insured must be more than 0.'],
    [{ limit_amount: '-5' }, 'sections.0.limit_amount', 'Limit amount must be more than 0.'],
    [
      { sum_insured: '5', limit_amount: '5.01' },
      'sections.0.limit_amount',
      'The limit exceeds the sum insured of this section.',
    ],
    [{ premium: '99999999999999999' }, 'sections.0.premium', 'Premium is too large.'],
  ])('%o is refused at its field', (one, field, message) => {
    expect(read(one).faults).toEqual([{ field, message }]);
  });
});

describe('the check', () => {
  const findings = (sections: Section[], risk: Partial<typeof GOOD.risk> = {}) =>
    slipFindings({ ...GOOD, risk: { ...GOOD.risk, ...risk }, sections }, FACTS, 'SIGNED').map(
      (one) => `${one.severity} ${one.field}: ${one.message}`,
    );
  const limited = { ...property, limitAmount: 5_000_000_000n };
  test.each<[string, Section[], string[]]>([
    ['sums that add up', BOTH, []],
    [
      'sums insured that do not',
      [property, { ...revenue, sumInsured: 10_000_000_001n }],
      [
        'refuse sections: Sections are insured for USD 500,000,000.01 together but the sum insured is USD 500,000,000.00.',
      ],
    ],
    [
      'a sum insured of one alone',
      [property, { ...revenue, sumInsured: null }],
      ['refuse sections.1.sum_insured: Enter the sum insured of this section as of the others.'],
    ],
    [
      'a limit in words of another amount',
      [{ ...property, limit: 'USD 39,000,000' }, revenue],
      [
        'refuse sections.0.limit: The limit names USD 39,000,000.00 but this section has USD 400,000,000.00: name that, or change it.',
      ],
    ],
    ['a limit in words of its own', [{ ...limited, limit: 'USD 50m any one loss' }, revenue], []],
  ])('%s', (_, sections, expected) => {
    expect(findings(sections)).toEqual(expected);
  });
  it('takes the limit of the slip for the sum insured, or for what the limits of its sections come to', () => {
    expect(limitTotal([limited, revenue])).toBe(15_000_000_000n);
    expect(findings([limited, revenue], { limit: 'USD 150,000,000' })).toEqual([]);
    expect(findings([limited, revenue], { limit: 'USD 160,000,000' })).toEqual([
      'refuse risk.limit: The limit names USD 160,000,000.00 but the sum insured is USD 500,000,000.00: name the sum insured, or change it.',
    ]);
  });
  it('stops Submit where sections do not add up', () => {
    const all = slipFindings({ ...GOOD, sections: [property, { ...revenue, premium: 1n }] }, FACTS, 'SIGNED');
    expect(submitFaults(all).map((one) => one.field)).toEqual(['sections']);
  });
});

describe('with endorsements', () => {
  const figures = (sections: readonly Section[]) => sections.map((one) => [one.sumInsured, one.premium]);
  it('an additional premium is of the section that it names', () => {
    const moved = sectionsAfter(BOTH, [{ section: 2, premium: 600n, sumInsured: 1_000n }]);
    expect(figures(moved)).toEqual([
      [40_000_000_000n, 100_000_000n],
      [10_000_001_000n, 25_000_600n],
    ]);
  });
  it('a keyed limit stays while it is within the sum insured, which it follows else', () => {
    const limited = { ...property, limitAmount: 25_000_000_000n };
    const limit = (sumInsured: bigint) =>
      sectionsAfter([limited, revenue], [{ section: 1, premium: 0n, sumInsured }])[0]?.limitAmount;
    expect([limit(1n), limit(-15_000_000_000n), limit(-15_000_000_001n)]).toEqual([
      25_000_000_000n,
      25_000_000_000n,
      null,
    ]);
  });
  it('what names none is divided in proportion', () => {
    expect(figures(sectionsAfter(BOTH, [{ section: null, premium: -1_001n, sumInsured: 0n }]))).toEqual([
      [40_000_000_000n, 100_000_000n - 801n],
      [10_000_000_000n, 25_000_000n - 200n],
    ]);
  });
  const faultOf = (section: number, move: Omit<SectionMove, 'section'> | null) =>
    sectionFaults(BOTH, section, move && { section, ...move });
  test.each([
    [faultOf(3, null), 'section', 'Choose a section of this slip.'],
    [faultOf(0, null), 'section', 'Choose a section of this slip.'],
    [
      faultOf(2, { premium: -25_000_001n, sumInsured: 0n }),
      'premium',
      'Return premium exceeds the premium of section 2.',
    ],
    [
      faultOf(2, { premium: -1n, sumInsured: -10_000_000_000n }),
      'sum_insured',
      'This leaves section 2 without a sum insured.',
    ],
    [faultOf(2, { premium: -25_000_000n, sumInsured: -1n }), undefined, undefined],
  ])('case %#', (faults, field, message) => {
    expect(faults).toEqual(field === undefined ? [] : [{ field, message }]);
  });
  it('of the next period each has its own part of the premium, at the rate of the slip for what changed', () => {
    const now = sectionsAfter(BOTH, [{ section: 2, premium: 1_000_000n, sumInsured: 10_000_000_000n }]);
    const first = { sections: BOTH, premium: 125_000_000n, sumInsured: 50_000_000_000n };
    expect(figures(sectionsForNext(now, first, 150_000_000n))).toEqual([
      [40_000_000_000n, 100_000_000n],
      [20_000_000_000n, 50_000_000n],
    ]);
  });

  test('whatever moves, sections go on adding up to the slip', () => {
    for (let run = 0; run < RUNS; run += 1) {
      const c = chance(SEED + run);
      const sections = Array.from({ length: c.int(1, 5) }, (_, index) =>
        sectionOf({
          name: `S${index}`,
          sumInsured: c.big(1, 1_000_000_000),
          premium: c.big(0, c.pick([0, 9, 1_000_000])),
        }),
      );
      const whole = {
        premium: sum(sections.map((one) => one.premium ?? 0n)),
        sumInsured: sum(sections.map((one) => one.sumInsured ?? 0n)),
      };
      const moves = Array.from({ length: c.int(0, 5) }, (): SectionMove => {
        const premium = c.happens(0.4) ? -c.below(whole.premium + 1n) : c.big(0, 1_000_000);
        const move = {
          section: c.happens(0.5) ? c.int(1, sections.length) : null,
          premium,
          sumInsured: c.big(-9, 900),
        };
        whole.premium += move.premium;
        whole.sumInsured += move.sumInsured;
        return move;
      });
      const after = sectionsAfter(sections, moves);
      expect(sum(after.map((one) => one.premium ?? 0n)), `seed ${SEED}, run ${run}`).toBe(whole.premium);
      expect(sum(after.map((one) => one.sumInsured ?? 0n)), `seed ${SEED}, run ${run}`).toBe(whole.sumInsured);
    }
  });
});
