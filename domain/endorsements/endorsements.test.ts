import { describe, expect, test } from 'vitest';
import { endorse, endorsementPremium, notesOf, type Endorsement } from './endorsements.ts';
import {
  after,
  ap,
  cancel,
  DATE,
  EXAMPLE,
  FLAT,
  kes,
  nets,
  percent,
  rp,
  stackOf,
  TERMS,
  WHT,
  YEAR,
} from './example.ts';
import { placementFigures, premiumFromRate } from '../placements/figures.ts';
import { originalStack, premiumOn, unearnedOn } from './layers.ts';

describe('the example of §2: sum insured +100,000,000 with 146 of 365 days left', () => {
  const change = premiumFromRate(kes('100000000.00'), percent('0.25'));
  const { premium, figures, stack } = endorse(EXAMPLE, ap({ premium: { change } }));
  test('premium, debit note and nets', () => {
    expect(premium).toBe(kes('100000.00'));
    expect(figures.debitNote).toBe(kes('45000.00'));
    expect(nets(figures)).toEqual([kes('17500.00'), kes('14000.00'), kes('9750.00')]);
    expect([figures.facPremium, figures.commission, figures.brokerage, figures.taxOfSecurity]).toEqual([
      kes('60000.00'),
      kes('15000.00'),
      kes('3000.00'),
      kes('750.00'),
    ]);
  });
  test('the stack has a second layer over the days left', () => {
    expect(stack.tranches).toHaveLength(1);
    expect(stack.tranches[0]?.layers).toEqual([
      { ...YEAR, origin: 0, premium: kes('1250000.00'), annual: { of: kes('1250000.00'), by: 1n } },
      {
        start: DATE,
        end: YEAR.end,
        origin: 1,
        premium: kes('100000.00'),
        annual: { of: kes('250000.00'), by: 1n },
      },
    ]);
    expect(premiumOn(stack)).toBe(kes('1350000.00'));
  });
  test('its notes: a debit note to the reinsured, credit notes to the securities', () => {
    expect(notesOf(figures).map((note) => [note.kind, note.party, note.securityId, note.amount])).toEqual([
      ['DN', 'REINSURED', null, kes('45000.00')],
      ['CN', 'SECURITY', 1, kes('17500.00')],
      ['CN', 'SECURITY', 2, kes('14000.00')],
      ['CN', 'SECURITY', 3, kes('9750.00')],
    ]);
  });
});

describe('several layers', () => {
  test('an AP and an extension each give back over their own days', () => {
    const ext: Endorsement = {
      type: 'EXT',
      number: 2,
      date: '2027-03-01',
      end: '2027-03-31',
      premium: { keyed: kes('31000.00') },
      terms: TERMS,
    };
    const stack = after(ap(), ext);
    expect(stack.period).toEqual({ start: YEAR.start, end: '2027-03-31' });
    // 1,250,000 × 100/365 + 100,000 × 100/146 + 31,000 whole, each rounded: 100 days to 28 February.
    expect(unearnedOn(stack, '2026-11-21')).toBe(kes('342465.75') + kes('68493.15') + kes('31000.00'));
    expect(endorsementPremium(stack, cancel('2027-03-17'))).toBe(-kes('15000.00'));
    expect(endorse(stack, cancel('2027-03-17')).stack.cancelledFrom).toBe('2027-03-17');
  });
  test('an extension pro rata costs what the last day costs, additional premium with it', () => {
    const ext: Endorsement = {
      type: 'EXT',
      number: 2,
      date: '2027-03-01',
      end: '2027-03-31',
      premium: { proRata: true },
      terms: TERMS,
    };
    // 31 days of 1,250,000/365 and of 100,000/146.
    expect(endorsementPremium(after(ap()), ext)).toBe(kes('106164.38') + kes('21232.88'));
  });
  test('a second extension costs what the first one does, not what has run out', () => {
    const first: Endorsement = {
      type: 'EXT',
      number: 1,
      date: '2027-03-01',
      end: '2027-03-10',
      premium: { keyed: kes('50000.00') },
      terms: TERMS,
    };
    const second: Endorsement = { ...first, date: '2027-03-11', end: '2027-03-13', premium: { proRata: true } };
    expect(endorsementPremium(after(first), second)).toBe(kes('15000.00'));
  });
  test('a return and then a cancellation on the same day give back what a cancellation alone does', () => {
    const back = rp({ part: 1n, of: 4n });
    const first = endorse(EXAMPLE, back);
    expect(first.premium).toBe(-kes('125000.00'));
    expect(endorsementPremium(first.stack, cancel())).toBe(-kes('375000.00'));
    const whole = endorse(first.stack, cancel());
    expect(premiumOn(whole.stack)).toBe(kes('750000.00'));
    expect(whole.figures.debitNote + first.figures.debitNote).toBe(endorse(EXAMPLE, cancel()).figures.debitNote);
  });
  test('after a return half way to the end, half of what was left is unearned', () => {
    const stack = endorse(EXAMPLE, rp({ part: 1n, of: 4n })).stack;
    // 375,000.00 over 146 days, 73 of them left on 2026-12-18.
    expect(unearnedOn(stack, '2026-12-18')).toBe(kes('187500.00'));
  });
  test('an extension and then a return of all that is unearned takes the added days first and whole', () => {
    const ext: Endorsement = {
      type: 'EXT',
      number: 1,
      date: '2027-03-01',
      end: '2027-03-10',
      premium: { keyed: kes('10000.00') },
      terms: TERMS,
    };
    const { stack, premium } = endorse(after(ext), rp({ unearned: 'ALL' }, '2027-02-28'));
    expect(premium).toBe(-(kes('10000.00') + kes('3424.66')));
    expect(premiumOn(stack)).toBe(kes('1246575.34'));
  });
  test('a keyed return beyond what is unearned takes the rest off what is earned', () => {
    const { stack, figures } = endorse(EXAMPLE, rp({ keyed: kes('1250000.00') }));
    expect(premiumOn(stack)).toBe(0n);
    expect(figures.debitNote).toBe(-kes('562500.00'));
  });
});

describe('rates', () => {
  test('a return claws back at the rates of the layers returned', () => {
    const cheaper = { ...TERMS, commission: percent('20'), taxes: [{ ...WHT, rate: percent('10') }] };
    const added = endorse(EXAMPLE, ap({ terms: cheaper }));
    expect(added.figures).toMatchObject({ commission: kes('12000.00'), taxOfSecurity: kes('1500.00') });
    expect(added.stack.tranches).toHaveLength(2);
    const back = endorse(added.stack, cancel());
    // 500,000 × 60 % at 25 % and 100,000 × 60 % at 20 %; tax on C's 15 % at 5 % and at 10 %.
    expect(back.figures.commission).toBe(-(kes('75000.00') + kes('12000.00')));
    expect(back.figures.taxOfSecurity).toBe(-(kes('3750.00') + kes('1500.00')));
    expect(back.figures.lines[2]?.taxes.map((tax) => [tax.rate, tax.amount])).toEqual([
      [percent('5'), -kes('3750.00')],
      [percent('10'), -kes('1500.00')],
    ]);
  });
  test('another brokerage is the difference alone at the new rate', () => {
    const { figures, stack } = endorse(EXAMPLE, ap({ terms: { ...TERMS, brokerage: percent('10') } }));
    expect([figures.brokerage, figures.debitNote]).toEqual([kes('6000.00'), kes('45000.00')]);
    expect(endorse(stack, cancel()).figures.brokerage).toBe(-(kes('15000.00') + kes('6000.00')));
  });
  test('a tax of another day is the difference alone at the new rate; one that applies to nobody changes nothing', () => {
    const later = { ...TERMS, taxes: [{ ...WHT, rate: percent('6') }] };
    expect(endorse(EXAMPLE, ap({ terms: later })).figures.taxOfSecurity).toBe(kes('900.00'));
    const elsewhere = { ...TERMS, taxes: [WHT, { ...WHT, taxId: 2, market: 'LONDON' as const }] };
    expect(endorse(EXAMPLE, ap({ terms: elsewhere })).stack.tranches).toHaveLength(1);
  });
  test('a tax borne by the reinsured comes and goes with the premium', () => {
    const terms = { ...TERMS, taxes: [{ ...WHT, borneBy: 'REINSURED' as const, appliesTo: 'ALL' as const }] };
    const stack = stackOf(kes('1250000.00'), YEAR, terms);
    expect(endorse(stack, ap({ terms })).figures).toMatchObject({
      taxOfReinsured: kes('3000.00'),
      debitNote: kes('48000.00'),
    });
    expect(endorse(stack, cancel()).figures.debitNote).toBe(-kes('240000.00'));
  });
  test('on unchanged terms the whole is computed afresh, so that cents do not add up', () => {
    const odd = stackOf(1n);
    const one = endorse(odd, ap({ premium: { keyed: 1n } }));
    const two = endorse(one.stack, ap({ number: 2, premium: { keyed: 1n } }));
    const whole = placementFigures({ ...TERMS, premium: 3n });
    expect(one.figures.debitNote + two.figures.debitNote + placementFigures({ ...TERMS, premium: 1n }).debitNote).toBe(
      whole.debitNote,
    );
    expect(two.stack.tranches[0]?.noted).toEqual(whole);
  });
});

describe('cancellation', () => {
  test('pro rata: a credit note to the reinsured, debit notes to the securities', () => {
    const { figures } = endorse(EXAMPLE, cancel());
    expect(figures.debitNote).toBe(-kes('225000.00'));
    expect(nets(figures)).toEqual([-kes('87500.00'), -kes('70000.00'), -kes('48750.00')]);
    expect(notesOf(figures).map((note) => [note.kind, note.amount])).toEqual([
      ['CN', kes('225000.00')],
      ['DN', kes('87500.00')],
      ['DN', kes('70000.00')],
      ['DN', kes('48750.00')],
    ]);
  });
  test('at short rate nine tenths of it', () => {
    const short: Endorsement = { type: 'CANCEL_SHORT', number: 1, date: DATE, premium: { unearned: 'ALL' } };
    const { figures, stack } = endorse(EXAMPLE, short);
    expect(figures.debitNote).toBe(-kes('202500.00'));
    expect(premiumOn(stack)).toBe(kes('800000.00'));
  });
  test('on the first day it gives back the whole, as the flat one does', () => {
    const whole = endorse(EXAMPLE, cancel(YEAR.start));
    expect(whole.figures).toEqual(endorse(EXAMPLE, FLAT).figures);
    expect(whole.figures.debitNote).toBe(-kes('562500.00'));
  });
  test('flat mirrors the notes that were made, were they other than they would be today', () => {
    const noted = placementFigures({ ...TERMS, premium: kes('1249999.99') });
    const stack = originalStack({ period: YEAR, terms: TERMS, premium: kes('1250000.00'), noted });
    expect(endorse(stack, FLAT).figures.debitNote).toBe(-noted.debitNote);
  });
  test('flat mirrors exactly what was noted, changed rates and all', () => {
    const stack = after(ap({ terms: { ...TERMS, commission: percent('20') } }), rp({ keyed: kes('33333.33') }));
    const flat = endorse(stack, FLAT);
    expect(flat.premium).toBe(-premiumOn(stack));
    expect(premiumOn(flat.stack)).toBe(0n);
    const noted = [
      placementFigures({ ...TERMS, premium: kes('1250000.00') }),
      endorse(EXAMPLE, ap({ terms: { ...TERMS, commission: percent('20') } })).figures,
      endorse(after(ap({ terms: { ...TERMS, commission: percent('20') } })), rp({ keyed: kes('33333.33') })).figures,
    ];
    expect(flat.figures.debitNote).toBe(-noted.reduce((total, one) => total + one.debitNote, 0n));
  });
});

test('no premium moves nothing', () => {
  const { figures, premium } = endorse(EXAMPLE, { type: 'NIL', number: 1, date: DATE });
  expect([premium, figures.debitNote, ...nets(figures)]).toEqual([0n, 0n, 0n, 0n, 0n]);
  expect(notesOf(figures)).toEqual([]);
});
