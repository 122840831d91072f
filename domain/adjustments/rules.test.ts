import { describe, expect, test } from 'vitest';
import { chance } from '../testing/chance.ts';
import { RUNS, SEED } from '../testing/runs.ts';
import { parseAmount, sum } from '../values/money.ts';
import { releasesOf } from '../ledger/releases.ts';
import {
  adjustmentFaults,
  assertTaken,
  assertWithinLimit,
  bearable,
  certificateParts,
  limitNotice,
  uncollectableParts,
  type AdjustablePart,
} from './rules.ts';

const kes = (text: string) => parseAmount(text, 'KES') as bigint;
const TAX = 7;
const part = (id: number, effective: string, changes: Partial<AdjustablePart> = {}): AdjustablePart => ({
  id,
  kind: 'SECURITY',
  taxId: null,
  effective: kes(effective),
  certified: 0n,
  advanced: 0n,
  committed: 0n,
  paid: 0n,
  cameBack: 0n,
  raised: false,
  ...changes,
});
/** A, B, C, our brokerage and C's tax of the example. */
const example = (tax: Partial<AdjustablePart> = {}) => [
  part(1, '218750.00'),
  part(2, '175000.00'),
  part(3, '121875.00'),
  part(4, '37500.00', { kind: 'BROKERAGE' }),
  part(5, '9375.00', { kind: 'TAX', taxId: TAX, ...tax }),
];
const HALF = kes('281250.00');

describe('M1: a certificate pays its own tax', () => {
  test.each([
    ['in full', example(), { taxId: TAX, amount: kes('9375') }, [[5, kes('9375')]], 0n, false],
    [
      'less what is on a voucher',
      example({ committed: kes('5000') }),
      { taxId: TAX, amount: kes('9375') },
      [[5, kes('4375')]],
      kes('5000'),
      false,
    ],
    ['less what is certified', example({ certified: kes('9375') }), { taxId: TAX, amount: 1n }, [], 1n, false],
    [
      'or our brokerage, of a tax that the note has not',
      example(),
      { taxId: 99, amount: kes('1875') },
      [[4, kes('1875')]],
      0n,
      true,
    ],
  ] as const)('%s', (...[, parts, certificate, taken, rest, ofBrokerage]) => {
    expect(certificateParts(parts, certificate)).toEqual({
      taken: taken.map(([id, amount]) => ({ part: id, amount })),
      rest,
      ofBrokerage,
    });
  });
  test('a note of 3,931.20 is settled by 3,669.12 of cash and a certificate of 262.08', () => {
    const parts = [part(1, '3669.12'), part(5, '262.08', { kind: 'TAX', taxId: TAX, certified: kes('262.08') })];
    expect(releasesOf(parts, kes('3669.12')).map((one) => one.released)).toEqual([kes('3669.12'), 0n]);
  });
});

describe('M3: what cannot be collected is the securities’ loss, and ours for brokerage', () => {
  test.each([
    ['half unpaid', example(), { cash: HALF, amount: HALF }, ['109375', '87500', '60937.50', '18750', '4687.50']],
    [
      'half unpaid, the tax certified',
      example({ certified: kes('9375') }),
      { cash: HALF, amount: kes('271875.00') },
      ['107521.19', '86016.95', '59904.66', '18432.20'],
    ],
  ])('%s', (...[, parts, note, amounts]) => {
    const { taken, rest } = uncollectableParts(parts, note);
    expect([taken.map((one) => one.amount), rest]).toEqual([amounts.map(kes), 0n]);
  });
  test('never what is released to a part, nor what a voucher holds', () => {
    const parts = example({ committed: kes('9375'), paid: kes('9375') });
    const { taken, rest } = uncollectableParts(parts, { cash: HALF, amount: HALF });
    expect(taken.find((one) => one.part === 5)).toBeUndefined();
    expect(sum(taken.map((one) => one.amount)) + rest).toBe(HALF);
  });
  test('what it leaves is released in full, on notes of chance', () => {
    const c = chance(SEED);
    for (let run = 0; run < RUNS; run += 1) {
      const parts = Array.from({ length: c.int(1, 7) }, (_, index) =>
        part(index, '0', { effective: c.below(c.pick([9n, 1000n, 10n ** 9n])) }),
      );
      const whole = sum(parts.map((one) => one.effective));
      const cash = c.below(whole + 1n);
      const { taken, rest } = uncollectableParts(parts, { cash, amount: whole - cash });
      const left = parts.map((one) => ({
        ...one,
        effective: one.effective - (taken.find((each) => each.part === one.id)?.amount ?? 0n),
      }));
      expect([rest, sum(releasesOf(left, cash).map((one) => one.released))], `seed ${SEED}, run ${run}`).toEqual([
        0n,
        cash,
      ]);
    }
  });
});

describe('M2 and M4: the firm bears a difference within its limit', () => {
  const note = { number: 'DN/1', currency: 'KES', outstanding: kes('100'), borne: kes('3.20'), limit: kes('10') };
  test.each([
    ['WRITE_OFF', '6.80', null],
    ['WRITE_OFF', '6.81', 'The firm bears at most KES 6.80 more of this note.'],
    ['BANK_CHARGE', '6.81', 'The firm bears at most KES 6.80 more of this note.'],
    ['CERTIFICATE', '9999', null],
    ['UNCOLLECTABLE', '9999', null],
  ] as const)('%s of %s', (kind, amount, message) => {
    expect(limitNotice(kind, note, kes(amount))).toBe(message);
  });
  test('nothing without a limit, and never less than nothing', () => {
    expect(limitNotice('WRITE_OFF', { ...note, limit: 0n }, 1n)).toMatch(/^No limit for KES is set/);
    expect(bearable({ borne: 5n, limit: 3n })).toBe(0n);
    expect(() => assertWithinLimit('WRITE_OFF', note, kes('7'))).toThrow('Some fields need attention.');
    expect(() => assertTaken('CERTIFICATE', 1n, { amount: 3n, currency: 'KES' })).toThrow(
      'Some fields need attention.',
    );
  });
});

test('what is wrong with an adjustment as typed', () => {
  const typed = { kind: 'CERTIFICATE', tax: null, certificate: '', reason: '', day: '2026-03-03' } as const;
  const fields = (changes: Partial<Parameters<typeof adjustmentFaults>[0]>) =>
    adjustmentFaults({ ...typed, ...changes }, '2026-03-02').map((fault) => fault.field);
  expect(fields({})).toEqual(['day', 'tax', 'certificate']);
  expect(fields({ kind: 'WRITE_OFF', day: '2026-03-02' })).toEqual(['reason']);
  expect(fields({ kind: 'BANK_CHARGE', day: '2026-03-02' })).toEqual([]);
  expect(fields({ kind: 'UNCOLLECTABLE', reason: 'Insolvent', day: '2026-03-02' })).toEqual([]);
});
