import type { WireReply } from '../../../domain/endpoint.ts';
import type { getInvoice } from '../../../domain/invoices/contract.ts';
import { isNothing } from '../ledger/wire-amounts.ts';
import { showDay } from '../../ui/marks/format.ts';

export type InvoiceRecord = WireReply<typeof getInvoice>;

/** What an invoice or a credit is called: its number once approved, before that the draft's own. */
export function invoiceName({ id, number, credit }: { id: number; number: string | null; credit: boolean }): string {
  return number ?? `${credit ? 'Credit' : 'Invoice'} #${id}`;
}

/** When what is unpaid first falls due: as booked, or as entered until then. */
export function dueWords({ due_on: dueOn, note, currency }: InvoiceRecord): string | null {
  const first = note?.due.find((one) => !isNothing(one.outstanding, currency)) ?? note?.due[0];
  const day = first?.due_on ?? dueOn;
  return day === null || day === undefined ? null : showDay(day);
}
