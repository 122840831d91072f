import { sql } from 'kysely';
import { assertAsBooked } from '../../../domain/documents/books.ts';
import { AppError } from '../../../domain/errors.ts';
import { RECEIPT_TYPE_LABELS } from '../../../domain/receipts/states.ts';
import { money, sum } from '../../../domain/values/money.ts';
import { receiptModel } from '../../platform/documents/kinds/money-papers.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { addressLines } from '../papers/placements.ts';
import type { DocumentPlan } from '../documents/store.ts';
import { leftToAllocate, passingsOf, receiptRecord } from './record.ts';

// What was open of each note before this receipt, whatever had settled it: entries are settled in their order, and what is taken back later
// changes no paper.
async function balancesAt(ctx: Ctx, receiptId: number) {
  const rows = await ctx.db
    .selectFrom('allocations as a')
    .innerJoin('notes as n', 'n.id', 'a.note_id')
    .select((e) => [
      'a.id',
      'a.amount',
      'a.note_amount as settled',
      'n.number',
      'n.currency',
      'n.amount as whole',
      e
        .selectFrom('open_items as i')
        .innerJoin('settlements as s', 's.item_id', 'i.id')
        .select(sql<bigint>`coalesce(sum(s.amount), 0)::bigint`.as('before'))
        .whereRef('i.note_id', '=', 'a.note_id')
        .where('s.id', '<', (o) =>
          o
            .selectFrom('settlements as own')
            .innerJoin('open_items as of', 'of.id', 'own.item_id')
            .select((f) => f.fn.min('own.id').as('first'))
            .whereRef('own.entry_id', '=', 'a.entry_id')
            .whereRef('of.note_id', '=', 'a.note_id'),
        )
        .as('before'),
    ])
    .where('a.receipt_id', '=', receiptId)
    .where('a.branch_id', 'in', ctx.scope)
    .where('a.reversed_at', 'is', null)
    .orderBy('a.id')
    .execute();
  return rows.map((row) => {
    const balance = row.whole - (row.before ?? 0n);
    return {
      document: row.number,
      balanceBefore: balance,
      currency: row.currency,
      settled: row.settled,
      allocated: row.amount,
      left: balance - row.settled,
    };
  });
}

/** What of a receipt was paid back to its payer: what vouchers only hold is with us until they are paid. */
async function paidBack(ctx: Ctx, receiptId: number): Promise<bigint> {
  const { amount } = await ctx.db
    .selectFrom('vouchers')
    .select(sql<bigint>`coalesce(sum(amount), 0)::bigint`.as('amount'))
    .where('receipt_id', '=', receiptId)
    .where('status', '=', 'PAID')
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow();
  return amount;
}

/**
 * The receipt as it was booked; figures that a caller sends must be those. Issued again when what it was used for changed.
 */
export async function receiptPlans(
  ctx: Ctx,
  request: { id: number } & Readonly<Record<string, string | number | undefined>>,
): Promise<DocumentPlan[]> {
  const receipt = await receiptRecord(ctx, request.id);
  if (receipt.receiptNumber === null) throw new AppError('NOT_APPROVED');
  const sent = Object.fromEntries(
    Object.entries(request).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  );
  assertAsBooked(sent, {
    dateOfIssue: receipt.dateOfIssue,
    narrationRef: receipt.narrationRef,
    reinsured: [receipt.reinsured.name, String(receipt.reinsured.id)],
    brokerRef: receipt.brokerRef,
    receiptNumber: receipt.receiptNumber,
    receiptType: receipt.receiptType,
    receiptAmount: receipt.receiptAmount,
    currency: receipt.currency,
  });
  const payer = await ctx.db
    .selectFrom('receipts as x')
    .innerJoin('parties as p', 'p.id', 'x.payer_id')
    .select(['p.name', 'p.address', 'x.status', 'x.amount', 'x.allocated'])
    .where('x.id', '=', receipt.id)
    .executeTakeFirstOrThrow();
  const allocations = await balancesAt(ctx, receipt.id);
  const refunded = await paidBack(ctx, receipt.id);
  // What other branches only hold is unallocated until it is used there.
  const elsewhere = (await passingsOf(ctx, receipt.id)).filter(({ status }) => status === 'APPROVED');
  const used = sum(elsewhere.map(({ amount }) => amount));
  const { currency, source } = receipt;
  return [
    {
      kind: 'receipt',
      recordKind: 'receipt',
      recordId: receipt.id,
      issue: receipt.version,
      branchId: receipt.branch.id,
      number: receipt.receiptNumber,
      partyName: payer.name,
      total: money(payer.amount, currency),
      day: receipt.dateOfIssue,
      model: ({ number, day, ...common }) =>
        receiptModel({
          ...common,
          ...(receipt.status === 'REVERSED' && { watermark: 'VOID' as const }),
          receiptNumber: number,
          dateOfIssue: day,
          reinsured: { name: payer.name, addressLines: addressLines(payer.address) },
          currency,
          receiptAmount: payer.amount,
          receiptType: RECEIPT_TYPE_LABELS[receipt.receiptType],
          bankReference: receipt.bank_reference,
          ...(source === null
            ? { bankDate: receipt.dateOfIssue }
            : { source: { number: source.number, branch: source.branch.name } }),
          narrationRef: receipt.narrationRef,
          brokerRef: receipt.brokerRef,
          issuedBy: receipt.issuedBy.name,
          allocations,
          refunded,
          elsewhere: elsewhere.map(({ number: to, branch, amount }) => ({
            number: to ?? '',
            branch: branch.name,
            amount,
          })),
          unallocated: leftToAllocate({ ...payer, refunded, passed_on: used }),
        }),
    },
  ];
}
