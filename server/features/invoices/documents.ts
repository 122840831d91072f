import { AppError } from '../../../domain/errors.ts';
import { INVOICES } from '../../../domain/invoices/kinds.ts';
import { formatQuantity } from '../../../domain/invoices/rules.ts';
import { sum, money } from '../../../domain/values/money.ts';
import { paymentTermsLabel } from '../../../domain/placements/terms.ts';
import { invoiceModel, type InvoiceInput } from '../../platform/documents/kinds/invoice.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { DocumentPlan } from '../documents/store.ts';
import { ownBank } from '../papers/notes.ts';
import { addressLines } from '../papers/placements.ts';
import { creditedInvoice, linesOf, noteOf, readInvoice, type Invoice } from './queries.ts';

type Line = Awaited<ReturnType<typeof linesOf>>[number];

/** The taxes of an invoice, each with the percentage and what it is of, in the order of the lines. */
function taxesOf(lines: readonly Line[]): InvoiceInput['taxes'] {
  const taxed = lines.filter((line) => line.taxId !== null);
  return [...Map.groupBy(taxed, (line) => `${line.taxId}/${line.tax_rate}`).values()].map((own) => ({
    name: own[0]?.tax_name ?? '',
    percent: own[0]?.tax_rate ?? 0n,
    of: sum(own.map((line) => line.net)),
    amount: sum(own.map((line) => line.tax)),
  }));
}

async function factsOf(ctx: Ctx, { id, party_id: partyId }: Invoice) {
  const party = await ctx.db
    .selectFrom('parties')
    .select(['name', 'address', 'tax_number'])
    .where('id', '=', partyId)
    .executeTakeFirstOrThrow();
  const texts = await ctx.db
    .selectFrom('invoices')
    .select(['reference', 'narration', 'net'])
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow();
  const due = await ctx.db
    .selectFrom('open_items as o')
    .innerJoin('notes as n', 'n.id', 'o.note_id')
    .select(['o.due_on as dueDay', 'o.amount'])
    .where('n.invoice_id', '=', id)
    .where('o.branch_id', 'in', ctx.scope)
    .orderBy('o.sequence')
    .execute();
  return { party, due, ...texts };
}

/** The invoice, or the credit note of a credit, as it was booked; again with its mark once it is reversed. §7 Documents. */
export async function invoicePlans(ctx: Ctx, { id }: { id: number }): Promise<DocumentPlan[]> {
  const invoice = await readInvoice(ctx, id);
  const { number, currency, credits_id: credits } = invoice;
  const note = await noteOf(ctx, id);
  if (number === null || !note) throw new AppError('NOT_APPROVED');
  const lines = await linesOf(ctx, id);
  const { party, due, net, reference, narration } = await factsOf(ctx, invoice);
  const credited = credits === null ? null : await creditedInvoice(ctx, credits, invoice.branch_id);
  const own = await ownBank(ctx, { purpose: 'OFFICE', branchId: invoice.branch_id, currency });
  return [
    {
      kind: credited ? 'invoice-credit' : 'invoice',
      recordKind: 'invoice',
      recordId: id,
      issue: invoice.version,
      branchId: invoice.branch_id,
      number,
      noteId: note.id,
      partyName: party.name,
      total: money(invoice.amount, currency),
      day: invoice.posted_on ?? ctx.today,
      model: (common) =>
        invoiceModel({
          ...common,
          ...own,
          ...(invoice.status === 'REVERSED' && { watermark: 'VOID' as const }),
          ...(credited && { credits: credited.number ?? '' }),
          party: {
            name: party.name,
            addressLines: addressLines(party.address),
            ...(party.tax_number !== '' && { registration: `Tax number ${party.tax_number}` }),
          },
          currency,
          kind: INVOICES[invoice.kind].label,
          terms: invoice.payment_terms === '' ? '' : paymentTermsLabel(invoice.payment_terms),
          reference,
          narration,
          lines: lines.map((line) => ({
            description: line.description,
            quantity: formatQuantity(line.quantity),
            price: line.price,
            net: line.net,
            ...(line.taxId !== null && { tax: { name: line.tax_name ?? '', percent: line.tax_rate ?? 0n } }),
          })),
          net,
          taxes: taxesOf(lines),
          total: invoice.amount,
          due,
        }),
    },
  ];
}
