import { amendedBrokerage, type DeferredPart } from '../../../domain/ledger/deferred.ts';
import { sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { deferredOf } from '../ledger/deferred.ts';
import type { PostLine } from '../ledger/post.ts';
import type { AddedPart, IssuedNote } from './notes.ts';
import type { Open, SettingOff } from './set-off.ts';

// What is added has no id yet: it is known by its place.
const placed = (part: AddedPart, index: number): DeferredPart & { note: number } => ({
  id: -1 - index,
  kind: part.kind,
  effective: part.amount,
  certified: 0n,
  note: part.debitNoteId,
});

/**
 * Brokerage that is deferred until notes are paid, over the debit notes on which an endorsement moves it: each waits for what is not
 * released of it, and what was collected, or is at once, is income. Open items and notes are locked. §3 brokerage collected, M0.
 */
export async function withDeferred(
  ctx: Ctx,
  lines: readonly PostLine[],
  of: Pick<SettingOff, 'returned' | 'added'> & { open: Open; issued: readonly IssuedNote[] },
): Promise<PostLine[]> {
  if (!lines.some((line) => line.account === 'DEFERRED_BROKERAGE')) return [...lines];
  const added = of.added.map(placed);
  const before = of.open.notes.map(({ id, settled }) => {
    const parts = of.open.parts.filter((part) => part.debitNoteId === id);
    return { id, parts, cash: settled - sum(parts.map((part) => part.certified + part.uncollectable)) };
  });
  const fresh = of.issued.map(({ id }) => ({ id, parts: [], cash: 0n }));
  const waiting = await deferredOf(
    ctx,
    before.map((note) => note.id),
  );
  const amended = [...before, ...fresh].map(({ id, parts, cash }) => {
    const more = added.filter((part) => part.note === id);
    const left = parts.map((part) => ({
      ...part,
      effective: part.effective - sum(of.returned.filter((one) => one.part.id === part.id).map((one) => one.amount)),
    }));
    const after = { after: [...left, ...more], added: new Set(more.map((part) => part.id)) };
    return { note: id, waiting: waiting.get(id)?.waiting ?? 0n, cash, ...after };
  });
  return lines.flatMap((line) => {
    if (line.account !== 'DEFERRED_BROKERAGE') return [line];
    return amendedBrokerage(line, amended).map(({ note, ...own }): PostLine => ({ ...own, noteId: note ?? undefined }));
  });
}
