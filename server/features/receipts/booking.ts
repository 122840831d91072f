import { type LedgerLine, priceLines, receiptLines } from '../../../domain/ledger/entries.ts';
import { brokerageCollectedLines } from '../../../domain/ledger/deferred.ts';
import {
  after,
  allocationLines,
  crossedLines,
  settledLines,
  settleInOrder,
  stepOf,
} from '../../../domain/ledger/settling.ts';
import type { Outstanding, SettlingStep } from '../../../domain/ledger/settling.ts';
import { AppError } from '../../../domain/errors.ts';
import type { LineAccount } from '../../../domain/ledger/accounts.ts';
import type { Allocating } from '../../../domain/receipts/parts.ts';
import { laterOf, type Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Opening, Posting, PostLine } from '../ledger/post.ts';
import { bankOfLine } from '../firm/own-banks.ts';
import { rateOn } from '../ledger/rates.ts';
import { isPassedOn, passedBooking } from './passing.ts';
import type { Receipt, Settling } from './queries.ts';

/**
 * What approving a receipt books first: the bank and its unallocated cash, with the item that the cash opens. Of cash of another branch
 * `leaving` is what leaves that one.
 */
export type ReceiptBooking = { lines: PostLine[]; cash: Opening; base: bigint; leaving: PostLine[] };

/** The lines of a receipt from the bank at the rate of its bank date. */
async function bankedLines(ctx: Ctx, receipt: Receipt): Promise<LedgerLine[]> {
  if (receipt.bank_account_id === null) throw new Error('A receipt has a bank account or a source.');
  const rate = await rateOn(ctx, receipt.currency, receipt.bank_date);
  const unpriced = receiptLines({
    bank: await bankOfLine(ctx, receipt.bank_account_id),
    payerId: receipt.payer_id,
    amount: receipt.amount,
  });
  return priceLines(unpriced, { currency: receipt.currency, base: ctx.firm.baseCurrency, rate });
}

/** The receipt's own entry: from the bank at the rate of its bank date, from another branch at the base that its cash has there. M16. */
export async function receiptBooking(ctx: Ctx, receipt: Receipt): Promise<ReceiptBooking> {
  const passed = isPassedOn(receipt) ? await passedBooking(ctx, receipt) : null;
  const lines = passed?.comes ?? (await bankedLines(ctx, receipt));
  const credit = lines.find((line) => line.account === 'UNALLOCATED_CASH');
  const base = credit?.base ?? 0n;
  const cash = { receiptId: receipt.id, sequence: 1, dueOn: receipt.bank_date, amount: -receipt.amount, base };
  const opening = lines.map((line) => (line === credit ? { ...line, opens: [cash] } : line));
  return { lines: opening, cash, base: -base, leaving: passed?.leaving ?? [] };
}

/** Unallocated cash to take from: an open item by its id, or the one that the receipt's entry is about to open. */
type CashSource = Outstanding & { item: number | Opening; account: LineAccount };

export const cashToBe = (cash: Opening): CashSource => ({
  item: cash,
  account: 'UNALLOCATED_CASH',
  outstanding: cash.amount,
  baseOutstanding: cash.base,
});

export type AllocationBooking = Omit<Allocating, 'note'> & {
  noteId: number;
  day: Day;
  narration: string;
  lines: PostLine[];
};

/**
 * One entry for each note: cash to the note's instalments, oldest due first, with the exchange difference and the
 * deferred brokerage that it releases; of a note in another currency through exchange clearing. It is booked on `day`, but never
 * before its note. M5.
 */
export function bookingsOf(
  { firm: { baseCurrency: base } }: Ctx,
  { payer_id: payer, currency }: Pick<Receipt, 'payer_id' | 'currency'>,
  payment: { allocations: readonly Allocating[]; settling: Settling; cash: CashSource; day: Day; number: string },
): AllocationBooking[] {
  let cash = payment.cash;
  return payment.allocations.map(({ note: noteId, amount, noteAmount }) => {
    const note = payment.settling.notes.get(noteId);
    if (!note) throw new AppError('NOT_FOUND');
    const own = payment.settling.instalments.filter((item) => item.noteId === noteId);
    const { steps, rest } = settleInOrder(own, noteAmount);
    if (rest > 0n) throw new AppError('OVER_ALLOCATED', { note: note.number });
    const spent = stepOf(cash, amount);
    cash = after(cash, spent);
    const paid = { account: cash.account, currency, amount: spent.amount, base: spent.base };
    const owed = { currency: note.currency, base, steps };
    const lines = currency === note.currency ? allocationLines(payer, paid, steps) : crossedLines(payer, paid, owed);
    const deferred = payment.settling.deferred.get(noteId);
    return {
      noteId,
      amount,
      noteAmount,
      day: laterOf(payment.day, note.postedOn),
      narration: `${payment.number} to ${note.number}`,
      lines: [
        ...lines.map(({ steps: own, ...line }, index): PostLine => {
          if (index === 0)
            return { ...line, settles: [{ item: spent.item.item, amount: spent.amount, base: spent.base }] };
          const settles = own.map((step) => ({ item: step.item.id, amount: step.amount, base: step.base }));
          return settles.length > 0 ? { ...line, noteId, settles } : line;
        }),
        ...(deferred ? brokerageCollectedLines({ ...deferred, cash: deferred.cash + noteAmount }) : []).map((line) => ({
          ...line,
          currency: note.currency,
          noteId,
        })),
      ],
    };
  });
}

/** The lines that take steps off a note's items, as they are posted. */
export function settling(
  noteId: number,
  steps: readonly SettlingStep<Settling['instalments'][number]>[],
  partyId: number,
): PostLine[] {
  return settledLines(partyId, steps).map(({ steps: own, ...line }) => ({
    ...line,
    noteId,
    settles: own.map((step) => ({ item: step.item.id, amount: step.amount, base: step.base })),
  }));
}

/** The receipt's own posting. */
export function receiptPosting(receipt: Receipt, booking: ReceiptBooking, number: string): Posting {
  const passed = isPassedOn(receipt);
  return {
    branchId: receipt.branch_id,
    day: receipt.bank_date,
    event: passed ? 'CASH_TAKEN_OVER' : 'RECEIPT',
    sourceKind: 'receipt',
    sourceId: receipt.id,
    narration: passed ? `${number} from ${receipt.source_number}` : `${number} received`,
    currency: receipt.currency,
    lines: booking.lines,
  };
}

/** Allocations as postings of their receipt. */
export function allocationPostings(receipt: Receipt, bookings: readonly AllocationBooking[]): Posting[] {
  return bookings.map(({ day, narration, lines }) => ({
    branchId: receipt.branch_id,
    day,
    event: 'ALLOCATION',
    sourceKind: 'receipt',
    sourceId: receipt.id,
    narration,
    currency: receipt.currency,
    lines,
  }));
}
