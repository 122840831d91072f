import { describe, expect, test } from 'vitest';
import { sum } from '../values/money.ts';
import { instalments, PAYMENT_TERMS, remittances } from './terms.ts';

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
