import { oldestFirst } from '../../../domain/ledger/releases.ts';
import { toCount } from '../../../domain/values/decimal.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import { unitsOf } from '../ledger/wire-amounts.ts';
import { showMoney } from '../../ui/marks/format.ts';

/** An open note as the table shows it, and what is allocated to each by its id (decimal text, '' or absent for nothing). */
export type OpenNote = {
  id: number;
  number: string;
  purpose: string;
  /** None of an invoice of the firm itself. */
  policy: { id: number; name: string } | null;
  insured: string;
  due_on: string;
  outstanding: string;
};
export type Parts = Readonly<Record<string, string>>;

/** Divides an amount over the notes, the oldest due first. */
export function allocateOldestFirst(amount: string, notes: readonly OpenNote[], currency: string): Parts {
  const claimants = notes.map((note) => ({ key: String(note.id), open: unitsOf(note.outstanding, currency) }));
  const { parts } = oldestFirst(unitsOf(amount, currency), claimants);
  return Object.fromEntries(parts.map((part) => [part.key, formatAmount(part.amount, currency)]));
}

export function allocatedUnits(parts: Parts, currency: string): bigint {
  return sum(Object.values(parts).map((part) => unitsOf(part, currency)));
}

/** What ticking a note gives it: as much as is left, at most what it is short of; all of it while no amount is entered. */
export function partFor(note: OpenNote, left: bigint | null, currency: string): string {
  const open = unitsOf(note.outstanding, currency);
  const part = left === null || open < left ? open : left;
  return formatAmount(part > 0n ? part : 0n, currency);
}

/** What is wrong with the part of one note. §8 allocation. */
export function partFault(note: OpenNote, part: string | undefined, currency: string): string | undefined {
  const units = unitsOf(part, currency);
  if (units < 0n) return 'Amount must be more than 0.';
  const open = unitsOf(note.outstanding, currency);
  return units > open ? `Only ${showMoney({ amount: open, currency })} is outstanding.` : undefined;
}

/** What is settled of notes in another currency, of those alone of which something is still taken. */
export const settledOf = (parts: Parts, settled: Parts): Record<string, string> =>
  Object.fromEntries(Object.entries(settled).filter(([note]) => parts[note] !== undefined));

type Proposal = { note: number; amount: string; note_amount?: string };

/** The allocation as it travels: parts of something, in the order of the notes; of notes in another currency with what is settled. */
export function proposalsOf(parts: Parts, currency: string, settled: Parts = {}): Proposal[] {
  return Object.entries(parts).flatMap(([id, amount]): Proposal[] => {
    const note = toCount(id) ?? 0;
    const settles = settled[id] ?? '';
    if (settles !== '') return [{ note, amount, note_amount: settles }];
    return unitsOf(amount, currency) === 0n ? [] : [{ note, amount }];
  });
}
