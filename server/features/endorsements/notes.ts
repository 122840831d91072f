import { taxTotals, type PlacementFigures } from '../../../domain/placements/figures.ts';
import { yearOf } from '../../../domain/values/day.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { takeNumbers } from '../ledger/numbers.ts';
import type { Opening, PostLine } from '../ledger/post.ts';
import { openingsOf } from '../placements/booking.ts';
import { warrantyDayOf } from '../placements/notes.ts';
import type { Policy } from '../placements/queries.ts';
import type { EndorsementBooking, NoteBooking } from './booking.ts';
import type { Endorsement } from './queries.ts';

/** A note of an endorsement as issued; `line` is its ledger line with the items that it opens. */
export type IssuedNote = NoteBooking & { id: number; number: string; line: PostLine; opens: Opening[] };

/** What is approved: the policy and the endorsement are locked; `unearned` is the premium of each layer from its date on. */
export type Approving = {
  policy: Policy;
  endorsement: Endorsement;
  booking: EndorsementBooking;
  unearned: ReadonlyMap<number, bigint>;
};

/** The debit note that the policy was approved with: what amends the placement alone refers to it. */
async function originalNote(ctx: Ctx, policyId: number): Promise<number> {
  const { id } = await ctx.db
    .selectFrom('notes')
    .select('id')
    .where('policy_id', '=', policyId)
    .where('endorsement_id', 'is', null)
    .where('debit_note_id', 'is', null)
    .where('status', '=', 'ISSUED')
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow();
  return id;
}

const isOf = (note: NoteBooking) => (line: PostLine) =>
  line.partyId === note.partyId &&
  line.account === (note.party === 'REINSURED' ? 'PREMIUM_RECEIVABLE' : 'PREMIUM_PAYABLE');

async function insertNote(
  ctx: Ctx,
  { policy, endorsement, booking }: Approving,
  booked: { note: NoteBooking; number: string; hangsOn: number | null },
): Promise<IssuedNote> {
  const { note, number, hangsOn } = booked;
  const line = booking.ledger.find(isOf(note));
  if (!line) throw new Error('A note has no ledger line.');
  const { id } = await ctx.db
    .insertInto('notes')
    .values({
      branch_id: policy.branch_id,
      policy_id: policy.id,
      endorsement_id: endorsement.id,
      currency: policy.currency,
      posted_on: booking.day,
      kind: note.kind,
      purpose: (note.party === 'REINSURED') === (note.kind === 'CN') ? 'RETURN' : 'PREMIUM',
      number,
      debit_note_id: hangsOn,
      party_id: note.partyId,
      amount: note.amount,
      base_amount: line.base < 0n ? -line.base : line.base,
      due_on: note.schedule[0]?.dueOn ?? booking.day,
      warranty_day: hangsOn === null && note.kind === 'DN' ? warrantyDayOf(policy, endorsement.effective_date) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sign = line.amount > 0n ? 1n : -1n;
  return { ...note, id, number, line, opens: openingsOf({ id, base: line.base, sign, schedule: note.schedule }) };
}

/**
 * Issues the notes for the difference: the reinsured's first, the securities' hanging on it, or on the policy's own debit
 * note where nothing passes between the reinsured and us. §2, §4 Numbers.
 */
export async function issueNotes(ctx: Ctx, approving: Approving): Promise<IssuedNote[]> {
  const { policy, booking } = approving;
  const branch = ctx.branches.find((own) => own.id === policy.branch_id);
  if (!branch) throw new AppError('NOT_FOUND');
  const count = (kind: 'DN' | 'CN') => booking.notes.filter((note) => note.kind === kind).length;
  const numbers = await takeNumbers(ctx.db, { branch, year: yearOf(booking.day) }, [
    { kind: 'DN', count: count('DN') },
    { kind: 'CN', count: count('CN') },
  ]);
  const issued: IssuedNote[] = [];
  for (const note of booking.notes) {
    const number = numbers.get(note.kind)?.shift() ?? '';
    const lead = issued.find((one) => one.party === 'REINSURED');
    const hangsOn = note.party === 'REINSURED' ? null : (lead?.id ?? (await originalNote(ctx, policy.id)));
    issued.push(await insertNote(ctx, approving, { note, number, hangsOn }));
  }
  return issued;
}

/** The ledger lines with their notes and the items that they open, ready to post. */
export function linesWithNotes(booking: EndorsementBooking, issued: readonly IssuedNote[]): PostLine[] {
  return booking.ledger.map((line) => {
    const note = issued.find((one) => one.line === line);
    return note ? { ...line, noteId: note.id, opens: note.opens } : line;
  });
}

export type Component = {
  kind: 'SECURITY' | 'BROKERAGE' | 'TAX' | 'REFUND';
  partyId: number | null;
  taxId: number | null;
  amount: bigint;
};

/** What the money of figures is for, signed: each security's net, our brokerage, each tax of the notes. §2 Pay as paid. */
export function componentsOf(figures: PlacementFigures): Component[] {
  return [
    ...figures.lines.map((line): Component => ({
      kind: 'SECURITY',
      partyId: line.securityId,
      taxId: null,
      amount: line.netPayable,
    })),
    { kind: 'BROKERAGE' as const, partyId: null, taxId: null, amount: figures.brokerage },
    ...taxTotals(figures, ['SECURITY', 'REINSURED']).map((tax): Component => ({
      kind: 'TAX',
      partyId: null,
      taxId: tax.taxId,
      amount: tax.amount,
    })),
  ].filter((component) => component.amount !== 0n);
}

/** What a debit note's money is for besides: the component, and the note by which it is released. */
export type AddedPart = Component & { debitNoteId: number };

/** Whether a note owes its party a part: a security's net, or the refund of the reinsured. */
const isFor = (part: Component, note: IssuedNote) =>
  part.kind === 'REFUND'
    ? note.party === 'REINSURED' && note.kind === 'CN'
    : part.partyId !== null && note.party === 'SECURITY' && note.partyId === part.partyId;

/** The parts that are added, each on the note by which it is released. §2 Pay as paid. */
export async function insertParts(
  ctx: Ctx,
  { policy, endorsement }: Approving,
  { issued, added }: { issued: readonly IssuedNote[]; added: readonly AddedPart[] },
): Promise<void> {
  if (added.length === 0) return;
  await ctx.db
    .insertInto('note_parts')
    .values(
      added.map((part) => ({
        branch_id: policy.branch_id,
        endorsement_id: endorsement.id,
        debit_note_id: part.debitNoteId,
        kind: part.kind,
        party_id: part.partyId,
        tax_id: part.taxId,
        credit_note_id: issued.find((note) => isFor(part, note))?.id ?? null,
        currency: policy.currency,
        amount: part.amount,
      })),
    )
    .execute();
}
