import { worthIn } from '../../../domain/receipts/parts.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { parseExchangeRate, type ExchangeRate, rateWords } from '../../../domain/values/rate.ts';
import { unitsOf } from '../ledger/wire-amounts.ts';
import { partFault, type OpenNote } from './allocating.ts';

/** An open note in another currency than the receipt. */
export type ForeignNote = OpenNote & { currency: string };
/** What is taken of the receipt, and what it settles of the note, each in its own currency; '' for nothing. */
export type Crossed = { amount: string; settles: string };
/** The receipt's currency, and the rates of its day by currency. */
export type Receiving = { currency: string; rates: ReadonlyMap<string, ExchangeRate | null> };

/** Rates as they travel, by currency. */
export function ratesOf(
  rates: readonly { currency: string; rate: string | null }[],
): ReadonlyMap<string, ExchangeRate | null> {
  return new Map(
    rates.map(({ currency, rate }) => {
      const read = rate === null ? null : parseExchangeRate(rate);
      return [currency, typeof read === 'bigint' ? read : null];
    }),
  );
}

const textOf = (units: bigint | null, currency: string) =>
  units === null || units <= 0n ? '' : formatAmount(units, currency);

/** With another amount of the receipt: what it settles is worked out at the rates of the day. M5. */
export function takenOf(note: ForeignNote, amount: string, receipt: Receiving): Crossed {
  const units = unitsOf(amount, receipt.currency);
  if (units === 0n) return { amount, settles: '' };
  return { amount, settles: textOf(worthIn(units, receipt, note.currency), note.currency) };
}

/** With another amount settled: what is taken of the receipt stays, and is worked out where there is none yet. M5. */
export function settledWith(note: ForeignNote, settles: string, held: Crossed & { receipt: Receiving }): Crossed {
  const { amount, receipt } = held;
  if (settles === '' || unitsOf(amount, receipt.currency) !== 0n) return { amount, settles };
  const taken = worthIn(unitsOf(settles, note.currency), { ...receipt, currency: note.currency }, receipt.currency);
  return { amount: textOf(taken, receipt.currency), settles };
}

/** What ticking a note gives it: all that it owes where what is left of the receipt is worth it, else all that is left. M5. */
export function crossedFor(note: ForeignNote, left: bigint | null, receipt: Receiving): Crossed {
  const whole = settledWith(note, note.outstanding, { amount: '', settles: '', receipt });
  if (left === null || unitsOf(whole.amount, receipt.currency) <= left) return whole;
  return left <= 0n ? { amount: '', settles: '' } : takenOf(note, formatAmount(left, receipt.currency), receipt);
}

/** What is wrong with the part of one note. §8 allocation, M5. */
export function crossedFault(note: ForeignNote, { amount, settles }: Crossed, currency: string): string | undefined {
  const taken = unitsOf(amount, currency);
  const settled = unitsOf(settles, note.currency);
  if (taken < 0n) return 'Amount must be more than 0.';
  if ((taken === 0n) !== (settled === 0n)) return `Enter the amount in ${taken === 0n ? currency : note.currency} too.`;
  return partFault(note, settles, note.currency);
}

/** The rate at which a part settles its note. */
export const crossedRate = (note: ForeignNote, { amount, settles }: Crossed, currency: string): string =>
  rateWords(
    { amount: unitsOf(amount, currency), currency },
    { amount: unitsOf(settles, note.currency), currency: note.currency },
  );
