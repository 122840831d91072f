import { describe, expect, test } from 'vitest';
import { addFigures } from '../placements/figure-sums.ts';
import type { PlacementFigures } from '../placements/figures.ts';
import { chance } from '../testing/chance.ts';
import { RUNS, SEED } from '../testing/runs.ts';
import { addDays } from '../values/day.ts';
import { replay, type Endorsement } from './endorsements.ts';
import { DATE, EXAMPLE, kes, TERMS, YEAR } from './example.ts';
import { notedOn, originalStack, premiumOn } from './layers.ts';
import {
  type Effective,
  endorseInPlace,
  groundBefore,
  type History,
  inOrderOfEffect,
  laterFaults,
  stackOf,
  sumInsuredAfter,
} from './replaying.ts';

const FIRST = kes('500000000.00');
/** 219 of 365 days are left from it; from DATE on 146. */
const EARLY = '2026-07-25';

const adding = (date: string, change: bigint, sumInsured: bigint | null = null): Effective => {
  const applied: Endorsement = { type: 'AP', number: 1, date, premium: { change, over: 1n }, terms: TERMS };
  return { type: 'AP', date, sumInsured, applied };
};
const giving = (date: string, premium: { part: bigint; of: bigint }, sumInsured: bigint | null = null): Effective => {
  const applied: Endorsement = { type: 'RP', number: 1, date, premium };
  return { type: 'RP', date, sumInsured, applied };
};
const only = (applied: Endorsement): Effective => ({
  type: applied.type,
  date: applied.date,
  sumInsured: null,
  applied,
});
const EXT = only({
  type: 'EXT',
  number: 2,
  date: '2027-03-01',
  end: '2027-03-30',
  premium: { proRata: true },
  terms: TERMS,
});
const SEC = only({ type: 'SEC', number: 2, date: DATE, placement: { fac: TERMS.fac, lines: TERMS.lines, taxes: [] } });
const history = (...approved: Effective[]): History => ({ first: EXAMPLE, sumInsured: FIRST, approved });

const LATE = adding(DATE, kes('250000.00'), kes('600000000.00'));
const EARLIER = adding(EARLY, kes('125000.00'), kes('550000000.00'));
const RETURN = giving(DATE, { part: 1n, of: 5n }, kes('400000000.00'));

describe('the order of effect', () => {
  const order = (...approved: Effective[]) => inOrderOfEffect(approved).map((one) => approved.indexOf(one));
  test.each<[string, Effective[], number[]]>([
    ['as approved', [EARLIER, LATE], [0, 1]],
    ['an earlier day before a later', [LATE, EARLIER], [1, 0]],
    ['of one day as approved', [LATE, RETURN], [0, 1]],
    ['an extension stays behind what it extended', [LATE, EXT, EARLIER], [2, 0, 1]],
    ['and before what was made on it', [EXT, LATE], [0, 1]],
    ['nothing goes before other securities', [LATE, SEC, EARLIER], [0, 1, 2]],
    ['but before what came after them', [SEC, adding('2026-12-01', 1n), adding('2026-11-01', 1n)], [0, 2, 1]],
  ])('%s', (_, approved, expected) => {
    expect(order(...approved)).toEqual(expected);
  });
});

describe('an endorsement of an earlier day', () => {
  test('before an additional premium: its own, on the policy as it was', () => {
    const { stack, sumInsured, later } = groundBefore(history(LATE), EARLIER);
    expect([stack, sumInsured, later]).toEqual([EXAMPLE, FIRST, 1]);
    expect(endorseInPlace(history(LATE), EARLIER.applied).premium).toBe(kes('75000.00'));
  });

  // 125,000 × 219 ÷ 365 = 75,000; a fifth of what is unearned of it from DATE on, 75,000 × 146 ÷ 219, goes back as well.
  test('before a return: less what the return takes of it', () => {
    const { premium, figures } = endorseInPlace(history(RETURN), EARLIER.applied);
    expect([premium, figures.facPremium, figures.debitNote]).toEqual([
      kes('65000.00'),
      kes('39000.00'),
      kes('29250.00'),
    ]);
  });

  // 1,500,000 × 30 ÷ 365 = 123,287.67 was noted for the extension; with 125,000 more a year it is 133,561.64.
  test('before an extension of what it adds to: with the days added', () => {
    const noted = history(LATE, EXT);
    const { premium } = endorseInPlace(noted, EARLIER.applied);
    expect(premium).toBe(kes('75000.00') + kes('133561.64') - kes('123287.67'));
  });

  test('the sum insured moves by the difference that each made on its day', () => {
    expect(sumInsuredAfter(history(LATE, EARLIER))).toBe(kes('650000000.00'));
    expect(sumInsuredAfter(history(RETURN, EARLIER))).toBe(kes('450000000.00'));
    expect(sumInsuredAfter(history(EARLIER, LATE))).toBe(kes('600000000.00'));
    expect(groundBefore(history(LATE, EARLIER), { type: 'AP', date: '2026-09-01' }).sumInsured).toBe(
      kes('550000000.00'),
    );
  });

  test('a later return that could not be borne any more is said', () => {
    const keyed: Endorsement = { type: 'RP', number: 1, date: DATE, premium: { keyed: kes('1250000.00') } };
    const earlier: Endorsement = { type: 'RP', number: 2, date: EARLY, premium: { keyed: 1n } };
    expect(laterFaults(history(only(keyed)), earlier)).toEqual([
      { field: 'premium', message: 'Return premium exceeds the premium on the policy.' },
    ]);
    expect(laterFaults(history(only(keyed)), EARLIER.applied)).toEqual([]);
  });
});

const components = (figures: PlacementFigures) =>
  figures.lines
    .map(({ securityId, sharePremium, commission, brokerage, taxOfSecurity, netPayable }) =>
      [securityId, sharePremium, commission, brokerage, taxOfSecurity, netPayable].join(' '),
    )
    .toSorted();

test('approved in whatever order, what is noted is what the order of effect notes', () => {
  for (let run = 0; run < RUNS; run += 1) {
    const c = chance(SEED + run);
    const first = originalStack({ period: YEAR, terms: TERMS, premium: c.big(1_000, 1_000_000_000) });
    const dates = new Set(Array.from({ length: c.int(1, 6) }, () => addDays(YEAR.start, c.int(0, 364))));
    const all = [...dates].map((date) =>
      c.happens(0.6) ? adding(date, c.big(1, 100_000_000)) : giving(date, { part: c.big(1, 9), of: 10n }),
    );
    let noted = notedOn(first);
    const approved: Effective[] = [];
    for (const one of all) {
      const { figures, premium, stack } = endorseInPlace({ first, sumInsured: FIRST, approved }, one.applied);
      const paid = figures.netPayable + figures.brokerage + figures.taxOfSecurity + figures.taxOfReinsured;
      expect(figures.debitNote, `the identity, seed ${SEED}, run ${run}`).toBe(paid);
      expect(premium).toBe(premiumOn(stack) - premiumOn(stackOf({ first, sumInsured: FIRST, approved })));
      noted = addFigures(noted, figures);
      approved.push(one);
    }
    const inOrder = all.toSorted((a, b) => (a.date < b.date ? -1 : 1)).map((one) => one.applied);
    const straight = notedOn(replay(first, inOrder));
    expect(components(noted), `seed ${SEED}, run ${run}`).toEqual(components(straight));
    expect(noted.debitNote).toBe(straight.debitNote);
  }
});
