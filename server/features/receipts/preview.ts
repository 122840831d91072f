import type { Reply } from '../../../domain/endpoint.ts';
import type { Day } from '../../../domain/values/day.ts';
import { AppError } from '../../../domain/errors.ts';
import type { LedgerLine } from '../../../domain/ledger/entries.ts';
import type { previewReceipt } from '../../../domain/receipts/contract.ts';
import { worthIn, type Allocating } from '../../../domain/receipts/parts.ts';
import { showMoney } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { bookedOn, decisionHead, whyNot } from '../decisions.ts';
import { exchangeWarnings, journalPreview } from '../ledger/preview.ts';
import { ratesOn } from '../ledger/rates.ts';
import { bookingsOf, cashToBe, receiptBooking, type ReceiptBooking } from './booking.ts';
import { TWIN_WARNING } from './input.ts';
import { assertMayPassOn, isPassedOn } from './passing.ts';
import { assertFits, RECEIPT_STEPS } from './money.ts';
import { hasTwin, loadSettling, proposalsOf, readReceipt, type Receipt, type Settling } from './queries.ts';

type Preview = Reply<typeof previewReceipt>;

type Allocated = { allocations: readonly Allocating[]; settling: Settling };
type Planned = { lines: LedgerLine[]; warnings: string[] };

/** Where it was agreed what a note in another currency is settled by, what it would be at the rates of the day. M5. */
async function agreedWords(ctx: Ctx, { currency, bank_date: day }: Receipt, { allocations, settling }: Allocated) {
  const notes = allocations.flatMap((part) => {
    const note = settling.notes.get(part.note);
    return note === undefined || note.currency === currency
      ? []
      : [{ ...part, into: note.currency, name: note.number }];
  });
  if (notes.length === 0) return [];
  const rates = await ratesOn(ctx, [currency, ...notes.map((part) => part.into)], day);
  return notes.flatMap(({ amount, noteAmount, into, name }) => {
    const worth = worthIn(amount, { currency, rates }, into);
    if (worth === null || worth === noteAmount) return [];
    const settled = `${showMoney({ amount, currency })} settles ${showMoney({ amount: noteAmount, currency: into })} of ${name}.`;
    return [`${settled} At the rates of the day it comes to ${showMoney({ amount: worth, currency: into })}.`];
  });
}

/** The allocation as it would be booked now; where it no longer fits, the refusal's own sentence instead. */
async function plannedAllocation(ctx: Ctx, receipt: Receipt, own: ReceiptBooking): Promise<Planned> {
  const allocations = await proposalsOf(ctx, receipt.id);
  const noteIds = allocations.map((part) => part.note);
  const settling = await loadSettling(ctx, { noteIds, receiptId: receipt.id }, { lock: false });
  try {
    assertFits(receipt, allocations, settling);
    const payment = { allocations, settling, cash: cashToBe(own.cash), day: receipt.bank_date, number: '' };
    const lines = bookingsOf(ctx, receipt, payment).flatMap((booking) => booking.lines);
    const agreed = await agreedWords(ctx, receipt, { allocations, settling });
    return { lines, warnings: [...agreed, ...exchangeWarnings(lines, ctx.firm.baseCurrency)] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { lines: [], warnings: [error.errors[0]?.message ?? error.message] };
  }
}

/** In which branch a line is booked, where there are two. */
function codeOfBranch(ctx: Ctx, receipt: Receipt, leaving: boolean): string | undefined {
  if (!isPassedOn(receipt)) return undefined;
  const branch = leaving ? receipt.source_branch_id : receipt.branch_id;
  return ctx.branches.find(({ id }) => id === branch)?.code;
}

/** What approving this receipt will do: the journal with its allocations, warnings. §4: shown before it happens. */
export async function receiptPreview(ctx: Ctx, id: number, chosen: Day | undefined): Promise<Preview> {
  const receipt = await readReceipt(ctx, id);
  // It has a day of its own: another is refused.
  await bookedOn(ctx, RECEIPT_STEPS, { record: receipt, chosen });
  const head = await decisionHead(ctx, RECEIPT_STEPS, receipt);
  // What leaves the other branch is for those who work in both.
  if ((await whyNot(() => assertMayPassOn(ctx, receipt))) !== null)
    return { ...head, warnings: [], notes: [], journal: [] };
  const own = await receiptBooking(ctx, receipt);
  const open = receipt.number === null;
  const planned = open ? await plannedAllocation(ctx, receipt, own) : { lines: [], warnings: [] };
  const twin = await hasTwin(ctx, {
    id: receipt.id,
    payerId: receipt.payer_id,
    amount: receipt.amount,
    currency: receipt.currency,
    bankReference: receipt.bank_reference,
  });
  const lines = [...own.leaving, ...own.lines, ...planned.lines].filter((line) => line.amount !== 0n);
  const branchOf = (line: LedgerLine) => codeOfBranch(ctx, receipt, own.leaving.includes(line));
  return {
    ...head,
    warnings: [...(twin && open ? [TWIN_WARNING] : []), ...planned.warnings],
    notes: [],
    journal: open
      ? await journalPreview(
          ctx,
          lines.map((line) => ({ ...line, branch: branchOf(line) })),
          receipt.currency,
        )
      : [],
  };
}
