import { sql } from 'kysely';
import { AppError, invalid } from '../../../domain/errors.ts';
import type { Day } from '../../../domain/values/day.ts';
import { sum } from '../../../domain/values/money.ts';
import { convert } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { partiesById } from '../placements/queries.ts';
import { takeNumber } from '../ledger/numbers.ts';
import { assertFeeNotMissing } from '../ledger/fees.ts';
import { post, type Posting } from '../ledger/post.ts';
import { rateOn } from '../ledger/rates.ts';
import { postMirrors, reversalsOf } from '../ledger/reversals.ts';
import { settleNotes } from '../receipts/money.ts';
import { lastPostingOnNotes } from '../posting-day.ts';
import type { Outcome, Steps } from '../steps.ts';
import { invoiceBooking, loadCredited, opened, setOffLines, type InvoiceBooking } from './booking.ts';
import { inactiveFaults } from './input.ts';
import { creditedInvoice, lockInvoice, noteOf, type Invoice } from './queries.ts';
import { linesOn, totalOf } from './taxes.ts';

const seriesOf = ({ credits_id: credits }: Invoice) => (credits === null ? 'INV' : 'CN');

/** Issues the note of an invoice or of a credit. G4. */
async function issueNote(
  ctx: Ctx,
  invoice: Invoice,
  { day, booking, number }: { day: Day; booking: InvoiceBooking; number: string },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('notes')
    .values({
      branch_id: invoice.branch_id,
      invoice_id: invoice.id,
      kind: seriesOf(invoice),
      purpose: 'FEE',
      number,
      party_id: invoice.party_id,
      currency: invoice.currency,
      amount: booking.total,
      base_amount: booking.base,
      posted_on: day,
      due_on: booking.due[0]?.dueOn ?? day,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function keepSetOff(
  ctx: Ctx,
  credit: Invoice,
  offset: { credited: number; noteId: number; entryId: number; day: Day },
): Promise<void> {
  await ctx.db
    .insertInto('note_offsets')
    .values({
      branch_id: credit.branch_id,
      return_note_id: offset.noteId,
      note_id: offset.credited,
      entry_id: offset.entryId,
      amount: credit.amount,
      day: offset.day,
      source_kind: 'invoice',
      source_id: credit.id,
    })
    .execute();
}

async function setOff(ctx: Ctx, noteIds: readonly number[], amount: bigint): Promise<void> {
  await settleNotes(
    ctx,
    noteIds.map((noteId) => ({ noteId, amount })),
  );
  await ctx.db
    .updateTable('notes')
    .set((e) => ({ set_off: e('set_off', '+', amount) }))
    .where('id', 'in', noteIds)
    .where('branch_id', 'in', ctx.scope)
    .execute();
}

/** Keeps the taxes with which an invoice is booked on its lines, and gives their sum: the register's of that day. */
async function keepTaxes(ctx: Ctx, { id }: Invoice, lines: InvoiceBooking['taxed']): Promise<bigint> {
  const taxed = lines.map((line, index) => ({ ...line, position: index + 1 })).filter((line) => line.taxId !== null);
  for (const { position, tax_rate, tax } of taxed)
    await ctx.db
      .updateTable('invoice_lines')
      .set({ tax_rate, tax })
      .where('invoice_id', '=', id)
      .where('position', '=', position)
      .where('branch_id', 'in', ctx.scope)
      .execute();
  return sum(lines.map((line) => line.tax));
}

/** Keeps what an invoice or credit owes of each tax, as it is booked: what is remitted of it is held against that. */
async function keepOwed(ctx: Ctx, invoice: Invoice, { day, booking }: { day: Day; booking: InvoiceBooking }) {
  const taxes = booking.lines.flatMap(({ taxId, amount, base }) =>
    taxId === undefined || taxId === null ? [] : [{ tax_id: taxId, amount: -amount, base_amount: -base }],
  );
  if (taxes.length === 0) return;
  const { id, branch_id: branchId, currency } = invoice;
  const common = { branch_id: branchId, invoice_id: id, currency, posted_on: day };
  await ctx.db
    .insertInto('invoice_taxes')
    .values(taxes.map((tax) => ({ ...common, ...tax })))
    .execute();
}

/** Refuses an invoice to a party that is not active any more. Throws VALIDATION. */
async function assertActive(ctx: Ctx, { party_id: party, credits_id: credits }: Invoice): Promise<void> {
  const named = (await partiesById(ctx, null, [party])).get(party);
  const faults = credits === null && named ? inactiveFaults(named) : [];
  if (faults.length > 0) throw invalid(...faults);
}

/** An approval numbers an invoice, issues its note and books it; a credit is set against its invoice with that. §3, G4. */
async function onApprove(ctx: Ctx, invoice: Invoice, { day }: { day: Day }): Promise<Outcome<'invoice'>> {
  await assertActive(ctx, invoice);
  const credited = await loadCredited(ctx, invoice, { lock: true });
  const booking = await invoiceBooking(ctx, invoice, day);
  const tax = await keepTaxes(ctx, invoice, booking.taxed);
  const number = await takeNumber(ctx, seriesOf(invoice), { branchId: invoice.branch_id, day });
  const noteId = await issueNote(ctx, invoice, { day, booking, number });
  await keepOwed(ctx, invoice, { day, booking });
  const { lines, items } = opened(booking, noteId);
  const common = {
    branchId: invoice.branch_id,
    day,
    sourceKind: 'invoice',
    sourceId: invoice.id,
    currency: invoice.currency,
  } as const;
  const postings: Posting[] = [
    {
      ...common,
      event: 'INVOICE_APPROVED',
      narration: credited ? `${number} credits ${credited.number}` : number,
      lines,
    },
  ];
  const [item] = items;
  if (credited && item) {
    const against = await setOffLines(ctx, invoice, { credited, noteId, item });
    const narration = `${number} set against ${credited.number}`;
    postings.push({ ...common, event: 'CREDIT_SET_OFF', narration, lines: against });
    await setOff(ctx, [credited.noteId, noteId], invoice.amount);
  }
  const [, entryId] = await post(ctx, postings);
  if (credited && entryId !== undefined)
    await keepSetOff(ctx, invoice, { credited: credited.noteId, noteId, entryId, day });
  return { number, set: { tax, posted_on: day, search_text: searchKey(`${number} ${invoice.search_text}`) } };
}

/** A credit must still fit its invoice when it is submitted. */
async function onSubmit(ctx: Ctx, invoice: Invoice): Promise<void> {
  await loadCredited(ctx, invoice, { lock: false });
}

/**
 * A reversal makes the note void and books the mirror today; what was received on it or credited comes back first. A
 * credit stays: what it gave back is invoiced again. §3 reversal.
 */
async function onReverse(ctx: Ctx, invoice: Invoice, reason: string): Promise<Outcome<'invoice'>> {
  if (invoice.credits_id !== null) throw new AppError('WRONG_STATE', { status: 'a credit', action: 'reversing it' });
  const note = await noteOf(ctx, invoice.id);
  if (!note) throw new AppError('NOT_FOUND');
  await assertFeeNotMissing(ctx, note.id);
  const booked = await reversalsOf(ctx, { sourceKind: 'invoice', sourceId: invoice.id });
  await ctx.db.updateTable('notes').set({ status: 'VOID' }).where('id', '=', note.id).execute();
  // What was remitted of its tax is taken off the next remittance.
  await sql`
    insert into invoice_taxes (branch_id, invoice_id, tax_id, currency, amount, base_amount, posted_on, reversal)
    select branch_id, invoice_id, tax_id, currency, -amount, -base_amount, ${ctx.today}::date, true
    from invoice_taxes where invoice_id = ${invoice.id} and branch_id = any(${[...ctx.scope]}::int[])`.execute(ctx.db);
  await postMirrors(ctx, booked, {
    event: 'INVOICE_REVERSED',
    narration: `${invoice.number ?? ''} reversed: ${reason}`,
  });
  return {};
}

/** What approving it moves, in base, at the rate of the day of its entry. G8. */
async function amountOf(ctx: Ctx, invoice: Invoice, day: Day): Promise<bigint> {
  const { currency } = invoice;
  return convert(totalOf(await linesOn(ctx, invoice, day)), {
    from: currency,
    to: ctx.firm.baseCurrency,
    rate: await rateOn(ctx, currency, day),
  });
}

/** How an invoice goes from draft to decision and back. */
export const INVOICE_STEPS: Steps<'invoice', Invoice> = {
  kind: 'invoice',
  amountOf,
  // A credit counts against its invoice: not before that was last posted on.
  postsFrom: async (ctx, { credits_id: credits, branch_id: branchId }) => {
    const credited = credits === null ? null : await creditedInvoice(ctx, credits, branchId);
    return credited?.note == null ? null : lastPostingOnNotes(ctx, [credited.note]);
  },
  lock: lockInvoice,
  onSubmit,
  onApprove,
  onReverse,
};
