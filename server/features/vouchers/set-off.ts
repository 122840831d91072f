import { sql, type RawBuilder } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { brokerageCollectedLines } from '../../../domain/ledger/deferred.ts';
import { allocationLines, settleInOrder } from '../../../domain/ledger/settling.ts';
import { sum } from '../../../domain/values/money.ts';
import { isSetOff, SET_OFF_KINDS } from '../../../domain/vouchers/kinds.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { PostLine } from '../ledger/post.ts';
import { loadSettling } from '../receipts/queries.ts';
import { owedLines } from './booking.ts';
import type { Payable, RequestedItem, Voucher } from './queries.ts';

/** `isSetOff` of the vouchers of a query, by the name that it gives them. */
export const setsOff = (name: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${name}.note_id`)} is not null and ${sql.ref(`${name}.kind`)} = any(${[...SET_OFF_KINDS]}::text[]))`;

type Locked = { requested: readonly RequestedItem[]; payables: readonly Payable[] };

/**
 * What a set-off books: Dr what is owed for its parts (claims payable, or salvage), Cr what its payee owes on the note, which
 * releases it as cash would. With `lock` the note does not change until the commit. Throws OVER_ALLOCATED. C7, C11.
 */
export async function setOffLines(ctx: Ctx, voucher: Voucher, { lock, ...locked }: Locked & { lock: boolean }) {
  const { note_id: noteId, payee_id: payee, amount } = voucher;
  if (noteId === null || payee === null) throw new Error('A set-off has its note and its reinsured.');
  const settling = await loadSettling(ctx, { noteIds: [noteId], receiptId: 0 }, { lock });
  const note = settling.notes.get(noteId);
  if (!note) throw new AppError('NOT_FOUND');
  const { steps, rest } = settleInOrder(settling.instalments, amount);
  if (rest > 0n) throw new AppError('OVER_ALLOCATED', { note: note.number });
  const debits = owedLines(locked);
  const cash = { account: 'CLAIMS_PAYABLE' as const, amount: -amount, base: -sum(debits.map((line) => line.base)) };
  const [, ...credits] = allocationLines(payee, cash, steps);
  const deferred = settling.deferred.get(noteId);
  const collected = deferred ? brokerageCollectedLines({ ...deferred, cash: deferred.cash + amount }) : [];
  return [
    ...debits,
    ...credits.map(({ steps: own, ...line }): PostLine => {
      const settles = own.map((step) => ({ item: step.item.id, amount: step.amount, base: step.base }));
      return settles.length > 0 ? { ...line, noteId, settles } : line;
    }),
    ...collected.map((line) => ({ ...line, noteId })),
  ];
}

/** The note of a set-off is settled by it, and no longer once it is reversed. C7. */
export async function settleByOffset(ctx: Ctx, voucher: Voucher, sign: 1n | -1n): Promise<void> {
  if (!isSetOff({ kind: voucher.kind, note: voucher.note_id }) || voucher.note_id === null) return;
  await ctx.db
    .updateTable('notes')
    .set((e) => ({ settled: e('settled', '+', voucher.amount * sign) }))
    .where('id', '=', voucher.note_id)
    .execute();
}
