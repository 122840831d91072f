import { describe, expect, it } from 'vitest';
import { crossedFault, crossedFor, crossedRate, ratesOf, settledWith, takenOf, type ForeignNote } from './crossing.ts';

const note: ForeignNote = {
  id: 1,
  number: 'DN/1',
  purpose: 'PREMIUM',
  policy: { id: 1, name: 'P1' },
  insured: 'Kisumu Sugar Works',
  due_on: '2026-03-31',
  currency: 'USD',
  outstanding: '10000.00',
};
const receipt = {
  currency: 'KES',
  rates: ratesOf([
    { currency: 'KES', rate: '1' },
    { currency: 'USD', rate: '130.1' },
  ]),
};
const ALL = { amount: '1301000.00', settles: '10000.00' };

describe('a note in another currency', () => {
  it('is ticked for all that it owes, or for what is left of the receipt', () => {
    expect(crossedFor(note, null, receipt)).toEqual(ALL);
    expect(crossedFor(note, 200_000_000n, receipt)).toEqual(ALL);
    expect(crossedFor(note, 65_050_000n, receipt)).toEqual({ amount: '650500.00', settles: '5000.00' });
    expect(crossedFor(note, 0n, receipt)).toEqual({ amount: '', settles: '' });
  });
  it('is settled by what is taken of the receipt at the rates of the day, until that is corrected', () => {
    expect(takenOf(note, '130.10', receipt)).toEqual({ amount: '130.10', settles: '1.00' });
    expect(takenOf(note, '', receipt)).toEqual({ amount: '', settles: '' });
    expect(settledWith(note, '9990.00', { ...ALL, receipt })).toEqual({ ...ALL, settles: '9990.00' });
    expect(settledWith(note, '1.00', { amount: '', settles: '', receipt })).toEqual({
      amount: '130.10',
      settles: '1.00',
    });
  });
  it('without a rate has both typed', () => {
    const without = { currency: 'KES', rates: ratesOf([{ currency: 'USD', rate: null }]) };
    expect(takenOf(note, '130.10', without)).toEqual({ amount: '130.10', settles: '' });
    expect(crossedFault(note, { amount: '130.10', settles: '' }, 'KES')).toBe('Enter the amount in USD too.');
    expect(crossedFault(note, { amount: '', settles: '1.00' }, 'KES')).toBe('Enter the amount in KES too.');
  });
  it('is settled by no more than it owes, whatever is taken', () => {
    expect(crossedFault(note, { ...ALL, settles: '10000.01' }, 'KES')).toBe('Only USD 10,000.00 is outstanding.');
    expect(crossedFault(note, ALL, 'KES')).toBeUndefined();
  });
  it('shows its rate, the dearer unit first', () => {
    expect(crossedRate(note, ALL, 'KES')).toBe('1 USD = KES 130.1');
    expect(crossedRate({ ...note, currency: 'KES' }, { amount: '1.00', settles: '130.10' }, 'USD')).toBe(
      '1 USD = KES 130.1',
    );
    expect(crossedRate(note, { amount: '100.00', settles: '3.00' }, 'KES')).toBe('1 USD = KES 33.333333');
    expect(crossedRate(note, { amount: '', settles: '3.00' }, 'KES')).toBe('');
  });
});
