import { describe, expect, test } from 'vitest';
import { negateFigures } from '../placements/figure-sums.ts';
import { placementFigures, type PlacementFigures } from '../placements/figures.ts';
import { TERMS } from '../endorsements/example.ts';
import { chance } from '../testing/chance.ts';
import { RUNS, SEED } from '../testing/runs.ts';
import { sum } from '../values/money.ts';
import { sectionOf } from './example.ts';
import { addParts, notedSections, ofReinsured, ofSecurity, splitBySection, type SectionPart } from './section-split.ts';
import { sectionsAfter, type Section, type SectionMove } from './sections.ts';

const property = sectionOf({ name: 'Property', sumInsured: 400_000_000n, premium: 900_000n });
const revenue = sectionOf({ name: 'Revenue', sumInsured: 100_000_000n, premium: 350_000n });
const BOTH = [property, revenue];
const figures = placementFigures({ ...TERMS, premium: 1_250_000n });
const moved = (move: Omit<SectionMove, 'sumInsured'>, before: readonly Section[] = BOTH) =>
  notedSections(sectionsAfter(before, [{ sumInsured: 0n, ...move }]), before);
const weights = (sections: ReturnType<typeof notedSections>) => sections.map((one) => [one.premium, one.weight]);

describe('the sections as a note moves them', () => {
  test.each([
    [
      'the original: each at its premium',
      notedSections(BOTH, null),
      [
        [900_000n, 900_000n],
        [350_000n, 350_000n],
      ],
    ],
    [
      'an additional premium of one',
      moved({ section: 2, premium: 10_000n }),
      [
        [0n, 0n],
        [10_000n, 10_000n],
      ],
    ],
    [
      'of all, in proportion',
      moved({ section: null, premium: 10_000n }),
      [
        [7_200n, 7_200n],
        [2_800n, 2_800n],
      ],
    ],
    [
      'a return of all',
      moved({ section: null, premium: -10_000n }),
      [
        [-7_200n, 7_200n],
        [-2_800n, 2_800n],
      ],
    ],
    [
      'what moves no premium: as they are',
      moved({ section: null, premium: 0n }),
      [
        [0n, 900_000n],
        [0n, 350_000n],
      ],
    ],
    [
      'not all one way: as they were',
      notedSections(
        [
          { ...property, premium: 950_000n },
          { ...revenue, premium: 340_000n },
        ],
        BOTH,
      ),
      [
        [50_000n, 900_000n],
        [-10_000n, 350_000n],
      ],
    ],
    ['one of which has no premium', notedSections([property, sectionOf({ name: 'B' })], null), []],
    ['no premium at all: all alike', notedSections([{ ...property, premium: 0n }], null), [[0n, 1n]]],
    ['none', notedSections([], null), []],
  ])('%s', (...[, sections, expected]) => {
    expect(weights(sections)).toEqual(expected);
  });
});

describe('a note by section', () => {
  test('of the reinsured and of each security, by hand', () => {
    // 60 % of 12,500.00 = 7,500.00 less 25 %; C: 15 % less 25 %, 5 % and 5 % tax.
    expect(
      splitBySection(ofReinsured(figures), notedSections(BOTH, null)).map((one) => [one.sharePremium, one.net]),
    ).toEqual([
      [540_000n, 405_000n],
      [210_000n, 157_500n],
    ]);
    const c = figures.lines[2]!;
    expect(splitBySection(ofSecurity(c), notedSections(BOTH, null))).toEqual([
      {
        name: 'Property',
        premium: 900_000n,
        sharePremium: 135_000n,
        commission: 33_750n,
        brokerage: 6_750n,
        taxes: -6_750n,
        net: 87_750n,
      },
      {
        name: 'Revenue',
        premium: 350_000n,
        sharePremium: 52_500n,
        commission: 13_125n,
        brokerage: 2_625n,
        taxes: -2_625n,
        net: 34_125n,
      },
    ]);
  });

  test('without sections there is nothing to divide, and nothing is added', () => {
    expect(splitBySection(ofReinsured(figures), [])).toEqual([]);
    expect(addParts([])).toEqual([]);
    expect(addParts([[], []])).toEqual([]);
  });
});

const total = (parts: readonly SectionPart[], of: (part: SectionPart) => bigint) => sum(parts.map(of));
/** What does not add up, in words: one comparison a note, since there are many. */
function faultsOf(parts: readonly SectionPart[], note: ReturnType<typeof ofSecurity>, net: bigint): string[] {
  const checks: [string, boolean][] = [
    ['premium', total(parts, (one) => one.sharePremium) === note.sharePremium],
    ['commission', total(parts, (one) => one.commission) === note.commission],
    ['brokerage', total(parts, (one) => one.brokerage) === note.brokerage],
    ['taxes', total(parts, (one) => one.taxes) === note.taxes],
    ['net', total(parts, (one) => one.net) === net],
    ['identity', parts.every((one) => one.net === one.sharePremium - one.commission - one.brokerage + one.taxes)],
  ];
  return checks.filter(([, holds]) => !holds).map(([name]) => name);
}

test(`over ${RUNS} random slips, endorsed and returned, the sections add up to every note (seed ${SEED})`, () => {
  const c = chance(SEED);
  for (let run = 0; run < RUNS; run += 1) {
    const sections = Array.from({ length: c.int(1, 6) }, (_, index) =>
      sectionOf({ name: `S${index}`, sumInsured: c.big(1, 1_000), premium: c.big(0, c.pick([0, 9, 99_999_999])) }),
    );
    const premium = sum(sections.map((one) => one.premium ?? 0n));
    if (premium === 0n) continue;
    const terms = { ...TERMS, commission: c.below(40_000_000n), brokerage: c.below(15_000_000n) };
    let before: readonly Section[] | null = null;
    let after: readonly Section[] = sections;
    let noted = placementFigures({ ...terms, premium });
    for (let step = 0; step < 4; step += 1) {
      const on = notedSections(after, before);
      const moved = sum(after.map((one) => one.premium ?? 0n)) - sum((before ?? []).map((one) => one.premium ?? 0n));
      const faults = [
        ...faultsOf(splitBySection(ofReinsured(noted), on), ofReinsured(noted), noted.debitNote),
        ...noted.lines.flatMap((line) =>
          faultsOf(splitBySection(ofSecurity(line), on), ofSecurity(line), line.netPayable),
        ),
        ...(sum(on.map((one) => one.premium)) === moved ? [] : ['premium of 100 %']),
      ];
      if (faults.length > 0) throw new Error(`Run ${run}, step ${step}: ${faults.join(', ')}`);
      const has: bigint = sum(after.map((one) => one.premium ?? 0n));
      const back = has > 0n && c.int(0, 1) === 0;
      const amount = back ? -c.below(has + 1n) : c.big(0, c.pick([0, 9, 99_999]));
      const section = !back && c.happens(0.5) ? c.int(1, sections.length) : null;
      before = after;
      after = sectionsAfter(after, [{ section, premium: amount, sumInsured: 0n }]);
      noted = negated(placementFigures({ ...terms, premium: amount < 0n ? -amount : amount }), amount < 0n);
    }
  }
});

const negated = (figures: PlacementFigures, back: boolean): PlacementFigures =>
  back ? negateFigures(figures) : figures;
