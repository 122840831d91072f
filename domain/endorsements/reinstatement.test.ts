import { describe, expect, test } from 'vitest';
import { addDays } from '../values/day.ts';
import { readEndorsement } from './bases.ts';
import { endorse, type Endorsement } from './endorsements.ts';
import { ap, cancel, DATE, EXAMPLE, kes, nets, NOTHING_TYPED, TERMS } from './example.ts';
import { unearnedOn } from './layers.ts';

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

  test('is not re-divided by a change of securities', () => {
    const lines = TERMS.lines.map((line) =>
      line.securityId === 3 ? { ...line, securityId: 4, resident: true } : line,
    );
    const change = (number: number): Endorsement => ({
      type: 'SEC',
      number,
      date: addDays(DATE, 30),
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
