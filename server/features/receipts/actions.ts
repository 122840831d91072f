import type { Decoded } from '../../../domain/endpoint.ts';
import type { editReceipt as editEndpoint, saveReceipt as saveEndpoint } from '../../../domain/receipts/contract.ts';
import type { Allocating } from '../../../domain/receipts/parts.ts';
import { invalid } from '../../../domain/errors.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertMayHere, assertStep, edition, making, moveRecord, type Saved } from '../decisions.ts';
import { checkReceipt, type CheckedReceipt, type ReceiptInput } from './input.ts';
import { isPassedOn } from './passing.ts';
import { lockReceipt } from './queries.ts';

export type SavedWithWarnings = Saved & { warnings: string[] };

function columnsOf(input: ReceiptInput, checked: CheckedReceipt) {
  return {
    receipt_type: input.receiptType,
    method: input.method ?? 'BANK_TRANSFER',
    payer_id: input.reinsured,
    bank_date: input.dateOfIssue,
    bank_account_id: checked.bankAccountId,
    currency: input.currency,
    amount: checked.amount,
    bank_reference: input.bank_reference ?? '',
    narration: input.narrationRef ?? '',
    search_text: checked.searchText,
  };
}

/** Writes what a receipt proposes to settle in place of what it did. */
export async function replaceProposals(
  ctx: Ctx,
  receipt: { id: number; branchId: number },
  proposals: readonly Allocating[],
): Promise<void> {
  await ctx.db.deleteFrom('receipt_proposals').where('receipt_id', '=', receipt.id).execute();
  if (proposals.length === 0) return;
  await ctx.db
    .insertInto('receipt_proposals')
    .values(
      proposals.map(({ note, amount, noteAmount }) => ({
        branch_id: receipt.branchId,
        receipt_id: receipt.id,
        note_id: note,
        amount,
        note_amount: noteAmount,
      })),
    )
    .execute();
}

/** Saves a new receipt as a draft with the allocation that its maker proposes. */
export async function saveReceipt(ctx: Ctx, { body }: Decoded<typeof saveEndpoint>): Promise<SavedWithWarnings> {
  assertMayHere(ctx, 'receipts.create');
  const checked = await checkReceipt(ctx, body, { id: null, branchId: ctx.branch.id });
  const { id } = await ctx.db
    .insertInto('receipts')
    .values({
      ...columnsOf(body, checked),
      branch_id: ctx.branch.id,
      ...making(ctx),
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await replaceProposals(ctx, { id, branchId: ctx.branch.id }, checked.proposals);
  await ctx.audit({
    entity: 'receipt',
    entityId: id,
    branchId: ctx.branch.id,
    action: 'saved',
    facts: { after: body, warnings: checked.warnings },
  });
  return { id, version: 1, status: 'DRAFT', number: null, warnings: checked.warnings };
}

/** Changes a draft or a rejected receipt, which becomes a draft again. */
export async function editReceipt(ctx: Ctx, { body }: Decoded<typeof editEndpoint>): Promise<SavedWithWarnings> {
  const receipt = await lockReceipt(ctx, body.id);
  const of = { kind: 'receipt', record: receipt } as const;
  assertStep(of, { act: 'edit', version: body.version });
  if (isPassedOn(receipt))
    throw invalid({
      field: 'bank_account',
      message: 'Its cash comes from another branch: root changes it on its page.',
    });
  const checked = await checkReceipt(ctx, body, { id: receipt.id, branchId: receipt.branch_id });
  await replaceProposals(ctx, { id: receipt.id, branchId: receipt.branch_id }, checked.proposals);
  const saved = await moveRecord(ctx, of, {
    status: 'DRAFT',
    action: 'edited',
    set: { ...columnsOf(body, checked), ...edition(ctx) },
    facts: { after: body, warnings: checked.warnings },
  });
  return { ...saved, warnings: checked.warnings };
}
