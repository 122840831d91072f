import { AppError, invalid } from '../../../domain/errors.ts';
import { exchangeLine, priceLines } from '../../../domain/ledger/entries.ts';
import { settledLines, settleInOrder, stepOf } from '../../../domain/ledger/settling.ts';
import { creditFaults, dueDays } from '../../../domain/invoices/rules.ts';
import { invoiceLines } from '../../../domain/invoices/lines.ts';
import type { Instalment } from '../../../domain/placements/terms.ts';
import { allocate } from '../../../domain/values/decimal.ts';
import type { Day } from '../../../domain/values/day.ts';
import { codeOf, readChart } from '../firm/chart.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Opening, PostLine } from '../ledger/post.ts';
import { rateOn } from '../ledger/rates.ts';
import { loadSettling } from '../receipts/queries.ts';
import { creditedInvoice, type Invoice } from './queries.ts';
import { linesOn, totalOf } from './taxes.ts';

/** What approving an invoice books on a day: its entry, and what it opens. */
export type InvoiceBooking = {
  lines: PostLine[];
  due: Instalment[];
  base: bigint;
  /** Its own lines with the taxes of the day, and what they come to. */
  taxed: Awaited<ReturnType<typeof linesOn>>;
  total: bigint;
};

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount);

/** The entry of an invoice, or the mirror of one that is a credit, priced at the rate of the day. §3. */
export async function invoiceBooking(ctx: Ctx, invoice: Invoice, day: Day): Promise<InvoiceBooking> {
  const credit = invoice.credits_id !== null;
  const rate = await rateOn(ctx, invoice.currency, day);
  const taxed = await linesOn(ctx, invoice, day);
  const total = totalOf(taxed);
  const unpriced = invoiceLines(taxed, { partyId: invoice.party_id, credit });
  const lines = priceLines(unpriced, { currency: invoice.currency, base: ctx.firm.baseCurrency, rate });
  const due = dueDays({ terms: invoice.payment_terms, dueOn: invoice.due_on }, { day, total });
  const base = absolute(lines.find((line) => line.account === 'INVOICES_RECEIVABLE')?.base ?? 0n);
  return { lines, due, base, taxed, total };
}

/** The entry with what it opens on its note: an item for each day on which something is due, its base spread over them. */
export function opened({ lines, due, base }: InvoiceBooking, noteId: number): { lines: PostLine[]; items: Opening[] } {
  const bases = allocate(
    base,
    due.map((one) => one.amount),
  );
  const owed = lines.find((line) => line.account === 'INVOICES_RECEIVABLE');
  const sign = (owed?.amount ?? 0n) < 0n ? -1n : 1n;
  const items = due.map(({ sequence, dueOn, amount }, index) => ({
    noteId,
    sequence,
    dueOn,
    amount: sign * amount,
    base: sign * (bases[index] ?? 0n),
  }));
  return { lines: lines.map((line) => (line === owed ? { ...line, noteId, opens: items } : line)), items };
}

/** The invoice of a credit with what is open of it, and why it cannot be credited now. G4. */
export async function loadCredited(ctx: Ctx, credit: Invoice, { lock }: { lock: boolean }) {
  if (credit.credits_id === null) return null;
  const first = await creditedInvoice(ctx, credit.credits_id, credit.branch_id);
  const noteIds = first?.note == null ? [] : [first.note];
  const settling = await loadSettling(ctx, { noteIds, receiptId: 0 }, { lock });
  // What is unpaid is read again once nothing moves it any more.
  const invoice = await creditedInvoice(ctx, credit.credits_id, credit.branch_id);
  const { kind, party_id: party, currency, amount: total } = credit;
  const faults = creditFaults({ kind, party, currency, total }, invoice);
  if (faults.length > 0) throw invalid(...faults);
  if (invoice?.note == null) throw new AppError('NOT_FOUND');
  return { noteId: invoice.note, number: invoice.number ?? '', settling };
}

type Credited = NonNullable<Awaited<ReturnType<typeof loadCredited>>>;

/**
 * A credit set against its invoice: its own item and the invoice's, oldest due first, in one entry on their account. The
 * base that both were booked at may differ: an exchange difference. §3.
 */
export async function setOffLines(
  ctx: Ctx,
  credit: Invoice,
  against: { credited: Credited; noteId: number; item: Opening },
) {
  const { credited, noteId, item } = against;
  const { steps, rest } = settleInOrder(
    credited.settling.instalments.filter((one) => one.noteId === credited.noteId),
    credit.amount,
  );
  if (rest > 0n) throw new AppError('OVER_ALLOCATED', { note: credited.number });
  const own = stepOf({ item, outstanding: item.amount, baseOutstanding: item.base }, credit.amount);
  const account = { code: codeOf(await readChart(ctx.db), 'INVOICES_RECEIVABLE') };
  const taken: PostLine = {
    account,
    partyId: credit.party_id,
    amount: -own.amount,
    base: -own.base,
    noteId,
    settles: [{ item, amount: own.amount, base: own.base }],
  };
  const settled = settledLines(credit.party_id, steps).map(({ steps: of, ...line }): PostLine => ({
    ...line,
    noteId: credited.noteId,
    settles: of.map((step) => ({ item: step.item.id, amount: step.amount, base: step.base })),
  }));
  const lines = [taken, ...settled];
  return [...lines, ...exchangeLine(lines)];
}
