import { describe, expect, test } from 'vitest';
import { placementFigures, type FiguresRule } from '../placements/figures.ts';
import { parseAmount, sum } from '../values/money.ts';
import { parseRate, percentOf } from '../values/rate.ts';
import { readEndorsement, reasonFaults, type Typed } from './bases.ts';
import { endorse, endorsementPremium, replay, type Endorsement } from './endorsements.ts';
import { kes, nets, NOTHING_TYPED, percent, TERMS } from './example.ts';
import { keptAs, readKept } from './kept.ts';
import { notedOn, originalStack, type PolicyStack } from './layers.ts';
import { endorsementFaults } from './rules.ts';

// E11: the example in a calendar year.
const YEAR = { start: '2026-01-01', end: '2026-12-31' };
const stackOf = (premium: bigint, rule: FiguresRule = 2) =>
  originalStack({ period: YEAR, terms: { ...TERMS, rule }, premium });
const E11 = stackOf(kes('1250000.00'));
const OLD = stackOf(kes('1250000.00'), 1);

const TYPED: Typed = { ...NOTHING_TYPED, date: '2026-08-08' };
type Insured = { stack: PolicyStack; premium: bigint; from: string };

/** An endorsement as it is typed on a policy with a sum insured, through its kept form and back. */
function typed({ stack, premium, from }: Insured, changes: Partial<Typed>): Endorsement {
  const original = { premium, sumInsured: parseAmount(from, 'KES') as bigint };
  const ground = { stack, original, sumInsured: original.sumInsured, taxes: TERMS.taxes, shortRate: percent('90') };
  const { endorsement, faults } = readEndorsement(ground, { ...TYPED, ...changes });
  if (!endorsement) throw new Error(JSON.stringify(faults));
  return readKept(keptAs(endorsement));
}

const e11 = (stack: PolicyStack): Insured => ({ stack, premium: kes('1250000.00'), from: '500000000' });
const more = { sumInsured: kes('600000000') };
const ext = (stack: PolicyStack, end: string) => typed(e11(stack), { type: 'EXT', date: '2027-01-01', end });

describe('an additional premium, exact and rounded once', () => {
  test('1,234,567.89 on 50m raised to 57m with 241 of 365 days left', () => {
    const premium = kes('1234567.89');
    const raised = (rule: FiguresRule) => {
      const stack = stackOf(premium, rule);
      const one = typed({ stack, premium, from: '50000000' }, { date: '2026-05-05', sumInsured: kes('57000000') });
      return endorsementPremium(stack, one);
    };
    expect(raised(2)).toBe(kes('114121.43'));
    // What was approved under rule 1 rounded the change first, and still does.
    expect(raised(1)).toBe(kes('114121.42'));
  });

  // A London slip's: 100,000.00 on 45m raised to 55m makes 22,222.22… a year, and from 12 June 203 of 365 days are left.
  test.each([
    ['2026-06-11', '12420.09'],
    ['2026-06-12', '12359.21'],
    ['2026-06-13', '12298.33'],
  ])('100,000.00 on 45m raised to 55m from %s: %s', (date, expected) => {
    const premium = parseAmount('100000.00', 'USD') as bigint;
    const stack = stackOf(premium);
    const one = typed(
      { stack, premium, from: '45000000' },
      { date, sumInsured: parseAmount('55000000', 'USD') as bigint },
    );
    const { premium: added, figures } = endorse(stack, one);
    expect(added).toBe(parseAmount(expected, 'USD'));
    expect(figures.facPremium).toBe(percentOf(added, TERMS.fac));
  });

  test('after an extension to 2027-01-30 the rated 365 days divide it still', () => {
    const stack = replay(E11, [ext(E11, '2027-01-30')]);
    const { premium, figures } = endorse(stack, typed(e11(stack), more));
    expect([premium, figures.debitNote]).toEqual([kes('120547.95'), kes('54246.58')]);
    const old = replay(OLD, [ext(OLD, '2027-01-30')]);
    expect(endorsementPremium(old, typed(e11(old), more))).toBe(kes('111392.41'));
  });

  test('and then an extension: 1,500,000 × 30 ÷ 365', () => {
    const after = (stack: PolicyStack) => replay(stack, [typed(e11(stack), more)]);
    expect(endorsementPremium(after(E11), ext(after(E11), '2027-01-30'))).toBe(kes('123287.67'));
    expect(endorsementPremium(after(OLD), ext(after(OLD), '2027-01-30'))).toBe(kes('123287.68'));
  });

  test('a second extension goes on at the annual premium in force', () => {
    const first = replay(E11, [typed(e11(E11), more), ext(E11, '2027-01-30')]);
    const second = typed(e11(first), { type: 'EXT', date: '2027-01-31', end: '2027-03-01' });
    expect(endorsementPremium(first, second)).toBe(kes('123287.67'));
  });

  test('extended at a fourth less once a fourth was returned', () => {
    const stack = replay(E11, [typed(e11(E11), { type: 'RP', date: '2026-08-08', sumInsured: kes('375000000') })]);
    // 937,500 × 30 ÷ 365.
    expect(endorsementPremium(stack, ext(stack, '2027-01-30'))).toBe(kes('77054.79'));
  });
});

describe('an extension goes on at the rate of the sum insured, however its change was charged', () => {
  const BASES = ['PRO_RATA', 'FLAT'] as const;
  const extended = (stack: PolicyStack) => endorsementPremium(stack, ext(stack, '2027-01-30'));

  test.each(BASES)('100m more, %s: 1,500,000 × 30 ÷ 365', (basis) => {
    expect(extended(replay(E11, [typed(e11(E11), { ...more, basis })]))).toBe(kes('123287.67'));
  });

  const less = { type: 'RP', sumInsured: kes('400000000') } as const;
  test.each([...BASES, 'SHORT' as const])('100m less, %s: 1,000,000 × 30 ÷ 365', (basis) => {
    expect(extended(replay(E11, [typed(e11(E11), { ...less, basis })]))).toBe(kes('82191.78'));
  });

  test('a flat return of more than is to come leaves premium of another rate to come', () => {
    // 625,000.00 back on 1 December, when 106,164.38 are to come.
    const half = { ...less, date: '2026-12-01', sumInsured: kes('250000000'), basis: 'FLAT' } as const;
    const stack = replay(E11, [typed(e11(E11), half)]);
    expect([notedOn(stack).facPremium, extended(stack)]).toEqual([kes('375000.00'), kes('51369.86')]);
  });

  // Kept before a flat or short change said of its rate: replayed as it was.
  test.each<[string, Partial<Typed>, string]>([
    ['100m more, flat', { ...more, basis: 'FLAT' }, '154109.59'],
    ['100m less, flat', { ...less, basis: 'FLAT' }, '51369.86'],
    ['100m less, short', { ...less, basis: 'SHORT' }, '84246.58'],
  ])('%s, approved before: of its amount', (_what, changes, expected) => {
    const { premium, ...rest } = typed(e11(E11), changes) as Extract<Endorsement, { type: 'AP' | 'RP' }>;
    const before = { ...rest, premium: { keyed: 'keyed' in premium ? premium.keyed : 0n } } as Endorsement;
    expect(extended(replay(E11, [before]))).toBe(kes(expected));
  });
});

describe('returns, summed over the layers and rounded once', () => {
  const three = replay(stackOf(kes('1000000.01')), [
    typed({ stack: E11, premium: kes('1000000.01'), from: '300000000' }, { sumInsured: kes('400000000') }),
  ]);
  test('a cancellation of two layers', () => {
    // 1,000,000.01 × 61/365 + 133,333.33 × 61/146 = 167,123.2893… + 55,707.7611…
    const cancel: Endorsement = { type: 'CANCEL_PRORATA', number: 2, date: '2026-11-01', premium: { unearned: 'ALL' } };
    const back = -endorsementPremium(three, cancel);
    const [first, second] = three.tranches.flatMap((tranche) => tranche.layers);
    const exact = (first?.premium ?? 0n) * 61n * 146n + (second?.premium ?? 0n) * 61n * 365n;
    expect(back).toBe((exact + (365n * 146n) / 2n) / (365n * 146n));
  });
});

describe('an adjustable premium, cancelled after a month', () => {
  const cancelled = (kept: 'FULL' | 'PRO_RATA', changes: Partial<Typed> = {}, minimum = '800000.00') => {
    const ground = {
      stack: E11,
      original: { premium: kes('1250000.00'), sumInsured: kes('500000000.00') },
      sumInsured: kes('500000000.00'),
      taxes: TERMS.taxes,
      shortRate: percent('90'),
      adjustment: { minimum: kes(minimum), kept },
    };
    const read = readEndorsement(ground, { ...TYPED, type: 'CANCEL_PRORATA', date: '2026-02-01', ...changes });
    return read.endorsement ? endorsementPremium(E11, readKept(keptAs(read.endorsement))) : read.faults[0]?.message;
  };
  test.each([
    ['keeps the minimum in full', cancelled('FULL'), -kes('450000.00')],
    ['or its days, where the policy says so', cancelled('PRO_RATA'), -kes('1143835.62')],
    ['whose days may be more than the premium’s', cancelled('PRO_RATA', {}, '2000000.00'), -kes('1080136.99')],
    ['at short rate alike', cancelled('FULL', { type: 'CANCEL_SHORT' }), -kes('450000.00')],
    ['gives nothing back below it', cancelled('FULL', {}, '1250000.01'), 0n],
    ['keyed within it', cancelled('FULL', { keyed: kes('450000.00') }), -kes('450000.00')],
    [
      'keyed beyond it',
      cancelled('FULL', { keyed: kes('450000.01') }),
      'The minimum premium stays when this policy is cancelled. Give back less.',
    ],
    ['was never on risk', cancelled('FULL', { type: 'CANCEL_FLAT', date: YEAR.start }), -kes('1250000.00')],
  ])('%s', (...[, back, expected]) => {
    expect(back).toBe(expected);
  });
});

describe('a rate changed by an additional premium', () => {
  const [first, ...rest] = TERMS.lines;
  if (!first) throw new Error('no line');
  const own = originalStack({
    period: YEAR,
    premium: kes('1250000.00'),
    terms: { ...TERMS, lines: [{ ...first, commission: percent('25') }, ...rest] },
  });
  const at = (changes: object): Endorsement => ({
    type: 'AP',
    number: 1,
    date: '2026-08-08',
    premium: { keyed: 100n },
    terms: { ...own.terms, ...changes },
  });
  test.each([
    ['nothing', {}, []],
    ['a brokerage that no line has of its own', { brokerage: percent('6') }, []],
    ['a commission that a line has of its own', { commission: percent('30') }, ['cedant_commission']],
  ])('%s: refused where it would silently not apply', (...[, changes, fields]) => {
    expect(endorsementFaults(own, at(changes)).map((fault) => fault.field)).toEqual(fields);
  });
});

describe('a change of securities is not the reinsured’s', () => {
  const [a, b, c] = TERMS.lines;
  if (!a || !b || !c) throw new Error('no lines');
  const awkward = (rule: FiguresRule) =>
    originalStack({
      period: YEAR,
      premium: kes('1234567.89'),
      terms: { ...TERMS, rule, commission: percent('22.5'), brokerage: percent('3.75') },
    });
  const swap: Endorsement = {
    type: 'SEC',
    number: 1,
    date: '2026-05-05',
    placement: {
      fac: percent('60'),
      lines: [
        a,
        { securityId: 4, resident: true, share: percent('17.123456') },
        { securityId: 5, resident: true, share: percent('17.876544') },
      ],
      taxes: TERMS.taxes,
    },
  };
  test('with unchanged order and commission it gets no note, to the cent', () => {
    const { figures } = endorse(awkward(2), swap);
    expect([figures.facPremium, figures.commission, figures.brokerage, figures.debitNote]).toEqual([0n, 0n, 0n, 0n]);
    expect(figures.lines.find((line) => line.securityId === 1)?.netPayable).toBe(0n);
    // The tax of the one that left is no more, and is what the others have more.
    expect(sum(nets(figures))).toBe(-figures.taxOfSecurity);
  });
  test('a tax that the reinsured bears by residence is the one exception', () => {
    const levy = { ...TERMS.taxes[0]!, borneBy: 'REINSURED' as const };
    const stack = originalStack({ period: YEAR, premium: kes('1250000.00'), terms: { ...TERMS, taxes: [levy] } });
    const placement = { ...('placement' in swap ? swap.placement : { fac: 0n, lines: [] }), taxes: [levy] };
    const { figures } = endorse(stack, { ...swap, type: 'SEC', placement } as Endorsement);
    expect(figures.debitNote).toBe(figures.taxOfReinsured);
    expect(figures.debitNote).toBeLessThan(0n);
  });
});

test('an old policy: its endorsements bring exactly what its rule says of the whole', () => {
  const premium = 7_200_000n;
  const terms = {
    ...TERMS,
    rule: 1 as const,
    fac: percent('100'),
    commission: percent('22.5'),
    taxes: [],
    lines: ['25.000278', '25.000278', '49.999444'].map((share, index) => ({
      securityId: index + 1,
      resident: true,
      share: parseRate(share) as bigint,
    })),
  };
  const stack = originalStack({ period: YEAR, premium, terms });
  const { rule: _rule, ...present } = terms;
  const add: Endorsement = { type: 'AP', number: 1, date: YEAR.start, premium: { keyed: 100n }, terms: present };
  const { figures } = endorse(stack, add);
  const whole = placementFigures({ ...terms, premium: premium + 100n });
  expect(figures.commission).toBe(whole.commission - 1_620_001n);
  const flat = endorse(replay(stack, [add]), { type: 'CANCEL_FLAT', number: 2, date: YEAR.start });
  expect(flat.figures.debitNote).toBe(-whole.debitNote);
  expect(percentOf(premium, percent('22.5'))).toBe(1_620_000n);
});

describe('premium of an earlier day than a change of securities or a cancellation', () => {
  const [a, b] = TERMS.lines;
  if (!a || !b) throw new Error('no lines');
  const fourth = { securityId: 4, resident: true, share: percent('15') };
  const swap: Endorsement = {
    type: 'SEC',
    number: 1,
    date: '2026-08-08',
    placement: { fac: percent('60'), lines: [a, b, fourth], taxes: TERMS.taxes },
  };
  const cancel: Endorsement = { type: 'CANCEL_PRORATA', number: 2, date: '2026-10-20', premium: { unearned: 'ALL' } };
  const early = { date: '2026-06-09', keyed: kes('206000.00'), basis: 'KEYED' } as const;
  const shares = (figures: ReturnType<typeof endorse>['figures']) =>
    new Map(
      figures.lines.filter((line) => line.sharePremium !== 0n).map((line) => [line.securityId, line.sharePremium]),
    );

  test('is keyed, and each security has its days of it: 60 of 206 before the change, 146 after', () => {
    const stack = replay(E11, [swap]);
    const { premium, figures } = endorse(stack, typed(e11(stack), early));
    expect([premium, figures.facPremium, figures.commission]).toEqual([early.keyed, kes('123600.00'), kes('30900.00')]);
    // 25 % and 20 % of all of it; 15 % of 60,000 for the one that left and of 146,000 for the one that came.
    expect(shares(figures)).toEqual(
      new Map([
        [1, kes('51500.00')],
        [2, kes('41200.00')],
        [4, kes('21900.00')],
        [3, kes('9000.00')],
      ]),
    );
  });

  test('before a cancellation it is of the days that were covered, and nothing of it is unearned', () => {
    const stack = replay(E11, [swap, cancel]);
    const one = endorse(stack, typed(e11(stack), early));
    expect(one.premium).toBe(early.keyed);
    // 60 of the 133 days from June 9 to October 19.
    expect(shares(one.figures).get(3)).toBe(kes('13939.85'));
    expect(one.stack.terms.lines).toEqual(stack.terms.lines);
    expect(one.stack.cancelledFrom).toBe(cancel.date);
    const flat = endorse(one.stack, { type: 'CANCEL_FLAT', number: 9, date: YEAR.start });
    expect(flat.figures.debitNote).toBe(-notedOn(one.stack).debitNote);
  });

  test('is refused where it is not keyed, or nobody says how it was worked out', () => {
    const stack = replay(E11, [swap]);
    const ground = {
      stack,
      original: { premium: kes('1250000.00'), sumInsured: kes('500000000') },
      sumInsured: kes('500000000'),
      taxes: TERMS.taxes,
      shortRate: percent('90'),
    };
    const at = (changes: Partial<Typed>) => readEndorsement(ground, { ...TYPED, date: early.date, ...changes }).faults;
    const keyIt = [{ field: 'premium', message: 'Key the premium: this takes effect before a change of securities.' }];
    expect(at(more)).toEqual(keyIt);
    expect(at({ type: 'CANCEL_PRORATA' })).toEqual(keyIt);
    expect(at({ keyed: early.keyed })).toEqual([]);
    expect(reasonFaults(ground, { type: 'AP', date: early.date }, ' ')).toEqual([
      { field: 'reason', message: 'Say how the amount before a change of securities was worked out.' },
    ]);
    expect(reasonFaults(ground, { type: 'AP', date: early.date }, 'Agreed with the reinsured')).toEqual([]);
    expect(reasonFaults(ground, { type: 'AP', date: swap.date }, undefined)).toEqual([]);
    const other: Endorsement = { ...swap, number: 2, date: '2026-08-07' };
    expect(endorsementFaults(stack, other).map((fault) => fault.message)).toEqual([
      'Effective date must not be before the last change of securities, Aug 8, 2026.',
    ]);
    const cancelled = replay(E11, [swap, cancel]);
    const late = { type: 'AP', number: 3, date: cancel.date, premium: { keyed: 1n }, terms: TERMS } as const;
    expect(endorsementFaults(cancelled, late).map((fault) => fault.field)).toContain('endorsementtype');
  });

  const raised = replay(E11, [typed(e11(E11), { date: '2026-09-01', sumInsured: kes('600000000') })]);
  test('a change of securities before an additional premium moves all of it, and nothing to the reinsured', () => {
    const one = endorse(raised, swap);
    expect([one.premium, one.figures.facPremium, one.figures.commission]).toEqual([0n, 0n, 0n]);
    // 15 % of 500,000 and of the added 83,561.64, which begins later and so goes to the new one in full.
    expect(shares(one.figures).get(4)).toBe(kes('87534.24'));
  });

  test('a cancellation before it gives all of it back', () => {
    const { premium } = endorse(raised, { ...cancel, date: '2026-08-08' } as Endorsement);
    expect(premium).toBe(-kes('500000.00') - kes('83561.64'));
  });
});
