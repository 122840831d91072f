import { AppError } from '../../../domain/errors.ts';
import { leftOf } from '../../../domain/receipts/rules.ts';
import { showMoney } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
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

/** The receipt of a refund, locked, with what vouchers do not hold of it yet. */
async function lockReceiptOf(ctx: Ctx, { receipt_id: id }: Voucher) {
  const receipt = await ctx.db
    .selectFrom('receipts')
    .select(['id', 'status', 'amount', 'allocated', 'refunded', 'passed_on'])
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .forUpdate()
    .executeTakeFirst();
  if (!receipt) throw new AppError('NOT_FOUND');
  return { ...receipt, left: leftOf(receipt) };
}

/** Holds cash of a receipt for its refund, so that nothing else can take it. Throws RECEIPT_SPENT. M17. */
export async function holdCash(ctx: Ctx, voucher: Voucher): Promise<void> {
  const receipt = await lockReceiptOf(ctx, voucher);
  if (receipt.status !== 'APPROVED' || voucher.amount > receipt.left)
    throw new AppError('RECEIPT_SPENT', { left: showMoney({ amount: receipt.left, currency: voucher.currency }) });
  await setRefunded(ctx, receipt.id, receipt.refunded + voucher.amount);
}

/** Gives held or refunded cash back to its receipt. */
export async function giveCashBack(ctx: Ctx, voucher: Voucher): Promise<void> {
  const receipt = await lockReceiptOf(ctx, voucher);
  await setRefunded(ctx, receipt.id, receipt.refunded - voucher.amount);
}

async function setRefunded(ctx: Ctx, id: number, refunded: bigint): Promise<void> {
  await ctx.db.updateTable('receipts').set({ refunded }).where('id', '=', id).execute();
}
