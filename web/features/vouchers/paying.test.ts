import { describe, expect, it } from 'vitest';
import { currenciesOf, payFault, payOf, totalOf, type PayableItem } from './paying.ts';

const item = (id: number, available: string, currency = 'KES'): PayableItem => ({
  item: id,
  policy: { id, name: `NBO/FAC/2026/00000${id}` },
  insured: 'Kisumu Sugar Works',
  credit_note: { id, number: `CN/${id}` },
  debit_note: `DN/${id}`,
  currency,
  net: '218750.00',
  released: '109375.00',
  committed: '0.00',
  paid: '0.00',
  held_back: '0.00',
  due_back: '0.00',
  available,
  due_on: '2026-04-30',
});
const ITEMS = [item(1, '109375.00'), item(2, '0.00')];

describe('paying a security', () => {
  it('pays what is available unless another amount is typed', () => {
    expect(totalOf(ITEMS, { amounts: {}, fill: true }, 'KES')).toBe('109375.00');
    expect(totalOf(ITEMS, { amounts: { 1: '9375.00' }, fill: true }, 'KES')).toBe('9375.00');
    expect(payOf(item(1, '109375.00'), { amounts: { 1: '' }, fill: true })).toBe('');
    expect(payOf(item(1, '109375.00'), { amounts: {}, fill: false })).toBe('');
  });
  it('pays nothing by itself of what was looked for', () => {
    const found = { ...item(3, '5.00'), isFound: true };
    expect(totalOf([...ITEMS, found], { amounts: {}, fill: true }, 'KES')).toBe('109375.00');
    expect(payOf(found, { amounts: { 3: '4.00' }, fill: true })).toBe('4.00');
  });
  it('refuses more than is available', () => {
    expect(payFault(item(1, '109375.00'), { amounts: { 1: '109375.01' }, fill: true })).toBe(
      'Only KES 109,375.00 is available.',
    );
    expect(payFault(item(1, '109375.00'), { amounts: {}, fill: true })).toBeUndefined();
  });
  it('puts the currencies with something available first', () => {
    expect(currenciesOf([item(1, '0.00', 'USD'), item(2, '5.00', 'KES')])).toEqual(['KES', 'USD']);
  });
});
