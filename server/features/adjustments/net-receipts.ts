import { sql } from 'kysely';
import { invalid, type FieldError } from '../../../domain/errors.ts';
import type { Day } from '../../../domain/values/day.ts';
import { RECEIPT_STATES, type ReceiptStatus } from '../../../domain/receipts/states.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { RECEIPT_STEPS } from '../receipts/money.ts';
import { decide } from '../steps.ts';

/** A receipt of a net amount: it is approved with the net settlement that names it. */
export type NetReceipt = {
  bank_date: Day;
  id: number;
  number: string | null;
  payer: string;
  currency: string;
  amount: bigint;
  status: ReceiptStatus;
  version: number;
  /** The version that was submitted with the net settlement. */
  kept: number;
};

/** The receipts that a net settlement names, by id. */
export async function receiptsOf(ctx: Ctx, adjustmentId: number): Promise<NetReceipt[]> {
  const { rows } = await sql<NetReceipt>`
    select r.id, r.number, p.name as payer, r.currency, r.amount, r.status, r.version, w.receipt_version as kept, r.bank_date
    from adjustment_receipts w join receipts r on r.id = w.receipt_id join parties p on p.id = r.payer_id
    where w.adjustment_id = ${adjustmentId} and w.branch_id = any(${[...ctx.scope]}::int[]) order by r.id`.execute(
    ctx.db,
  );
  return rows;
}

/** Receipts of the bank that wait for their approval and pay invoices of a claim: those that a net settlement of it may name. */
export async function receiptsOfClaim(ctx: Ctx, claimId: number): Promise<NetReceipt[]> {
  const { rows } = await sql<NetReceipt>`
    select r.id, r.number, p.name as payer, r.currency, r.amount, r.status, r.version, r.version as kept, r.bank_date
    from receipts r join parties p on p.id = r.payer_id
    where r.id in (select x.receipt_id from receipt_proposals x join notes n on n.id = x.note_id where n.claim_id = ${claimId})
      and r.status in ('DRAFT', 'PENDING') and r.source_id is null and r.branch_id = any(${[...ctx.scope]}::int[]) order by r.id`.execute(
    ctx.db,
  );
  return rows;
}

/** Receipts that do not wait, or pay nothing of the claim. §8. */
export async function receiptFaults(ctx: Ctx, claimId: number, receipts: readonly number[]): Promise<FieldError[]> {
  const known = new Set((await receiptsOfClaim(ctx, claimId)).map((one) => one.id));
  const strange = receipts.some((id) => !known.has(id));
  return strange ? [{ field: 'receipts', message: 'Choose receipts of this claim that wait for their approval.' }] : [];
}

/** Keeps which receipts a net settlement names, as they are now. */
export async function keepReceipts(
  ctx: Ctx,
  { id, branchId }: { id: number; branchId: number },
  receipts: readonly number[],
): Promise<void> {
  await ctx.db.deleteFrom('adjustment_receipts').where('adjustment_id', '=', id).execute();
  const named = [...new Set(receipts)];
  if (named.length === 0) return;
  await sql`insert into adjustment_receipts (branch_id, adjustment_id, receipt_id, receipt_version)
    select ${branchId}, ${id}, r.id, r.version from receipts r
    where r.id = any(${named}::int[]) and r.branch_id = any(${[...ctx.scope]}::int[])`.execute(ctx.db);
}

const nameOf = ({ id, payer }: NetReceipt) => `Receipt #${id} of ${payer}`;

/** A net settlement is submitted with receipts that are submitted; it keeps the version that its checker will see. */
export async function pinReceipts(ctx: Ctx, { id, branch_id: branchId }: { id: number; branch_id: number }) {
  const receipts = await receiptsOf(ctx, id);
  const draft = receipts.find((one) => one.status === 'DRAFT');
  if (draft) throw invalid({ field: 'receipts', message: `${nameOf(draft)} is a draft: submit it first.` });
  await keepReceipts(
    ctx,
    { id, branchId },
    receipts.map((one) => one.id),
  );
}

/**
 * Approves the receipts that come in with a net settlement, as their own approval does; one that was approved since is in
 * hand already. Throws bad fields where one is no longer what was submitted. C8.
 */
export async function approveReceipts(ctx: Ctx, adjustmentId: number): Promise<void> {
  for (const receipt of await receiptsOf(ctx, adjustmentId)) {
    if (receipt.status === 'APPROVED') continue;
    if (receipt.status !== 'PENDING' || receipt.version !== receipt.kept) {
      const state = RECEIPT_STATES[receipt.status].label.toLowerCase();
      const what = receipt.status === 'PENDING' ? 'was changed since' : `is ${state}`;
      throw invalid({ field: 'receipts', message: `${nameOf(receipt)} ${what}: submit the net settlement again.` });
    }
    await decide(ctx, RECEIPT_STEPS, {
      params: { id: receipt.id, a: 'APPROVED' },
      query: {},
      body: { version: receipt.version },
    });
  }
}
