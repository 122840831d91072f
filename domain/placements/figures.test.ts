import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RUNS, SEED } from '../testing/runs.ts';
import { sum } from '../values/money.ts';
import { HUNDRED, percentOf } from '../values/rate.ts';
import { placementFigures, premiumFromRate, taxTotals, type PlacementTerms, type TaxRule } from './figures.ts';

const percent = (value: number) => BigInt(Math.round(value * 1_000_000));
const WHT: TaxRule = {
  taxId: 1,
  code: 'WHT',
  name: 'Withholding tax',
  rate: percent(5),
  basis: 'GROSS',
  borneBy: 'SECURITY',
  appliesTo: 'NON_RESIDENT',
  market: null,
  classId: null,
};

const EXAMPLE: PlacementTerms = {
  premium: premiumFromRate(50_000_000_000n, percent(0.25)),
  fac: percent(60),
  commission: percent(25),
  brokerage: percent(5),
  market: 'LOCAL',
  classIds: [1],
  lines: [
    { securityId: 1, resident: true, share: percent(25) },
    { securityId: 2, resident: true, share: percent(20) },
    { securityId: 3, resident: false, share: percent(15) },
  ],
  taxes: [WHT],
};

describe('the example of §2', () => {
  const figures = placementFigures(EXAMPLE);
  test('premium, order and debit note', () => {
    expect([EXAMPLE.premium, figures.facPremium, figures.debitNote]).toEqual([125_000_000n, 75_000_000n, 56_250_000n]);
  });
  test('each security', () => {
    expect(
      figures.lines.map((line) => [
        line.sharePremium,
        line.commission,
        line.brokerage,
        line.taxOfSecurity,
        line.netPayable,
      ]),
    ).toEqual([
      [31_250_000n, 7_812_500n, 1_562_500n, 0n, 21_875_000n],
      [25_000_000n, 6_250_000n, 1_250_000n, 0n, 17_500_000n],
      [18_750_000n, 4_687_500n, 937_500n, 937_500n, 12_187_500n],
    ]);
  });
  test('brokerage and tax', () => {
    expect([figures.brokerage, figures.taxOfSecurity, figures.netPayable]).toEqual([3_750_000n, 937_500n, 51_562_500n]);
    expect(taxTotals(figures, ['SECURITY'])).toEqual([
      { taxId: 1, code: 'WHT', name: 'Withholding tax', amount: 937_500n },
    ]);
  });
});

describe('taxes', () => {
  const taxed = (changes: Partial<TaxRule>) => placementFigures({ ...EXAMPLE, taxes: [{ ...WHT, ...changes }] });
  test.each([
    ['GROSS', [0n, 0n, 937_500n]],
    ['NET_OF_COMMISSION', [0n, 0n, 703_125n]],
    ['BROKERAGE', [0n, 0n, 46_875n]],
    ['COMMISSION', [0n, 0n, 234_375n]],
  ] as const)('on %s', (basis, expected) => {
    expect(taxed({ basis }).lines.map((line) => line.taxOfSecurity)).toEqual(expected);
  });
  test.each([
    [{ appliesTo: 'ALL' as const }, 3_750_000n],
    [{ appliesTo: 'RESIDENT' as const }, 2_812_500n],
    [{ market: 'LONDON' as const }, 0n],
    [{ classId: 1 }, 937_500n],
    [{ classId: 2 }, 0n],
  ])('%j', (changes, expected) => {
    expect(taxed(changes).taxOfSecurity).toBe(expected);
  });
  test('borne by the reinsured it is added to the debit note, borne by us it is in no note', () => {
    expect(taxed({ borneBy: 'REINSURED' }).debitNote).toBe(57_187_500n);
    const ours = taxed({ borneBy: 'BROKER', basis: 'BROKERAGE' });
    expect([ours.debitNote, ours.netPayable, ours.taxOfBroker]).toEqual([56_250_000n, 52_500_000n, 46_875n]);
  });
});

describe('rounded once on the total of the lines with the same rate', () => {
  const line = (securityId: number, share: bigint) => ({ securityId, resident: true, share });
  const usd: PlacementTerms = {
    ...EXAMPLE,
    premium: 7_200_000n,
    fac: percent(100),
    commission: percent(22.5),
    lines: [line(1, 25_000_278n), line(2, 25_000_278n), line(3, 49_999_444n)],
    taxes: [{ ...WHT, appliesTo: 'ALL', rate: percent(1.5) }],
  };
  test('USD 72,000.00 at 22.5 % is 16,200.00, and the debit note 55,800.00', () => {
    const figures = placementFigures(usd);
    expect([figures.commission, figures.debitNote]).toEqual([1_620_000n, 5_580_000n]);
    expect([figures.brokerage, figures.taxOfSecurity]).toEqual([360_000n, 108_000n]);
  });
  test('a policy that was approved under rule 1 keeps it: a cent more of commission', () => {
    const figures = placementFigures({ ...usd, rule: 1 });
    expect([figures.commission, figures.debitNote]).toEqual([1_620_001n, 5_579_999n]);
  });
  test('lines at another rate are a group of their own', () => {
    const [first, ...rest] = usd.lines;
    if (!first) throw new Error('no line');
    const figures = placementFigures({ ...usd, lines: [{ ...first, commission: percent(30) }, ...rest] });
    // 30 % of 18,000.20 and 22.5 % of 53,999.80, each once.
    expect(figures.commission).toBe(540_006n + 1_214_996n);
  });
});

test('a security may override commission and brokerage', () => {
  const [first, ...rest] = EXAMPLE.lines;
  if (!first) throw new Error('no line');
  const figures = placementFigures({
    ...EXAMPLE,
    lines: [{ ...first, commission: percent(30), brokerage: 0n }, ...rest],
  });
  expect(figures.lines[0]).toMatchObject({ commission: 9_375_000n, brokerage: 0n, netPayable: 21_875_000n });
});

test('while the lines do not fill the order the figures cover the placed part', () => {
  const figures = placementFigures({ ...EXAMPLE, lines: EXAMPLE.lines.slice(0, 1) });
  expect([figures.placed, figures.facPremium]).toEqual([percent(25), 31_250_000n]);
  expect(placementFigures({ ...EXAMPLE, lines: [] })).toMatchObject({ facPremium: 0n, debitNote: 0n, lines: [] });
});

const share = fc.bigInt({ min: 1n, max: HUNDRED / 8n });
const rate = fc.bigInt({ min: 0n, max: HUNDRED / 3n });
const line = fc.record({
  securityId: fc.integer({ min: 1, max: 99 }),
  resident: fc.boolean(),
  share,
  commission: fc.option(rate),
  brokerage: fc.option(rate),
});
const tax = fc.record({
  taxId: fc.integer({ min: 1, max: 4 }),
  code: fc.constant('T'),
  name: fc.constant('Tax'),
  rate: fc.bigInt({ min: 0n, max: 10_000_000n }),
  basis: fc.constantFrom('GROSS' as const, 'NET_OF_COMMISSION' as const, 'BROKERAGE' as const, 'COMMISSION' as const),
  borneBy: fc.constantFrom('SECURITY' as const, 'REINSURED' as const, 'BROKER' as const),
  appliesTo: fc.constantFrom('ALL' as const, 'RESIDENT' as const, 'NON_RESIDENT' as const),
  market: fc.constant(null),
  classId: fc.constant(null),
});

test('on random placements the identity holds and the parts add up to the whole', () => {
  const terms = fc.record({
    premium: fc.bigInt({ min: 1n, max: 10n ** 15n }),
    fac: fc.constant(HUNDRED),
    commission: rate,
    brokerage: rate,
    market: fc.constant('LOCAL' as const),
    classIds: fc.constant([1]),
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    taxes: fc.array(tax, { maxLength: 3 }),
  });
  let seen = 0;
  fc.assert(
    fc.property(terms, (one) => {
      seen += 1;
      const figures = placementFigures(one);
      const total = (pick: (of: (typeof figures.lines)[number]) => bigint) => sum(figures.lines.map(pick));
      if (total((of) => of.sharePremium) !== figures.facPremium) throw new Error('shares do not add up');
      const alike = placementFigures({
        ...one,
        lines: one.lines.map((of) => ({ ...of, commission: null, brokerage: null })),
        taxes: one.taxes.filter((of) => of.basis === 'GROSS').map((of) => ({ ...of, appliesTo: 'ALL' as const })),
      });
      if (alike.commission !== percentOf(alike.facPremium, one.commission)) throw new Error('commission is off');
      if (alike.brokerage !== percentOf(alike.facPremium, one.brokerage)) throw new Error('brokerage is off');
      const gross = one.taxes.filter((of) => of.basis === 'GROSS');
      const taxes = sum(gross.map((of) => percentOf(alike.facPremium, of.rate)));
      if (taxes !== alike.taxOfSecurity + alike.taxOfReinsured + alike.taxOfBroker) throw new Error('a tax is off');
      const right =
        total((of) => of.netPayable) +
        total((of) => of.brokerage) +
        total((of) => of.taxOfSecurity) +
        total((of) => of.taxOfReinsured);
      if (figures.debitNote !== right) throw new Error('the identity does not hold');
      if (
        figures.lines.some((of) => of.netPayable !== of.sharePremium - of.commission - of.brokerage - of.taxOfSecurity)
      )
        throw new Error('a net is off');
    }),
    { numRuns: RUNS, seed: SEED },
  );
  expect(seen).toBe(RUNS);
});
