import type { MovementEffect } from '../../../domain/claims/effect.ts';
import { callLines, salvageLines } from '../../../domain/claims/postings.ts';
import { CLAIM_NOTES } from '../../../domain/claims/states.ts';
import { AppError } from '../../../domain/errors.ts';
import { type LedgerLine, priceLines } from '../../../domain/ledger/entries.ts';
import type { Numbered } from '../../../domain/numbers.ts';
import { allocate } from '../../../domain/values/decimal.ts';
import { type Day, yearOf } from '../../../domain/values/day.ts';
import { sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { takeNumbers } from '../ledger/numbers.ts';
import type { Opening, Posting, PostLine } from '../ledger/post.ts';
import { rateOn } from '../ledger/rates.ts';
import type { Ground } from './ground.ts';
import type { Movement } from './queries.ts';

type Part = { securityId: number; amount: bigint };
/** A note that an approval issues: to a security what is called of it, to the reinsured what it recovered. C5, C11. */
type NoteToIssue = { kind: string; partyId: number; amount: bigint; dueOn: Day };

/** What approving a movement books on a day: its entry, and the notes that it issues. C5, C10, C11. */
type MovementBooking = {
  salvage: boolean;
  parts: Part[];
  notes: NoteToIssue[];
  dueOn: Day;
  /** Of its entry and its notes. */
  day: Day;
  lines: (LedgerLine & PostLine)[];
};

/** Everything that an approval would book on a day, without booking it; null where nothing passes to or from anybody. */
export async function movementBooking(
  ctx: Ctx,
  { claim, atLoss }: Ground,
  { moved, dueOn, day }: MovementEffect & { day: Day },
): Promise<MovementBooking | null> {
  const parts = (moved?.parts ?? []).flatMap(({ securityId, now }) => (now > 0n ? [{ securityId, amount: now }] : []));
  if (parts.length === 0 || dueOn === null) return null;
  const salvage = moved?.series === 'salvage';
  const { id: reinsured } = atLoss.placement.reinsured;
  const rate = await rateOn(ctx, claim.currency, day);
  const unpriced = salvage ? salvageLines(reinsured, parts) : callLines(reinsured, parts);
  const due = salvage ? day : dueOn;
  const called = parts.map(({ securityId: partyId, amount }) => ({
    kind: CLAIM_NOTES.CLAIM,
    partyId,
    amount,
    dueOn: due,
  }));
  const recovered = {
    kind: CLAIM_NOTES.SALVAGE,
    partyId: reinsured,
    amount: sum(parts.map((one) => one.amount)),
    dueOn: due,
  };
  return {
    salvage,
    parts,
    notes: salvage ? [recovered] : called,
    dueOn: due,
    day,
    lines: priceLines(unpriced, { currency: claim.currency, base: ctx.firm.baseCurrency, rate }),
  };
}

/** An approval with all that it books. */
export type Approving = { ground: Ground; movement: Movement; booking: MovementBooking };

const onAccount = (booking: MovementBooking, account: 'CLAIMS_RECOVERABLE' | 'CLAIMS_PAYABLE', partyId: number) =>
  booking.lines.find((line) => line.account === account && line.partyId === partyId);
const absolute = (amount: bigint) => (amount < 0n ? -amount : amount);

/** Issues the notes of an approval; gives their ids by party. G4. */
async function issueNotes(ctx: Ctx, { ground, movement, booking }: Approving): Promise<Map<number, number>> {
  const { claim } = ground;
  const branch = ctx.branches.find((own) => own.id === claim.branch_id);
  if (!branch) throw new AppError('NOT_FOUND');
  const series: Numbered = booking.salvage ? 'DN' : 'INV';
  const account = booking.salvage ? 'CLAIMS_PAYABLE' : 'CLAIMS_RECOVERABLE';
  const request = { kind: series, count: booking.notes.length };
  const numbers = await takeNumbers(ctx.db, { branch, year: yearOf(booking.day) }, [request]);
  const rows = await ctx.db
    .insertInto('notes')
    .values(
      booking.notes.map(({ partyId, amount, dueOn }, index) => ({
        branch_id: claim.branch_id,
        claim_id: claim.id,
        movement_id: movement.id,
        kind: series,
        purpose: booking.salvage ? 'SALVAGE' : 'CLAIM',
        number: numbers.get(series)?.[index] ?? '',
        party_id: partyId,
        currency: claim.currency,
        amount,
        base_amount: absolute(onAccount(booking, account, partyId)?.base ?? 0n),
        posted_on: booking.day,
        due_on: dueOn,
      })),
    )
    .returning(['id', 'party_id'])
    .execute();
  return new Map(rows.map((row) => [row.party_id, row.id]));
}

/** A part of a note, by the security whose part it is. */
type BookedPart = Part & { part: number; note: number };

/**
 * What the notes' money is for: of a claim invoice the reinsured, in one part; of a salvage note each security. Gives the
 * parts by security. G5.
 */
async function insertParts(
  ctx: Ctx,
  { ground, booking }: Approving,
  notes: ReadonlyMap<number, number>,
): Promise<BookedPart[]> {
  const { claim, atLoss } = ground;
  const { id: reinsured } = atLoss.placement.reinsured;
  const planned = booking.parts.map((one) => ({
    ...one,
    note: notes.get(booking.salvage ? reinsured : one.securityId) ?? 0,
    payee: booking.salvage ? one.securityId : reinsured,
  }));
  const rows = await ctx.db
    .insertInto('note_parts')
    .values(
      planned.map(({ note, payee, amount }) => ({
        branch_id: claim.branch_id,
        debit_note_id: note,
        kind: booking.salvage ? 'SALVAGE' : 'CLAIM',
        party_id: payee,
        currency: claim.currency,
        amount,
      })),
    )
    .returning(['id', 'debit_note_id', 'party_id'])
    .execute();
  const idOf = new Map(rows.map((row) => [`${row.debit_note_id}/${row.party_id}`, row.id]));
  return planned.map(({ payee, ...one }) => ({ ...one, part: idOf.get(`${one.note}/${payee}`) ?? 0 }));
}

/** What is owed to the payees of parts on one line: an item for each part, the line's base spread over them. */
function owedItems(line: PostLine, parts: readonly BookedPart[], dueOn: Day): Opening[] {
  const bases = allocate(
    -line.base,
    parts.map((one) => one.amount),
  );
  return parts.map(({ amount, part }, index) => ({
    partId: part,
    sequence: index + 1,
    dueOn,
    amount: -amount,
    base: -(bases[index] ?? 0n),
  }));
}

// What is owed to us opens on its note; what is then owed to others opens on the parts that it is for.
function withItems(line: PostLine, { notes, parts, dueOn }: Issued & { dueOn: Day }): PostLine {
  const partyId = line.partyId ?? 0;
  if (line.amount > 0n) {
    const noteId = notes.get(partyId);
    return { ...line, noteId, opens: [{ noteId, sequence: 1, dueOn, amount: line.amount, base: line.base }] };
  }
  const own = line.account === 'CLAIMS_PAYABLE' ? parts : parts.filter((one) => one.securityId === partyId);
  return { ...line, opens: owedItems(line, own, dueOn) };
}

/** The notes of an approval by party, and their parts by security. */
export type Issued = { notes: ReadonlyMap<number, number>; parts: readonly BookedPart[] };

/** Issues the notes of an approval with their parts; gives them, and the entry ready to post. C5, C11. */
export async function bookMovement(ctx: Ctx, approving: Approving): Promise<Issued & { posting: Posting }> {
  const { ground, movement, booking } = approving;
  const notes = await issueNotes(ctx, approving);
  const issued = { notes, parts: await insertParts(ctx, approving, notes) };
  const posting: Posting = {
    branchId: ground.claim.branch_id,
    day: booking.day,
    event: 'MOVEMENT_APPROVED',
    sourceKind: 'movement',
    sourceId: movement.id,
    narration: `${movement.number} approved`,
    currency: ground.claim.currency,
    lines: booking.lines.map((line) => withItems(line, { ...issued, dueOn: booking.dueOn })),
  };
  return { ...issued, posting };
}
