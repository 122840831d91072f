import { AppError } from '../../../domain/errors.ts';
import { leftOf } from '../../../domain/receipts/rules.ts';
import { showMoney } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { moveRecord } from '../decisions.ts';
import { lockReceipt, type Receipt } from '../receipts/queries.ts';
import type { Voucher } from './queries.ts';

/** The parts of a credit note that are not refunded in full, oldest first. M17. */
export async function openRefunds(ctx: Ctx, { note_id: noteId }: Voucher): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('note_parts')
    .select('id')
    .where('credit_note_id', '=', noteId)
    .where('kind', '=', 'REFUND')
    .where('branch_id', 'in', ctx.scope)
    .whereRef('committed', '<', 'effective')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** The unallocated cash that a refund's receipt still has, as its open item. */
export async function cashOf(ctx: Ctx, { receipt_id: receiptId }: Voucher, { lock }: { lock: boolean }) {
  const query = ctx.db
    .selectFrom('open_items')
    .select(['id', 'account', 'outstanding', 'base_outstanding as baseOutstanding'])
    .where('receipt_id', '=', receiptId)
    .where('branch_id', 'in', ctx.scope);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** The receipt of a refund, locked, and then what it still has: in the order of all locks. */
export async function lockCash(ctx: Ctx, voucher: Voucher): Promise<void> {
  await lockReceiptOf(ctx, voucher);
  await cashOf(ctx, voucher, { lock: true });
}

async function lockReceiptOf(ctx: Ctx, { receipt_id: id }: Voucher): Promise<Receipt> {
  if (id === null) throw new AppError('NOT_FOUND');
  return lockReceipt(ctx, id);
}

/** Holds cash of a receipt for its refund, so that nothing else can take it. Throws RECEIPT_SPENT. M17. */
export async function holdCash(ctx: Ctx, voucher: Voucher): Promise<void> {
  const receipt = await lockReceiptOf(ctx, voucher);
  const left = leftOf(receipt);
  if (receipt.status !== 'APPROVED' || voucher.amount > left)
    throw new AppError('RECEIPT_SPENT', { left: showMoney({ amount: left, currency: voucher.currency }) });
  await setRefunded(ctx, receipt.id, receipt.refunded + voucher.amount);
}

/** Gives held or refunded cash back to its receipt. */
export async function giveCashBack(ctx: Ctx, voucher: Voucher): Promise<void> {
  const receipt = await lockReceiptOf(ctx, voucher);
  const refunded = receipt.refunded - voucher.amount;
  if (voucher.status !== 'PAID') return setRefunded(ctx, receipt.id, refunded);
  await sayRefunded(ctx, voucher, { action: 'refund_taken_back', set: { refunded } });
}

/** A receipt says in its own trail that some of its cash was paid back, or came back: its paper is another one from then on. */
export async function sayRefunded(
  ctx: Ctx,
  voucher: Voucher,
  { action, set }: { action: 'refunded' | 'refund_taken_back'; set?: { refunded: bigint } },
): Promise<void> {
  const record = await lockReceiptOf(ctx, voucher);
  const facts = { voucher: voucher.number, amount: voucher.amount };
  await moveRecord(ctx, { kind: 'receipt', record }, { status: record.status, action, set, facts });
}

async function setRefunded(ctx: Ctx, id: number, refunded: bigint): Promise<void> {
  await ctx.db.updateTable('receipts').set({ refunded }).where('id', '=', id).execute();
}
