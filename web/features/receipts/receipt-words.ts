import type { WireReply } from '../../../domain/endpoint.ts';
import type { getReceipt } from '../../../domain/receipts/contract.ts';
import { rateWords } from '../../../domain/values/rate.ts';
import { can, type Session } from '../../api/session.ts';
import { unitsOf } from '../ledger/wire-amounts.ts';

export type ReceiptRecord = WireReply<typeof getReceipt>;

/** What a receipt is called: its number once approved, before that the draft's own. */
export function receiptName(receipt: { id: number; receiptNumber: string | null }): string {
  return receipt.receiptNumber ?? `Receipt #${receipt.id}`;
}

/** Whether what is left of a receipt can be used in another branch, and this person does that. M16. */
export const mayPassOn = (session: Session | null, receipt: ReceiptRecord): boolean =>
  can(session, 'receipts.pass_on') &&
  (session?.user.branches.length ?? 0) > 1 &&
  receipt.status === 'APPROVED' &&
  receipt.source === null &&
  receipt.receiptType !== 'FEE' &&
  unitsOf(receipt.left, receipt.currency) > 0n;

type Part = ReceiptRecord['allocations'][number];

/** Whether a part settles a note in another currency than the receipt's. M5. */
export const isCrossed = ({ currency }: ReceiptRecord, part: Part): boolean => part.note_currency !== currency;

/** The rate at which it does. */
export const partRate = (
  { currency }: ReceiptRecord,
  { amount, note_amount: settles, note_currency: into }: Part,
): string =>
  rateWords({ amount: unitsOf(amount, currency), currency }, { amount: unitsOf(settles, into), currency: into });
