import { describe, expect, test } from 'vitest';
import { placementFigures, type FiguresRule } from '../placements/figures.ts';
import { parseAmount, sum } from '../values/money.ts';
import { parseRate, percentOf } from '../values/rate.ts';
import { readEndorsement, type Typed } from './bases.ts';
import { endorse, endorsementPremium, replay, type Endorsement } from './endorsements.ts';
import { kes, nets, NOTHING_TYPED, percent, TERMS } from './example.ts';
import { keptAs, readKept } from './kept.ts';
import { originalStack, type PolicyStack } from './layers.ts';
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
