import type { Decoded } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import type { editPassedCash as editEndpoint, passCashOn as passEndpoint } from '../../../domain/receipts/contract.ts';
import { allocationFaults, assertAllocatable, leftOf, receiptFaults } from '../../../domain/receipts/rules.ts';
import { showMoney } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { assertStep, edition, making, moveRecord } from '../decisions.ts';
import { partiesById } from '../placements/queries.ts';
import { replaceProposals, type SavedWithWarnings } from './actions.ts';
import { partsOf } from './input.ts';
import { faultsOfSource, isPassedOn } from './passing.ts';
import { lockReceipt, readReceipt, type Receipt } from './queries.ts';

type Input = Decoded<typeof passEndpoint>['body'] | Decoded<typeof editEndpoint>['body'];

/** Checks cash of another branch as typed. Throws all bad fields together (§8), then OVER_ALLOCATED and RECEIPT_SPENT. M16. */
async function checkPassed(ctx: Ctx, input: Input, { source, branchId }: { source: Receipt; branchId: number }) {
  const { receiptType, narrationRef: narration = '' } = input;
  const { currency, payer_id: payerId } = source;
  const faults = faultsOfSource(source, { branchId, receiptType });
  const branch = await ctx.db.selectFrom('branches').select('status').where('id', '=', branchId).executeTakeFirst();
  if (branch?.status !== 'ACTIVE' || !ctx.scope.includes(branchId))
    faults.push({ field: 'into', message: 'Choose an active branch.' });
  const read = readPositive(input.receiptAmount, currency);
  if (typeof read === 'string') faults.push({ field: 'receiptAmount', message: read });
  const amount = typeof read === 'bigint' ? read : 0n;
  const parts = await partsOf(ctx, input.allocations ?? [], { currency, day: ctx.today });
  const draft = { bankDate: ctx.today, allocations: parts.allocations, receiptType };
  faults.push(
    ...parts.faults,
    ...receiptFaults(draft, ctx.today),
    ...allocationFaults({ payerId, branchId, receiptType }, parts.allocations, parts.notes),
  );
  if (faults.length > 0) throw invalid(...faults);
  if (amount > leftOf(source))
    throw new AppError('RECEIPT_SPENT', { left: showMoney({ amount: leftOf(source), currency }) });
  assertAllocatable({ left: amount, currency }, parts.allocations, parts.notes);
  const payer = (await partiesById(ctx, null, [payerId])).get(payerId);
  const references = [...new Set([...parts.notes.values()].map((note) => note.reference))];
  const columns = {
    receipt_type: receiptType,
    payer_id: payerId,
    // Until it is approved, and booked on the day of that.
    bank_date: ctx.today,
    currency,
    amount,
    narration,
    search_text: searchKey([payer?.name ?? '', source.number ?? '', narration, ...references].join(' ')),
  };
  return { columns, proposals: parts.allocations };
}

/** Saves as a draft what of a receipt is for notes of another branch: a receipt there whose cash comes from it. M16. */
export async function passCashOn(ctx: Ctx, { body }: Decoded<typeof passEndpoint>): Promise<SavedWithWarnings> {
  const branchId = body.into;
  const source = await readReceipt(ctx, body.source);
  const { columns, proposals } = await checkPassed(ctx, body, { source, branchId });
  const { id } = await ctx.db
    .insertInto('receipts')
    .values({
      ...columns,
      method: 'BRANCH',
      source_id: source.id,
      source_branch_id: source.branch_id,
      source_number: source.number,
      branch_id: branchId,
      ...making(ctx),
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await replaceProposals(ctx, { id, branchId }, proposals);
  const facts = { after: body, warnings: [] };
  await ctx.audit({ entity: 'receipt', entityId: id, branchId, action: 'saved', facts });
  return { id, version: 1, status: 'DRAFT', number: null, warnings: [] };
}

/** Changes such a draft, or one that was rejected, which becomes a draft again. */
export async function editPassedCash(ctx: Ctx, { body }: Decoded<typeof editEndpoint>): Promise<SavedWithWarnings> {
  const receipt = await lockReceipt(ctx, body.id);
  if (!isPassedOn(receipt)) throw new AppError('NOT_FOUND');
  const of = { kind: 'receipt', record: receipt } as const;
  assertStep(of, { act: 'edit', version: body.version });
  const branchId = receipt.branch_id;
  const source = await readReceipt(ctx, receipt.source_id);
  const { columns, proposals } = await checkPassed(ctx, body, { source, branchId });
  await replaceProposals(ctx, { id: receipt.id, branchId }, proposals);
  const set = { ...columns, ...edition(ctx) };
  const facts = { after: body, warnings: [] };
  const saved = await moveRecord(ctx, of, { status: 'DRAFT', action: 'edited', set, facts });
  return { ...saved, warnings: [] };
}
