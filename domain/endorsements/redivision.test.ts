import { describe, expect, test } from 'vitest';
import { endorse, notesOf, type Endorsement } from './endorsements.ts';
import { after, ap, cancel, DATE, EXAMPLE, kes, nets, percent, TERMS, WHT, YEAR } from './example.ts';
import type { LayerTerms } from '../placements/figures.ts';
import { linesOn, premiumOn } from './layers.ts';

describe('a change of securities', () => {
  const [a, b, c] = TERMS.lines;
  if (!a || !b || !c) throw new Error('no lines');
  const swap = (lines: LayerTerms['lines'], date = DATE): Endorsement => ({
    type: 'SEC',
    number: 1,
    date,
    placement: { fac: percent('60'), lines, taxes: TERMS.taxes },
  });
  const newcomer = { ...b, securityId: 4 };

  test('one leaves and one comes: the unearned premium alone changes hands', () => {
    const { premium, figures, stack } = endorse(EXAMPLE, swap([a, newcomer, c]));
    expect([premium, figures.debitNote, figures.facPremium]).toEqual([0n, 0n, 0n]);
    expect(figures.lines.map((line) => [line.securityId, line.share, line.netPayable])).toEqual([
      [1, a.share, 0n],
      [4, b.share, kes('70000.00')],
      [3, c.share, 0n],
      [2, b.share, -kes('70000.00')],
    ]);
    expect(notesOf(figures).map((note) => [note.kind, note.securityId])).toEqual([
      ['CN', 4],
      ['DN', 2],
    ]);
    expect(premiumOn(stack)).toBe(kes('1250000.00'));
    expect(linesOn(stack, '2026-10-05').map((line) => line.securityId)).toEqual([1, 2, 3]);
    expect(linesOn(stack, DATE).map((line) => line.securityId)).toEqual([1, 4, 3]);
    expect(linesOn(stack, '2026-02-28')).toEqual([]);
  });
  test('a resident taking over from a non-resident gives the tax back', () => {
    const { figures } = endorse(EXAMPLE, swap([a, b, { securityId: 4, resident: true, share: c.share }]));
    expect(figures).toMatchObject({ debitNote: 0n, taxOfSecurity: -kes('3750.00'), netPayable: kes('3750.00') });
  });
  test('another commission for the newcomer changes the debit note', () => {
    const { figures } = endorse(EXAMPLE, swap([a, { ...newcomer, commission: percent('30') }, c]));
    expect(figures.debitNote).toBe(-kes('5000.00'));
  });
  test('shares moved between two securities', () => {
    const { figures } = endorse(EXAMPLE, swap([{ ...a, share: percent('30') }, { ...b, share: percent('15') }, c]));
    expect(nets(figures)).toEqual([kes('17500.00'), -kes('17500.00'), 0n]);
  });
  test('one leaves and the order goes down with it', () => {
    const smaller: Endorsement = {
      type: 'SEC',
      number: 1,
      date: DATE,
      placement: { fac: percent('45'), lines: [a, b], taxes: TERMS.taxes },
    };
    const { figures, stack } = endorse(EXAMPLE, smaller);
    expect(nets(figures)).toEqual([0n, 0n, -kes('48750.00')]);
    expect(figures.debitNote).toBe(-kes('56250.00'));
    expect(stack.terms.fac).toBe(percent('45'));
  });
  test('every layer is re-divided at its own rates, and a later return leaves the one that left alone', () => {
    const cheaper = { ...TERMS, commission: percent('20') };
    const { stack, figures } = endorse(after(ap({ terms: cheaper })), swap([a, newcomer, c]));
    // 20 % of 500,000 at 30 % deductions and of 100,000 at 25 %.
    expect(figures.lines[1]?.netPayable).toBe(kes('70000.00') + kes('15000.00'));
    expect(stack.tranches).toHaveLength(3);
    const later = endorse(stack, cancel('2026-12-18')).figures;
    expect(later.lines.map((line) => line.securityId)).toEqual([1, 4, 3]);
    expect(later.lines[1]?.netPayable).toBe(-(kes('35000.00') + kes('7500.00')));
  });
  test('on the first day the one that leaves gives back all of it', () => {
    const { figures } = endorse(EXAMPLE, swap([a, newcomer, c], YEAR.start));
    expect(figures.lines.at(-1)).toMatchObject({ securityId: 2, netPayable: -kes('175000.00') });
  });
  test('back to the old lines on the same day, nothing is left of it', () => {
    const there = endorse(EXAMPLE, swap([a, newcomer, c]));
    const back = endorse(there.stack, swap([a, b, c]));
    expect(nets(back.figures)).toEqual([0n, kes('70000.00'), 0n, -kes('70000.00')]);
    expect(linesOn(back.stack, DATE).map((line) => line.securityId)).toEqual([1, 2, 3]);
    expect(back.stack.placements.map((placement) => placement.from)).toEqual([YEAR.start, DATE]);
    expect(back.stack.tranches).toHaveLength(1);
  });
  test('the newcomer bears the tax of the day on which it comes', () => {
    const later = [{ ...WHT, rate: percent('10'), appliesTo: 'ALL' as const }];
    const { figures } = endorse(EXAMPLE, {
      type: 'SEC',
      number: 1,
      date: DATE,
      placement: { fac: percent('60'), lines: [a, newcomer, c], taxes: later },
    });
    // 500,000.00 unearned: 10 % of 60 % now, 5 % of C's 15 % given back.
    expect(figures.taxOfSecurity).toBe(kes('30000.00') - kes('3750.00'));
    expect(figures.lines[1]?.taxes.map((tax) => [tax.rate, tax.amount])).toEqual([[percent('10'), kes('10000.00')]]);
  });
  test('layers that stood on other taxes stand on the same ones from then on', () => {
    const taxed = { ...TERMS, taxes: [{ ...WHT, rate: percent('6') }] };
    const { stack } = endorse(after(ap({ terms: taxed })), swap([a, newcomer, c]));
    // The additional premium began on this day, so all of it moves; of the original the earned part stays.
    expect(stack.tranches.map((tranche) => tranche.layers.length)).toEqual([1, 2]);
  });
});
