import { lostLines, madeGoodLines, takenOf } from '../../../domain/adjustments/lines.ts';
import { adjustmentRules } from '../../../domain/adjustments/kinds.ts';
import type { Kept } from '../../../domain/adjustments/netting.ts';
import {
  assertOutstanding,
  assertTaken,
  assertWithinLimit,
  certificateParts,
  uncollectableParts,
  type PartTaken,
} from '../../../domain/adjustments/rules.ts';
import { AppError } from '../../../domain/errors.ts';
import { exchangeLine } from '../../../domain/ledger/entries.ts';
import { brokerageCollectedLines } from '../../../domain/ledger/deferred.ts';
import { settleInOrder } from '../../../domain/ledger/settling.ts';
import type { Day } from '../../../domain/values/day.ts';
import { sum } from '../../../domain/values/money.ts';
import { convert } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { bankOfLine, proposedBank } from '../firm/own-banks.ts';
import type { PostLine } from '../ledger/post.ts';
import { rateOn } from '../ledger/rates.ts';
import { settling } from '../receipts/booking.ts';
import { loadSettling, type Settling } from '../receipts/queries.ts';
import { noteOfAdjustment, partsOfNote, type Adjustment, type NoteOfAdjustment, type Part } from './queries.ts';

/** What approving an adjustment books and changes: its entry, what the firm pays in, what parts and notes give up. */
export type Plan = {
  day: Day;
  note: NoteOfAdjustment;
  lines: PostLine[];
  madeGood: PostLine[];
  taken: PartTaken[];
  /** What notes are settled by: the note itself, credit notes of securities, claim invoices that premium is kept back from. */
  settled: { noteId: number; amount: bigint }[];
  /** Premium that securities keep back from claim invoices. C8. */
  kept: Kept[];
};

type Locked = { note: NoteOfAdjustment; parts: Part[]; settling: Settling };
type Debits = Pick<Plan, 'lines' | 'taken' | 'settled'>;

export function stepsOn(
  { settling: { instalments, notes } }: Pick<Locked, 'settling'>,
  noteId: number,
  amount: bigint,
) {
  const { steps, rest } = settleInOrder(
    instalments.filter((item) => item.noteId === noteId),
    amount,
  );
  if (rest > 0n) throw new AppError('OVER_ALLOCATED', { note: notes.get(noteId)?.number ?? 'the note' });
  return steps;
}

/** Dr the tax's account: payable on the note, or recoverable where the reinsured withheld it from our brokerage. M1. */
function certificateDebits(adjustment: Adjustment, { parts }: Locked, base: bigint): Debits {
  const { tax_id: taxId, amount, currency } = adjustment;
  if (taxId === null) throw new Error('A certificate has its tax.');
  const { taken, rest, ofBrokerage } = certificateParts(parts, { taxId, amount });
  assertTaken(adjustment.kind, rest, { amount, currency });
  return {
    lines: [{ account: ofBrokerage ? 'TAX_RECOVERABLE' : 'TAXES_PAYABLE', taxId, amount, base }],
    taken,
    settled: [],
  };
}

/** Dr what each security is owed no longer, with the base that its note gives up; then taxes and brokerage. M3. */
function uncollectableDebits(adjustment: Adjustment, locked: Locked, base: bigint): Debits {
  const { parts, note } = locked;
  const { taken, rest } = uncollectableParts(parts, { cash: note.cash, amount: adjustment.amount });
  assertTaken(adjustment.kind, rest, { amount: adjustment.amount, currency: adjustment.currency });
  const owed = takenOf(parts, taken).flatMap(({ part, amount }) => {
    const of = parts.find((one) => one.id === part.id);
    if (of?.kind !== 'SECURITY') return [];
    if (of.creditNoteId === null || of.partyId === null) throw new Error('A security’s part has its credit note.');
    return [{ noteId: of.creditNoteId, partyId: of.partyId, amount }];
  });
  const byNote = Map.groupBy(owed, (one) => one.noteId);
  const lines = [...byNote].flatMap(([noteId, own]) => {
    const steps = stepsOn(locked, noteId, sum(own.map((one) => one.amount)));
    return settling(noteId, steps, own[0]?.partyId ?? 0);
  });
  const deferred = locked.settling.deferred.get(note.id);
  const left = base - sum(lines.map((line) => line.base));
  const lost = lostLines(takenOf(parts, taken), {
    base: left,
    brokerage: deferred ? 'DEFERRED_BROKERAGE' : 'BROKERAGE_INCOME',
  }).map((line) => (line.account === 'DEFERRED_BROKERAGE' ? { ...line, noteId: note.id } : line));
  return { lines: [...lines, ...lost], taken, settled: owed.map(({ noteId, amount }) => ({ noteId, amount })) };
}

function debitsOf(adjustment: Adjustment, locked: Locked, base: bigint): Debits {
  const { borneBy } = adjustmentRules(adjustment.kind);
  if (borneBy !== null)
    return { lines: [{ account: borneBy, amount: adjustment.amount, base }], taken: [], settled: [] };
  return adjustment.kind === 'CERTIFICATE'
    ? certificateDebits(adjustment, locked, base)
    : uncollectableDebits(adjustment, locked, base);
}

/**
 * Deferred brokerage that is collected with it, the parts being what it leaves of them: what takes something off parts is no money,
 * and of what is lost nothing waits any more. M0, M1, M3.
 */
export function collected(
  { note, settling: { deferred } }: Pick<Locked, 'note' | 'settling'>,
  { lines, taken }: Pick<Debits, 'lines' | 'taken'>,
  { kind, amount }: Pick<Adjustment, 'kind' | 'amount'>,
): PostLine[] {
  const waiting = deferred.get(note.id);
  if (!waiting) return [];
  const lost = lines.filter((line) => line.account === 'DEFERRED_BROKERAGE');
  const { parts: lessens } = adjustmentRules(kind);
  const off = (id: number) => sum(taken.filter((one) => one.part === id).map((one) => one.amount));
  const parts = waiting.parts.map((part) => {
    if (lessens === 'certified') return { ...part, certified: part.certified + off(part.id) };
    return lessens === 'uncollectable' ? { ...part, effective: part.effective - off(part.id) } : part;
  });
  const isMoney = lessens !== 'certified' && lessens !== 'uncollectable';
  const left = {
    waiting: waiting.waiting - sum(lost.map((line) => line.amount)),
    base: waiting.base - sum(lost.map((line) => line.base)),
    parts,
    cash: isMoney ? waiting.cash + amount : waiting.cash,
  };
  return brokerageCollectedLines(left).map((line) => ({ ...line, noteId: note.id }));
}

/** What the firm pays into the client bank with it, at the day's rate. M2, M4. */
async function makingGood(ctx: Ctx, adjustment: Adjustment, day: Day): Promise<PostLine[]> {
  if (adjustmentRules(adjustment.kind).borneBy === null) return [];
  const { amount, currency, branch_id: branchId } = adjustment;
  const bank = async (purpose: 'CLIENT' | 'OFFICE') =>
    bankOfLine(ctx, await proposedBank(ctx, { purpose, currency, branchId }));
  const rate = await rateOn(ctx, currency, day);
  const base = convert(amount, { from: currency, to: ctx.firm.baseCurrency, rate });
  return madeGoodLines({ client: await bank('CLIENT'), office: await bank('OFFICE') }, { amount, base });
}

/**
 * What approving an adjustment of a note would do now: throws why it cannot be approved. With `lock` in the order of the locks: open items
 * by id, notes by id, parts by id.
 */
export async function notePlan(
  ctx: Ctx,
  adjustment: Adjustment,
  { lock, day }: { lock: boolean; day: Day },
): Promise<Plan> {
  const { kind, amount, note_id: noteId } = adjustment;
  const known = kind === 'UNCOLLECTABLE' ? await partsOfNote(ctx, noteId, { lock: false }) : [];
  const noteIds = [noteId, ...new Set(known.flatMap((part) => part.creditNoteId ?? []))];
  const settlingNow = await loadSettling(ctx, { noteIds, receiptId: 0 }, { lock });
  const locked = {
    parts: await partsOfNote(ctx, noteId, { lock }),
    note: await noteOfAdjustment(ctx, noteId),
    settling: settlingNow,
  };
  const { note } = locked;
  if (note.status !== 'ISSUED') throw new AppError('WRONG_STATE', { status: 'void', action: 'adjusting it' });
  assertOutstanding(note, amount);
  assertWithinLimit(kind, note, amount);
  const credits = settling(noteId, stepsOn(locked, noteId, amount), note.partyId);
  const debits = debitsOf(adjustment, locked, -sum(credits.map((line) => line.base)));
  const lines = [...debits.lines, ...credits];
  return {
    day,
    note,
    lines: [...lines, ...exchangeLine(lines), ...collected(locked, debits, adjustment)],
    madeGood: await makingGood(ctx, adjustment, day),
    taken: debits.taken,
    settled: [{ noteId, amount }, ...debits.settled],
    kept: [],
  };
}
