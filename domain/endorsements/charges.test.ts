import { describe, expect, test } from 'vitest';
import { sum } from '../values/money.ts';
import { placementFigures, type LayerTerms, type PlacementFigures, type TaxRule } from '../placements/figures.ts';
import { notedOn, originalStack, type PolicyStack } from './layers.ts';
import { endorse, type Endorsement } from './endorsements.ts';
import { keptAs, readKept } from './kept.ts';
import { DATE, kes, percent, TERMS, YEAR } from './example.ts';

const STAMP: TaxRule = {
  taxId: 7,
  code: 'STAMP',
  name: 'Stamp duty',
  rate: 0n,
  flat: kes('40.00'),
  basis: 'GROSS',
  borneBy: 'REINSURED',
  appliesTo: 'ALL',
  market: null,
  classId: null,
};
/** 0.45 % of the gross premium, at least 5,000.00 on the policy. */
const LEVY: TaxRule = {
  ...STAMP,
  taxId: 8,
  code: 'LEVY',
  name: 'Levy',
  rate: percent('0.45'),
  flat: null,
  minimum: kes('5000.00'),
};

const termsWith = (...taxes: TaxRule[]): LayerTerms => ({ ...TERMS, taxes: [...TERMS.taxes, ...taxes] });
const policy = (...taxes: TaxRule[]): PolicyStack =>
  originalStack({ period: YEAR, terms: termsWith(...taxes), premium: kes('1250000.00') });
const taxOn = (figures: PlacementFigures, code: string): bigint =>
  sum(figures.lines.flatMap((line) => line.taxes.filter((tax) => tax.code === code).map((tax) => tax.amount)));
const identity = ({ debitNote, netPayable, brokerage, taxOfSecurity, taxOfReinsured }: PlacementFigures) =>
  debitNote - netPayable - brokerage - taxOfSecurity - taxOfReinsured;

const more = (premium: string, terms: LayerTerms = termsWith(STAMP)): Endorsement => ({
  type: 'AP',
  number: 1,
  date: DATE,
  premium: { keyed: kes(premium) },
  terms,
});
const back = (premium: string): Endorsement => ({
  type: 'RP',
  number: 1,
  date: DATE,
  premium: { keyed: kes(premium) },
});
const CANCELLED: Endorsement = { type: 'CANCEL_PRORATA', number: 1, date: YEAR.start, premium: { unearned: 'ALL' } };
const NEVER: Endorsement = { type: 'CANCEL_FLAT', number: 1, date: YEAR.start };
const panelUnder = (...taxes: TaxRule[]): Endorsement => ({
  type: 'SEC',
  number: 1,
  date: DATE,
  placement: {
    fac: TERMS.fac,
    lines: [
      { securityId: 1, resident: true, share: percent('35') },
      { securityId: 9, resident: false, share: percent('25') },
    ],
    taxes: termsWith(...taxes).taxes,
  },
});

describe('a new policy', () => {
  test('a flat amount is charged once on the policy and divided by share premium', () => {
    const figures = placementFigures({ ...termsWith(STAMP), premium: kes('1250000.00') });
    expect(figures.debitNote).toBe(kes('562540.00'));
    expect(figures.lines.map((line) => line.taxOfReinsured)).toEqual([1667n, 1333n, 1000n]);
    expect(identity(figures)).toBe(0n);
  });

  test.each([
    { name: 'below its minimum', premium: '1250000.00', rated: '3375.00', whole: '5000.00' },
    { name: 'above its minimum', premium: '2500000.00', rated: '6750.00', whole: '6750.00' },
  ])('a percentage $name', ({ premium, rated, whole }) => {
    const figures = placementFigures({ ...termsWith(LEVY), premium: kes(premium) });
    const levies = figures.lines.flatMap((line) => line.taxes.filter((tax) => tax.code === 'LEVY'));
    expect(sum(levies.filter((tax) => !tax.charge).map((tax) => tax.amount))).toBe(kes(rated));
    expect(taxOn(figures, 'LEVY')).toBe(kes(whole));
    expect(identity(figures)).toBe(0n);
  });

  test('one that falls on non-residents alone is theirs, and on nobody when there is none', () => {
    const abroad: TaxRule = { ...STAMP, appliesTo: 'NON_RESIDENT', borneBy: 'SECURITY' };
    const figures = placementFigures({ ...termsWith(abroad), premium: kes('1250000.00') });
    expect(figures.lines.map((line) => line.taxOfSecurity)).toEqual([0n, 0n, kes('9415.00')]);
    const home = { ...termsWith(abroad), lines: TERMS.lines.slice(0, 2) };
    expect(taxOn(placementFigures({ ...home, premium: kes('1250000.00') }), 'STAMP')).toBe(0n);
  });

  test('of two rules of one tax the larger is charged, once', () => {
    const figures = placementFigures({ ...termsWith(STAMP, { ...STAMP, flat: kes('60.00') }), premium: kes('1.00') });
    expect(taxOn(figures, 'STAMP')).toBe(kes('60.00'));
  });
});

describe('endorsements bear the difference only', () => {
  test.each<{ name: string; endorsement: Endorsement; stamp: string; debitNote: string }>([
    { name: 'an additional premium', endorsement: more('100000.00'), stamp: '0.00', debitNote: '45000.00' },
    {
      name: 'one at another commission',
      endorsement: more('100000.00', { ...termsWith(STAMP), commission: percent('20') }),
      stamp: '0.00',
      debitNote: '48000.00',
    },
    {
      name: 'one after the amount went up',
      endorsement: more('100000.00', termsWith({ ...STAMP, flat: kes('50.00') })),
      stamp: '10.00',
      debitNote: '45010.00',
    },
    {
      name: 'one after the amount went down',
      endorsement: more('100000.00', termsWith({ ...STAMP, flat: kes('30.00') })),
      stamp: '0.00',
      debitNote: '45000.00',
    },
    { name: 'a return', endorsement: back('100000.00'), stamp: '0.00', debitNote: '-45000.00' },
    { name: 'all of the premium back', endorsement: CANCELLED, stamp: '0.00', debitNote: '-562500.00' },
    { name: 'a cancellation from the first day', endorsement: NEVER, stamp: '-40.00', debitNote: '-562540.00' },
    {
      name: 'a change of panel',
      endorsement: panelUnder({ ...STAMP, flat: kes('90.00') }),
      stamp: '0.00',
      debitNote: '0.00',
    },
  ])('$name', ({ endorsement, stamp, debitNote }) => {
    const { figures, stack } = endorse(policy(STAMP), endorsement);
    expect(taxOn(figures, 'STAMP')).toBe(signed(stamp));
    expect(figures.debitNote).toBe(signed(debitNote));
    expect(identity(figures)).toBe(0n);
    expect(taxOn(notedOn(stack), 'STAMP')).toBe(kes('40.00') + signed(stamp));
  });

  test.each<{ name: string; endorsement: Endorsement; levy: string }>([
    // 0.45 % of 60 % of 1,250,000.00 is 3,375.00: 1,625.00 more is charged for the minimum.
    { name: 'still below the minimum', endorsement: more('250000.00', termsWith(LEVY)), levy: '0.00' },
    { name: 'to above the minimum', endorsement: more('1250000.00', termsWith(LEVY)), levy: '1750.00' },
    {
      name: 'at other terms',
      endorsement: more('1250000.00', { ...termsWith(LEVY), commission: 0n }),
      levy: '1750.00',
    },
    { name: 'a return', endorsement: back('100000.00'), levy: '0.00' },
    { name: 'all of the premium back', endorsement: CANCELLED, levy: '0.00' },
    { name: 'a cancellation from the first day', endorsement: NEVER, levy: '-5000.00' },
    { name: 'a change of panel', endorsement: panelUnder({ ...LEVY, minimum: kes('9000.00') }), levy: '0.00' },
  ])('a minimum: $name', ({ endorsement, levy }) => {
    const { figures, stack } = endorse(policy(LEVY), endorsement);
    expect(taxOn(figures, 'LEVY')).toBe(signed(levy));
    expect(identity(figures)).toBe(0n);
    expect(taxOn(notedOn(stack), 'LEVY')).toBe(kes('5000.00') + signed(levy));
  });

  test('a return to below the minimum keeps the minimum, and never makes the tax more', () => {
    const rich = originalStack({ period: YEAR, terms: termsWith(LEVY), premium: kes('2500000.00') });
    const { figures, stack } = endorse(rich, back('2000000.00'));
    expect(taxOn(figures, 'LEVY')).toBe(kes('5000.00') - kes('6750.00'));
    expect(taxOn(endorse(stack, back('100000.00')).figures, 'LEVY')).toBe(0n);
    // The minimum came after the policy: a return does not bring it.
    const before = originalStack({
      period: YEAR,
      terms: termsWith({ ...LEVY, minimum: null }),
      premium: kes('1250000.00'),
    });
    const raised = endorse(before, panelUnder(LEVY)).stack;
    expect(taxOn(endorse(raised, back('1000.00')).figures, 'LEVY')).toBeLessThanOrEqual(0n);
  });

  test('a flat amount that came with a change of panel is not charged by a return', () => {
    const moved = endorse(policy(STAMP), panelUnder({ ...STAMP, flat: kes('90.00') })).stack;
    expect(taxOn(endorse(moved, back('1000.00')).figures, 'STAMP')).toBe(0n);
    expect(taxOn(endorse(moved, more('1000.00', { ...moved.terms })).figures, 'STAMP')).toBe(kes('50.00'));
  });

  test('a change of panel touches no minimum, so that lines that stay keep every figure; the next return does', () => {
    const abroad: TaxRule = { ...LEVY, appliesTo: 'NON_RESIDENT', minimum: kes('1500.00') };
    // C alone: 0.45 % of 187,500.00 is 843.75. Half of the premium goes from B to C: 0.45 % of 100,000.00 more.
    const before = policy(abroad);
    expect(taxOn(notedOn(before), 'LEVY')).toBe(kes('1500.00'));
    const { figures, stack } = endorse(before, {
      type: 'SEC',
      number: 1,
      date: DATE,
      placement: {
        fac: TERMS.fac,
        lines: [
          { securityId: 1, resident: true, share: percent('25') },
          { securityId: 3, resident: false, share: percent('35') },
        ],
        taxes: termsWith(abroad).taxes,
      },
    });
    expect(taxOn(figures, 'LEVY')).toBe(kes('450.00'));
    expect(figures.debitNote).toBe(kes('450.00'));
    expect(taxOn(endorse(stack, back('0.01')).figures, 'LEVY')).toBe(-kes('450.00'));
  });

  test('what was applied is kept exact', () => {
    const applied = more('1.00', termsWith(STAMP, LEVY));
    expect(readKept(keptAs(applied))).toEqual(applied);
  });
});

function signed(text: string): bigint {
  return text.startsWith('-') ? -kes(text.slice(1)) : kes(text);
}
