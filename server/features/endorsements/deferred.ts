import { amendedBrokerage, type DeferredPart } from '../../../domain/ledger/deferred.ts';
import { sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { deferredOf } from '../ledger/deferred.ts';
import type { PostLine } from '../ledger/post.ts';
import { exchangeLine } from '../../../domain/ledger/entries.ts';
import { taxBaseGivenUp } from '../../../domain/vouchers/rules.ts';
import { divideRounded } from '../../../domain/values/decimal.ts';
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

/** What an endorsement makes of the parts of the notes that are there. */
type Resizing = Pick<SettingOff, 'returned' | 'added'> & { open: Open; issued: readonly IssuedNote[] };

/**
 * A tax of notes that are there moves at what they were booked at in base, as what is remitted of it does; what a note of the endorsement's
 * own has of it stays at the rate of the day. §3.
 */
function atNotes(line: PostLine, { returned, added, open }: Resizing): PostLine {
  const { taxId } = line;
  if (line.account !== 'TAXES_PAYABLE' || taxId === undefined) return line;
  const noteOf = (id: number) => open.notes.find((note) => note.id === id);
  const isOf = (part: { kind: string; taxId: number | null }) => part.kind === 'TAX' && part.taxId === taxId;
  const moved = [
    ...returned.map(({ part, amount }) => ({ part, amount, left: part.effective - amount })),
    ...added.map((part) => ({ part, amount: -part.amount, left: part.amount })),
  ].flatMap(({ part, amount, left }) => {
    const note = isOf(part) ? noteOf(part.debitNoteId) : undefined;
    return note ? [{ amount, base: taxBaseGivenUp({ amount: left + amount, paid: left }, note, amount) }] : [];
  });
  const fresh = line.amount - sum(moved.map((one) => one.amount));
  const base = divideRounded(line.base * fresh, line.amount) + sum(moved.map((one) => one.base));
  return { ...line, base };
}

/**
 * What an endorsement books: deferred brokerage over its notes, and what it takes off taxes and deferred brokerage at the base that they
 * were booked at, with the exchange difference to the rate of its day. Open items and notes are locked. §3, M0.
 */
export async function settledLines(ctx: Ctx, lines: readonly PostLine[], of: Resizing): Promise<PostLine[]> {
  const booked = await withDeferred(
    ctx,
    lines.map((line) => atNotes(line, of)),
    of,
  );
  return [...booked, ...exchangeLine(booked)];
}

/**
 * Brokerage that is deferred until notes are paid, over the debit notes on which an endorsement moves it: each waits for what is not
 * released of it, and what was collected, or is at once, is income. Open items and notes are locked. §3 brokerage collected, M0.
 */
async function withDeferred(ctx: Ctx, lines: readonly PostLine[], of: Resizing): Promise<PostLine[]> {
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
    const { waiting: amount = 0n, base = 0n } = waiting.get(id) ?? {};
    return { note: id, waiting: amount, base, cash, ...after };
  });
  return lines.flatMap((line) => {
    if (line.account !== 'DEFERRED_BROKERAGE') return [line];
    return amendedBrokerage(line, amended).map(({ note, ...own }): PostLine => ({ ...own, noteId: note ?? undefined }));
  });
}
