import type { Reply } from '../../../domain/endpoint.ts';
import { notFound } from '../../../domain/errors.ts';
import type { getInvoice } from '../../../domain/invoices/contract.ts';
import { formatQuantity } from '../../../domain/invoices/rules.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { peopleOf, refOf } from '../records.ts';
import { creditedInvoice, linesOf, noteOf } from './queries.ts';

type InvoiceRecord = Reply<typeof getInvoice>;

async function headOf(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('invoices as i')
    .innerJoin('branches as b', 'b.id', 'i.branch_id')
    .innerJoin('parties as p', 'p.id', 'i.party_id')
    .leftJoin('invoice_schedule_days as d', 'd.invoice_id', 'i.id')
    .selectAll('i')
    .select(['d.schedule_id', 'd.day as schedule_day'])
    .select(['b.code as branch_code', 'b.name as branch_name', 'p.name as party_name'])
    .where('i.id', '=', id)
    .where('i.branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
}

/** The credits of an invoice that count or may yet count, in their order. */
async function creditsOf(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('invoices')
    .select(['id', 'number', 'status', 'amount'])
    .where('credits_id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .where('status', '!=', 'DISABLED')
    .orderBy('id')
    .execute();
}

async function openNote(ctx: Ctx, id: number, currency: string): Promise<InvoiceRecord['note']> {
  const note = await noteOf(ctx, id);
  if (!note) return null;
  const items = await ctx.db
    .selectFrom('open_items')
    .select(['due_on', 'amount', 'outstanding'])
    .where('note_id', '=', note.id)
    .where('branch_id', 'in', ctx.scope)
    .orderBy('sequence')
    .execute();
  const money = (amount: bigint) => formatAmount(amount < 0n ? -amount : amount, currency);
  return {
    id: note.id,
    void: note.status === 'VOID',
    settled: money(note.settled),
    outstanding: money(note.status === 'VOID' ? 0n : note.amount - note.settled),
    due: items.map(({ due_on: dueOn, amount, outstanding }) => ({
      due_on: dueOn,
      amount: money(amount),
      outstanding: money(outstanding),
    })),
  };
}

/** One invoice or credit as its page shows it. */
export async function invoiceRecord(ctx: Ctx, id: number): Promise<InvoiceRecord> {
  const head = await headOf(ctx, id);
  const { currency, credits_id: credits } = head;
  const [lines, credited, creditedBy, note, people] = await Promise.all([
    linesOf(ctx, id),
    credits === null ? null : creditedInvoice(ctx, credits, head.branch_id),
    creditsOf(ctx, id),
    openNote(ctx, id, currency),
    peopleOf(ctx, head),
  ]);
  const money = (amount: bigint) => formatAmount(amount, currency);
  return {
    id: head.id,
    version: head.version,
    status: head.status as InvoiceRecord['status'],
    number: head.number,
    branch: { id: head.branch_id, code: head.branch_code, name: head.branch_name },
    kind: head.kind as InvoiceRecord['kind'],
    party: { id: head.party_id, name: head.party_name },
    currency,
    net: money(head.net),
    tax: money(head.tax),
    amount: money(head.amount),
    terms: head.payment_terms,
    due_on: head.due_on,
    posted_on: head.posted_on,
    reference: head.reference,
    narration: head.narration,
    lines: lines.map((line) => ({
      description: line.description,
      account: line.account,
      account_name: line.account_name,
      sub_account: refOf(line.subPartyId, line.sub_name),
      quantity: formatQuantity(line.quantity),
      price: money(line.price),
      net: money(line.net),
      tax: refOf(line.taxId, line.tax_name),
      tax_rate: line.tax_rate,
      tax_amount: money(line.tax),
    })),
    credits:
      credits === null || credited === null
        ? null
        : { id: credits, number: credited.number, outstanding: money(credited.outstanding) },
    credited_by: creditedBy.map(({ status, amount, ...credit }) => ({
      ...credit,
      status: status as InvoiceRecord['status'],
      amount: money(amount),
    })),
    schedule:
      head.schedule_id === null || head.schedule_day === null ? null : { id: head.schedule_id, day: head.schedule_day },
    note,
    ...people,
  };
}
