import type { FieldError } from '../errors.ts';
import { readPositive } from '../ledger/amounts.ts';
import { exchanged, type ExchangeRate } from '../values/rate.ts';

/** What is taken of a receipt for a note, in minor units of the receipt's currency, and what it settles of it, in those of the note's. M5. */
export type Allocating = { note: number; amount: bigint; noteAmount: bigint };

type Typed = { note: number; amount: string; note_amount?: string | undefined };
type Receipt = {
  currency: string;
  /** Rates of the day by currency, base units for one unit; null where the firm has none. */
  rates: ReadonlyMap<string, ExchangeRate | null>;
};

/** What an amount is worth in another currency at the rates of the day; null where one of them is missing. M5. */
export function worthIn(amount: bigint, { currency, rates }: Receipt, into: string): bigint | null {
  const from = rates.get(currency) ?? null;
  const to = rates.get(into) ?? null;
  return from === null || to === null
    ? null
    : exchanged(amount, { currency, rate: from }, { currency: into, rate: to });
}

/** What a part settles of its note, or what is wrong with that. */
function settledBy(amount: bigint, typed: string | undefined, of: { receipt: Receipt; into: string }): bigint | string {
  const { receipt, into } = of;
  if (into === receipt.currency) {
    if (typed === undefined || readPositive(typed, into) === amount) return amount;
    return `A note in ${into} is settled by what is taken of the receipt.`;
  }
  if (typed !== undefined) return readPositive(typed, into);
  const worth = worthIn(amount, receipt, into);
  return worth === null || worth === 0n ? `Enter what it settles in ${into}.` : worth;
}

/**
 * Parts of an allocation as typed, in minor units, with the faults of those that are none. What is taken of the receipt is typed;
 * of a note in another currency what it settles is worked out at the rates of the day where it is not typed too. M5, §8.
 */
export function readParts(
  parts: readonly Typed[],
  receipt: Receipt,
  notes: ReadonlyMap<number, { currency: string }>,
): { allocations: Allocating[]; faults: FieldError[] } {
  const faults: FieldError[] = [];
  const allocations = parts.map(({ note, amount: typed, note_amount: settles }, index): Allocating => {
    const amount = readPositive(typed, receipt.currency);
    if (typeof amount === 'string') {
      faults.push({ field: `allocations.${index}.amount`, message: amount });
      return { note, amount: 0n, noteAmount: 0n };
    }
    const noteAmount = settledBy(amount, settles, { receipt, into: notes.get(note)?.currency ?? receipt.currency });
    if (typeof noteAmount === 'bigint') return { note, amount, noteAmount };
    faults.push({ field: `allocations.${index}.note_amount`, message: noteAmount });
    return { note, amount, noteAmount: 0n };
  });
  return { allocations, faults };
}
