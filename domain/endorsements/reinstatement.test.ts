import { describe, expect, test } from 'vitest';
import { addDays } from '../values/day.ts';
import { readEndorsement } from './bases.ts';
import { endorse, type Endorsement } from './endorsements.ts';
import { ap, cancel, DATE, EXAMPLE, kes, nets, NOTHING_TYPED, TERMS } from './example.ts';
import { premiumOn, unearnedOn } from './layers.ts';
import { endorsementFaults } from './rules.ts';

const ground = {
  stack: EXAMPLE,
  original: { premium: kes('1250000.00'), sumInsured: kes('500000000.00') },
  sumInsured: kes('500000000.00'),
  taxes: TERMS.taxes,
  shortRate: 90_000_000n,
};

/** The reinstatement of C12 as it is typed. */
function reinstatement(typed: Partial<typeof NOTHING_TYPED> = {}): Endorsement {
  const read = readEndorsement(ground, { ...NOTHING_TYPED, keyed: kes('39000.00'), reinstates: true, ...typed });
  if (read.endorsement === null) throw new Error('It is not sound.');
  return read.endorsement;
}

describe('C12: a reinstatement premium', () => {
  const { figures, stack } = endorse(EXAMPLE, reinstatement());

  test('bears no commission and no brokerage: A 9,750, B 7,800, C 5,850 less its tax', () => {
    expect(figures.lines.map((line) => line.sharePremium)).toEqual([975000n, 780000n, 585000n]);
    expect(nets(figures)).toEqual([975000n, 780000n, 555750n]);
    expect([figures.commission, figures.brokerage]).toEqual([0n, 0n]);
  });

  test('bears what was agreed for it', () => {
    const agreed = endorse(EXAMPLE, reinstatement({ brokerage: 10_000_000n }));
    expect(agreed.figures.brokerage).toBe(234000n);
  });

  test('is earned at once: the day after, nothing of it is unearned', () => {
    const next = addDays(DATE, 1);
    expect(unearnedOn(stack, next)).toBe(unearnedOn(EXAMPLE, next));
    const usual = endorse(EXAMPLE, ap({ premium: { keyed: kes('39000.00') } }));
    expect(unearnedOn(usual.stack, next)).toBeGreaterThan(unearnedOn(EXAMPLE, next));
  });

  test('is not returned by a cancellation', () => {
    const date = addDays(DATE, 30);
    expect(endorse(stack, cancel(date)).premium).toBe(endorse(EXAMPLE, cancel(date)).premium);
  });

  test.each([
    ['on its own day', 0],
    ['from a day before it', -30],
  ])('nor by one %s', (_, days) => {
    const date = addDays(DATE, days);
    expect(endorse(stack, cancel(date)).premium).toBe(endorse(EXAMPLE, cancel(date)).premium);
  });

  test('is no part of what a flat return is reckoned on, nor of what can be given back', () => {
    const flat = { ...NOTHING_TYPED, type: 'RP' as const, basis: 'FLAT' as const, sumInsured: kes('400000000.00') };
    const read = readEndorsement({ ...ground, stack }, flat);
    // A fifth of 1,250,000.00, not of 1,289,000.00.
    expect(read.endorsement && endorse(stack, read.endorsement).premium).toBe(-kes('250000.00'));
    const keyed = (amount: bigint) => ({ type: 'RP', number: 2, date: DATE, premium: { keyed: amount } }) as const;
    expect(endorsementFaults(stack, keyed(kes('1250000.01')))).toEqual([
      { field: 'premium', message: 'Return premium exceeds the premium on the policy.' },
    ]);
    const all = endorse(stack, keyed(kes('1250000.00')));
    expect(endorsementFaults(stack, keyed(kes('1250000.00')))).toEqual([]);
    expect([all.figures.facPremium, premiumOn(all.stack)]).toEqual([-kes('750000.00'), kes('39000.00')]);
  });

  test('is no part of the minimum that an adjustable premium keeps', () => {
    const kept = { unearned: 'ALL', atLeast: kes('1250000.00') } as const;
    expect(endorse(stack, { ...cancel(addDays(DATE, 30)), premium: kept } as Endorsement).premium).toBe(0n);
  });

  test('a cancellation from the first day mirrors it with all that was noted', () => {
    const flat = endorse(stack, { type: 'CANCEL_FLAT', number: 2, date: EXAMPLE.period.start });
    expect(flat.premium).toBe(-kes('1289000.00'));
    expect(flat.figures.facPremium).toBe(-kes('773400.00'));
  });

  test.each([
    ['', 30],
    [' of its own day', 0],
  ])('is not re-divided by a change of securities%s', (_, days) => {
    const lines = TERMS.lines.map((line) =>
      line.securityId === 3 ? { ...line, securityId: 4, resident: true } : line,
    );
    const change = (number: number): Endorsement => ({
      type: 'SEC',
      number,
      date: addDays(DATE, days),
      placement: { fac: TERMS.fac, lines, taxes: TERMS.taxes },
    });
    const moved = (on: typeof stack) => endorse(on, change(2)).figures.lines.map((line) => line.netPayable);
    expect(moved(stack)).toEqual(moved(EXAMPLE));
  });

  test('leaves the terms on which the next additional premium is made', () => {
    const next = ap({ number: 2, date: addDays(DATE, 10) });
    expect(stack.terms).toEqual(EXAMPLE.terms);
    expect(endorse(stack, next).figures).toEqual(endorse(EXAMPLE, next).figures);
  });
});
