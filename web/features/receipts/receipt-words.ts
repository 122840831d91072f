import type { WireReply } from '../../../domain/endpoint.ts';
import type { getReceipt } from '../../../domain/receipts/contract.ts';

export type ReceiptRecord = WireReply<typeof getReceipt>;

/** What a receipt is called: its number once approved, before that the draft's own. */
export function receiptName(receipt: { id: number; receiptNumber: string | null }): string {
  return receipt.receiptNumber ?? `Receipt #${receipt.id}`;
}
