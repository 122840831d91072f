import type { RECEIPT_TYPES } from '../../../domain/receipts/states.ts';

type ReceiptType = (typeof RECEIPT_TYPES)[number];

export const RECEIPT_TYPE_LABELS: Record<ReceiptType, string> = {
  PREMIUM: 'Premium',
  CLAIM: 'Claim recovery',
  FEE: 'Fee',
  OTHER: 'Other',
};

/** What a receipt is called: its number once approved, before that the draft's own. */
export function receiptName(receipt: { id: number; receiptNumber: string | null }): string {
  return receipt.receiptNumber ?? `Receipt #${receipt.id}`;
}
