import type { WireReply } from '../../../domain/endpoint.ts';
import type { getInvoice } from '../../../domain/invoices/contract.ts';
import { showDay } from '../../../domain/values/day.ts';

export type InvoiceRecord = WireReply<typeof getInvoice>;

/** What an invoice or a credit is called: its number once approved, before that the draft's own. */
export function invoiceName({ id, number, credit }: { id: number; number: string | null; credit: boolean }): string {
  return number ?? `${credit ? 'Credit' : 'Invoice'} #${id}`;
}

/** When it is to be paid: as booked, or as entered until then. */
export function dueWords({ due_on: dueOn, note }: InvoiceRecord): string | null {
  const first = note?.due.find((one) => one.outstanding !== '0.00') ?? note?.due[0];
  const day = first?.due_on ?? dueOn;
  return day === null || day === undefined ? null : showDay(day);
}
