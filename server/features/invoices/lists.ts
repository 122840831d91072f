import { sql, type RawBuilder } from 'kysely';
import type { Decoded } from '../../../domain/endpoint.ts';
import type { listInvoices } from '../../../domain/invoices/contract.ts';
import { invoiceTable } from '../../../domain/invoices/table.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import { EVERY_MATCH, list } from '../../platform/exports/list.ts';
import { same, type ListDefinition, ofCurrency, type Sorts } from '../../platform/http/lists.ts';

function matching(text: string, most: number): RawBuilder<unknown> {
  return sql`t.id in (select invoices_matching(${text}, ${most}))`;
}

// What is open of an invoice, and of a credit nothing: it was set against its invoice when it was approved.
const INVOICES: ListDefinition = {
  table: 'invoices',
  columns: sql`t.id, t.version, t.status, t.kind, t.number, t.credits_id is not null as credit, b.code as branch, p.name as party, t.party_id,
    t.posted_on, case when t.credits_id is null then coalesce(n.due_on, t.due_on) end as due_on, t.currency, t.amount,
    case n.status when 'ISSUED' then n.amount - n.settled end as outstanding, t.reference, u.name as made_by, t.made_by as made_by_id`,
  joins: sql`join branches b on b.id = t.branch_id join users u on u.id = t.made_by join parties p on p.id = t.party_id
    left join notes n on n.invoice_id = t.id`,
  sorts: { id: 'id', posted_on: 'posted_on', amount: ofCurrency('amount') } satisfies Sorts<
    Sortable<typeof invoiceTable>
  >,
  defaultSort: 'id,desc',
  matches: {},
};

/** Invoices and credits of the caller's branches. §6 Paged lists. */
export const invoices = list({
  table: invoiceTable,
  name: 'invoices',
  title: 'Invoices',
  definition: () => INVOICES,
  where: (_ctx, { status, kind, currency, party }: Decoded<typeof listInvoices>['query']) => [
    same({ status, kind, currency, party_id: party }),
  ],
  search: (text) => matching(text, EVERY_MATCH),
  rowOf: (row: Values<typeof invoiceTable>) => row,
});
