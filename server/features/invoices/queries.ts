import type { Credited } from '../../../domain/invoices/rules.ts';
import type { InvoiceKind } from '../../../domain/invoices/kinds.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { selectRecord } from '../records.ts';

/** An invoice or credit as its actions work with it: amounts in minor units. */
export type Invoice = Awaited<ReturnType<typeof lockInvoice>>;

const INVOICE = {
  kind: 'invoice',
  columns: [
    'kind',
    'party_id',
    'credits_id',
    'currency',
    'amount',
    'payment_terms',
    'due_on',
    'posted_on',
    'search_text',
  ],
} as const;

async function selectInvoice(ctx: Ctx, id: number, lock: boolean) {
  const row = await selectRecord(ctx, INVOICE, { id, lock });
  return { ...row, kind: row.kind as InvoiceKind };
}

/** One invoice within the caller's branches, locked until the commit. */
export const lockInvoice = (ctx: Ctx, id: number) => selectInvoice(ctx, id, true);

/** The same without the lock, for what only looks. */
export const readInvoice = (ctx: Ctx, id: number) => selectInvoice(ctx, id, false);

/** The lines of an invoice in their order: quantity in thousandths, amounts in minor units. */
export async function linesOf(ctx: Ctx, invoiceId: number) {
  return ctx.db
    .selectFrom('invoice_lines as l')
    .innerJoin('ledger_accounts as a', 'a.code', 'l.account')
    .leftJoin('parties as s', 's.id', 'l.sub_party_id')
    .leftJoin('taxes as t', 't.id', 'l.tax_id')
    .select([
      'l.description',
      'l.account',
      'a.name as account_name',
      'l.sub_party_id as subPartyId',
      's.name as sub_name',
    ])
    .select(['l.quantity', 'l.price', 'l.net', 'l.tax_id as taxId', 't.name as tax_name', 'l.tax_rate', 'l.tax'])
    .where('l.invoice_id', '=', invoiceId)
    .where('l.branch_id', 'in', ctx.scope)
    .orderBy('l.position')
    .execute();
}

/** An invoice with its note, as a credit of it sees it; null where it is missing or in another branch. */
export async function creditedInvoice(
  ctx: Ctx,
  id: number,
  branchId: number,
): Promise<(Credited & { note: number | null; number: string | null }) | null> {
  const row = await ctx.db
    .selectFrom('invoices as i')
    .leftJoin('notes as n', 'n.invoice_id', 'i.id')
    .select(['i.status', 'i.credits_id', 'i.kind', 'i.party_id as party', 'i.currency', 'i.number'])
    .select(['n.id as note', 'n.amount', 'n.settled'])
    .where('i.id', '=', id)
    .where('i.branch_id', '=', branchId)
    .where('i.branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  if (!row) return null;
  const { credits_id: credits, amount, settled, ...invoice } = row;
  return { ...invoice, isCredit: credits !== null, outstanding: (amount ?? 0n) - (settled ?? 0n) };
}

/** The note of an approved invoice. */
export async function noteOf(ctx: Ctx, invoiceId: number) {
  return ctx.db
    .selectFrom('notes')
    .select(['id', 'status', 'amount', 'settled'])
    .where('invoice_id', '=', invoiceId)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
}
