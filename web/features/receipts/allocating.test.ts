import { describe, expect, it } from 'vitest';
import { allocateOldestFirst, allocatedUnits, partFault, partFor, proposalsOf, type OpenNote } from './allocating.ts';

const note = (id: number, outstanding: string): OpenNote => ({
  id,
  number: `DN/${id}`,
  purpose: 'PREMIUM',
  policy: { id, name: `P${id}` },
  insured: 'Kisumu Sugar Works',
  due_on: '2026-03-31',
  outstanding,
});
const NOTES = [note(1, '100.00'), note(2, '50.00'), note(3, '75.00')];

describe('allocating a receipt', () => {
  it('fills the oldest first and leaves the rest of the last open', () => {
    expect(allocateOldestFirst('120.00', NOTES, 'KES')).toEqual({ 1: '100.00', 2: '20.00' });
    expect(allocateOldestFirst('', NOTES, 'KES')).toEqual({});
  });
  it('leaves over what no note can take', () => {
    const parts = allocateOldestFirst('500.00', NOTES, 'KES');
    expect(allocatedUnits(parts, 'KES')).toBe(22_500n);
  });
  it('gives a ticked note what is left, or all of it while no amount is entered', () => {
    expect(partFor(note(1, '100.00'), 4_000n, 'KES')).toBe('40.00');
    expect(partFor(note(1, '100.00'), null, 'KES')).toBe('100.00');
    expect(partFor(note(1, '100.00'), -5n, 'KES')).toBe('0.00');
  });
  it('refuses more than is outstanding', () => {
    expect(partFault(note(1, '100.00'), '100.01', 'KES')).toBe('Only KES 100.00 is outstanding.');
    expect(partFault(note(1, '100.00'), '100.00', 'KES')).toBeUndefined();
  });
  it('sends parts of something alone', () => {
    expect(proposalsOf({ 1: '0.00', 2: '', 3: '5.00' }, 'KES')).toEqual([{ note: 3, amount: '5.00' }]);
  });
  it('sends what a note in another currency is settled by, and of it what is missing too', () => {
    expect(proposalsOf({ 1: '130.10', 2: '' }, 'KES', { 1: '1.00', 2: '5.00' })).toEqual([
      { note: 1, amount: '130.10', note_amount: '1.00' },
      { note: 2, amount: '', note_amount: '5.00' },
    ]);
  });
});
