import { AppError } from '../../../domain/errors.ts';
import { passedLines } from '../../../domain/ledger/entries.ts';
import { stepOf } from '../../../domain/ledger/settling.ts';
import { leftOf, passingFaults } from '../../../domain/receipts/rules.ts';
import { rightsOfReceipt } from '../../../domain/receipts/rights.ts';
import { showMoney } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { moveRecord } from '../decisions.ts';
import type { PostLine } from '../ledger/post.ts';
import { reversalsOf } from '../ledger/reversals.ts';
import { lockReceipt, readReceipt, type Receipt } from './queries.ts';

/** A receipt whose cash comes from one of another branch, with where it comes from. */
type Passed = Receipt & { source_id: number; source_branch_id: number; source_number: string };

/** Whether the cash of a receipt comes from a receipt of another branch in place of a bank account. M16. */
export const isPassedOn = (receipt: Receipt): receipt is Passed =>
  receipt.source_id !== null && receipt.source_branch_id !== null && receipt.source_number !== null;

export const rightsOf = (receipt: Receipt) => rightsOfReceipt(isPassedOn(receipt));

/** Both branches are touched: who may not work in both does neither, nor undoes it. Throws FORBIDDEN. M16. */
export function assertMayPassOn(ctx: Ctx, receipt: Receipt): void {
  if (isPassedOn(receipt) && !ctx.can(rightsOf(receipt).decide, receipt.branch_id)) throw new AppError('FORBIDDEN');
}

const spent = (source: Receipt) =>
  new AppError('RECEIPT_SPENT', { left: showMoney({ amount: leftOf(source), currency: source.currency }) });

/** The receipt that cash comes from, locked; what another receipt is to have of it, it must have. Throws RECEIPT_SPENT. */
export async function lockSource(ctx: Ctx, { source_id: id }: Passed, taken: bigint): Promise<Receipt> {
  const source = await lockReceipt(ctx, id);
  if (source.status !== 'APPROVED' || taken > leftOf(source)) throw spent(source);
  return source;
}

const setPassedOn = (ctx: Ctx, id: number, passed: bigint) =>
  ctx.db.updateTable('receipts').set({ passed_on: passed }).where('id', '=', id).execute();

/** Holds cash of the other branch's receipt, so that nothing else can take it. Throws RECEIPT_SPENT. M16. */
export async function holdPassed(ctx: Ctx, receipt: Receipt): Promise<void> {
  if (!isPassedOn(receipt)) return;
  const source = await lockSource(ctx, receipt, receipt.amount);
  await setPassedOn(ctx, source.id, source.passed_on + receipt.amount);
}

/** Gives held cash back to the other branch's receipt. */
export async function givePassedBack(ctx: Ctx, receipt: Receipt): Promise<void> {
  if (!isPassedOn(receipt)) return;
  const source = await lockSource(ctx, receipt, 0n);
  await setPassedOn(ctx, source.id, source.passed_on - receipt.amount);
}

/** The unallocated cash of the other branch's receipt, as its open item. */
async function cashOfSource(ctx: Ctx, { source_id: id }: Passed) {
  return ctx.db
    .selectFrom('open_items')
    .select(['id', 'account', 'outstanding', 'base_outstanding as baseOutstanding'])
    .where('receipt_id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
}

/** What approving cash of another branch books: what leaves the one, what comes into the other, at the base that it had. Throws RECEIPT_SPENT. M16. */
export async function passedBooking(ctx: Ctx, receipt: Passed) {
  const cash = await cashOfSource(ctx, receipt);
  if (!cash || receipt.amount > -cash.outstanding) throw spent(await readReceipt(ctx, receipt.source_id));
  const { amount, base } = stepOf(cash, receipt.amount);
  const { leaves, comes } = passedLines(receipt.payer_id, { amount: -amount, base: -base });
  const leaving = leaves.map((line): PostLine =>
    line.account === 'UNALLOCATED_CASH'
      ? { ...line, account: { code: cash.account }, settles: [{ item: cash.id, amount, base }] }
      : line,
  );
  return { leaving, comes, base: -base };
}

/** The entry of the branch that the cash leaves, as one of its receipt's. */
export const passingPosting = (
  ctx: Ctx,
  receipt: Passed,
  { number, lines }: { number: string; lines: PostLine[] },
) => ({
  branchId: receipt.source_branch_id,
  day: receipt.bank_date,
  event: 'CASH_PASSED_ON' as const,
  sourceKind: 'receipt' as const,
  sourceId: receipt.source_id,
  narration: `${receipt.source_number} used in ${ctx.branches.find(({ id }) => id === receipt.branch_id)?.code ?? ''} by ${number}`,
  currency: receipt.currency,
  lines,
});

/** The other branch's receipt says in its own trail that some of its cash was used, or came back. */
export async function sayPassed(
  ctx: Ctx,
  receipt: Receipt,
  { action, number }: { action: 'passed_on' | 'came_back'; number: string },
): Promise<void> {
  if (!isPassedOn(receipt)) return;
  const source = await lockSource(ctx, receipt, 0n);
  const passed = action === 'came_back' ? source.passed_on - receipt.amount : source.passed_on;
  await moveRecord(
    ctx,
    { kind: 'receipt', record: source },
    { status: 'APPROVED', action, set: { passed_on: passed }, facts: { receipt: number, amount: receipt.amount } },
  );
}

/** What a reversal gives back to the other branch: the mirror of the entry by which the cash left it. */
export async function passingBack(ctx: Ctx, receipt: Receipt) {
  if (!isPassedOn(receipt) || receipt.passing_entry_id === null) return [];
  return reversalsOf(ctx, { sourceKind: 'receipt', sourceId: receipt.source_id, entryId: receipt.passing_entry_id });
}

/** A receipt as a source of cash: why it cannot be one. */
export const faultsOfSource = (source: Receipt, into: { branchId: number; receiptType: string }) =>
  passingFaults(
    {
      status: source.status,
      receiptType: source.receipt_type,
      branchId: source.branch_id,
      isPassedOn: isPassedOn(source),
    },
    into,
  );
