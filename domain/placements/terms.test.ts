import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum } from '../values/money.ts';
import { daysBetween } from '../values/day.ts';
import { instalments, PAYMENT_TERMS, paymentTermsLabel, readTerms, remittances, type PaymentTerms } from './terms.ts';

const note = { start: '2026-01-31', noteDay: '2026-02-10', total: 100_000_00n };

describe('when a note falls due', () => {
  test.each([
    ['LUMP_30', ['2026-03-12']],
    ['LUMP_60', ['2026-04-11']],
    ['LUMP_90', ['2026-05-11']],
    ['INSTALMENTS_2', ['2026-01-31', '2026-07-31']],
    ['INSTALMENTS_4', ['2026-01-31', '2026-04-30', '2026-07-31', '2026-10-31']],
  ] as const)('%s', (terms, days) => {
    expect(instalments(terms, note).map((one) => one.dueOn)).toEqual(days);
  });
  test('a lump counts from the later of start and note day', () => {
    expect(instalments('LUMP_30', { ...note, noteDay: '2025-12-01' })[0]?.dueOn).toBe('2026-03-02');
  });
  test('instalments are rounded down and the last takes the rest', () => {
    expect(instalments('INSTALMENTS_4', { ...note, total: 1003n }).map((one) => one.amount)).toEqual([
      250n,
      250n,
      250n,
      253n,
    ]);
    expect(instalments('INSTALMENTS_12', { ...note, total: 5n }).map((one) => one.amount)).toEqual([5n]);
  });
  test.each(PAYMENT_TERMS)('%s adds up to the note', (terms) => {
    expect(sum(instalments(terms, { ...note, total: 123_457n }).map((one) => one.amount))).toBe(123_457n);
  });
  test('a credit note falls due its remittance days later', () => {
    expect(remittances('LUMP_30', { ...note, remittanceDays: 30 })[0]?.dueOn).toBe('2026-04-11');
  });
});

describe('the firm’s own terms', () => {
  test.each([
    ['LUMP_1', 'In full within 1 day'],
    ['LUMP_45', 'In full within 45 days'],
    ['INSTALMENTS_3', '3 instalments, every 4 months'],
    ['INSTALMENTS_6', '6 instalments, every 2 months'],
    ['INSTALMENTS_12', '12 instalments, monthly'],
  ])('%s', (code, label) => {
    expect(readTerms(code)).not.toBeNull();
    expect(paymentTermsLabel(code)).toBe(label);
  });
  test.each(['LUMP_0', 'LUMP_366', 'LUMP_030', 'LUMP_', 'INSTALMENTS_1', 'INSTALMENTS_5', 'INSTALMENTS_24', 'CASH'])(
    '%s is none',
    (code) => {
      expect(readTerms(code)).toBeNull();
      expect(() => instalments(code as PaymentTerms, note)).toThrow(RangeError);
    },
  );
  test('any terms add up to the note, never fall due before the start, and in order', () => {
    const codes = fc.oneof(
      fc.integer({ min: 1, max: 365 }).map((days): PaymentTerms => `LUMP_${days}`),
      fc.constantFrom(2, 3, 4, 6, 12).map((count): PaymentTerms => `INSTALMENTS_${count}`),
    );
    fc.assert(
      fc.property(codes, fc.bigInt({ min: 1n, max: 10n ** 15n }), (code, total) => {
        const parts = instalments(code, { ...note, total });
        expect(sum(parts.map((part) => part.amount))).toBe(total);
        expect(parts.every((part) => part.amount > 0n && daysBetween(note.start, part.dueOn) >= 0)).toBe(true);
        expect(parts.map((part) => part.dueOn)).toEqual(parts.map((part) => part.dueOn).toSorted());
      }),
    );
  });
});
