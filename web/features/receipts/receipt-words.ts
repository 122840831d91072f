import type { WireReply } from '../../../domain/endpoint.ts';
import type { getReceipt } from '../../../domain/receipts/contract.ts';
import { rateWords } from '../../../domain/values/rate.ts';
import { unitsOf } from '../ledger/wire-amounts.ts';

export type ReceiptRecord = WireReply<typeof getReceipt>;

/** What a receipt is called: its number once approved, before that the draft's own. */
export function receiptName(receipt: { id: number; receiptNumber: string | null }): string {
  return receipt.receiptNumber ?? `Receipt #${receipt.id}`;
}

type Part = ReceiptRecord['allocations'][number];

/** Whether a part settles a note in another currency than the receipt's. M5. */
export const isCrossed = ({ currency }: ReceiptRecord, part: Part): boolean => part.note_currency !== currency;

/** The rate at which it does. */
export const partRate = (
  { currency }: ReceiptRecord,
  { amount, note_amount: settles, note_currency: into }: Part,
): string =>
  rateWords({ amount: unitsOf(amount, currency), currency }, { amount: unitsOf(settles, into), currency: into });
