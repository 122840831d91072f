import { sql } from 'kysely';
import { yearOf } from '../../../domain/values/day.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { takeNumbers } from '../ledger/numbers.ts';
import type { PostLine } from '../ledger/post.ts';
import { isPayableTo, isReceivable, openingsOf, partsOf, type PolicyBooking } from './booking.ts';
import type { Policy } from './queries.ts';

type Issued = { debitNote: number; creditNotes: Map<number, number> };

async function insertNotes(ctx: Ctx, policy: Policy, booking: PolicyBooking): Promise<Issued> {
  const branch = ctx.branches.find((own) => own.id === policy.branch_id);
  if (!branch) throw new AppError('NOT_FOUND');
  const numbers = await takeNumbers(ctx.db, { branch, year: yearOf(booking.day) }, [
    { kind: 'DN', count: 1 },
    { kind: 'CN', count: booking.creditNotes.length },
  ]);
  const common = {
    branch_id: policy.branch_id,
    policy_id: policy.id,
    purpose: 'PREMIUM',
    currency: policy.currency,
    posted_on: booking.day,
  };
  const receivable = booking.ledger.find(isReceivable);
  const debitNote = await ctx.db
    .insertInto('notes')
    .values({
      ...common,
      kind: 'DN',
      number: numbers.get('DN')?.[0] ?? '',
      party_id: policy.reinsured_id,
      amount: booking.debitNote.amount,
      base_amount: receivable?.base ?? 0n,
      due_on: booking.debitNote.schedule[0]?.dueOn ?? booking.day,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const creditNotes = await ctx.db
    .insertInto('notes')
    .values(
      booking.creditNotes.map((note, index) => ({
        ...common,
        kind: 'CN',
        number: numbers.get('CN')?.[index] ?? '',
        debit_note_id: debitNote.id,
        line_id: note.line.id,
        party_id: note.line.securityId,
        amount: note.amount,
        base_amount: -(booking.ledger.find((line) => isPayableTo(line, note.line.securityId))?.base ?? 0n),
        due_on: note.schedule[0]?.dueOn ?? booking.day,
      })),
    )
    .returning(['id', 'party_id'])
    .execute();
  return { debitNote: debitNote.id, creditNotes: new Map(creditNotes.map((note) => [note.party_id, note.id])) };
}

async function insertParts(
  ctx: Ctx,
  { policy, booking, issued }: { policy: Policy; booking: PolicyBooking; issued: Issued },
): Promise<void> {
  await ctx.db
    .insertInto('note_parts')
    .values(
      partsOf(booking.figures).map((part) => ({
        branch_id: policy.branch_id,
        debit_note_id: issued.debitNote,
        kind: part.kind,
        party_id: part.partyId,
        tax_id: part.taxId,
        credit_note_id: part.partyId === null ? null : (issued.creditNotes.get(part.partyId) ?? null),
        currency: policy.currency,
        amount: part.amount,
      })),
    )
    .execute();
}

// A tax, or the rule of figures, may have changed since the draft was saved: the lines say what was booked.
async function keepFigures(ctx: Ctx, booking: PolicyBooking): Promise<void> {
  const { lines } = booking.figures;
  const column = (pick: (line: (typeof lines)[number]) => bigint) => lines.map(pick);
  await sql`
    update policy_lines l set commission_amount = f.commission, brokerage_amount = f.brokerage, tax_amount = f.tax,
      deductions = f.deductions, net_payable = f.net
    from unnest(${booking.lines.map((line) => line.id)}::int[], ${column((line) => line.commission)}::bigint[],
      ${column((line) => line.brokerage)}::bigint[], ${column((line) => line.taxOfSecurity)}::bigint[],
      ${column((line) => line.deductions)}::bigint[], ${column((line) => line.netPayable)}::bigint[])
      as f (id, commission, brokerage, tax, deductions, net)
    where l.id = f.id and (l.commission_amount, l.brokerage_amount, l.net_payable) <> (f.commission, f.brokerage, f.net)`.execute(
    ctx.db,
  );
}

async function keepTaxes(ctx: Ctx, policy: Policy, booking: PolicyBooking): Promise<void> {
  const rows = booking.figures.lines.flatMap((figures, index) =>
    figures.taxes.map((tax) => ({
      branch_id: policy.branch_id,
      policy_id: policy.id,
      line_id: booking.lines[index]?.id ?? 0,
      tax_id: tax.taxId,
      rate: tax.rate,
      basis: tax.basis,
      borne_by: tax.borneBy,
      amount: tax.amount,
      charge: tax.charge ?? null,
      minimum: tax.minimum ?? null,
    })),
  );
  if (rows.length > 0) await ctx.db.insertInto('policy_taxes').values(rows).execute();
}

/**
 * Issues the debit note and the credit notes of an approval with the parts that the debit note's money is for, and
 * keeps the taxes that they were made with. Returns the ledger lines with their notes and open items, ready to post.
 */
export async function issueNotes(ctx: Ctx, policy: Policy, booking: PolicyBooking): Promise<PostLine[]> {
  await keepFigures(ctx, booking);
  await keepTaxes(ctx, policy, booking);
  const issued = await insertNotes(ctx, policy, booking);
  await insertParts(ctx, { policy, booking, issued });
  return booking.ledger.map((line) => {
    if (isReceivable(line)) {
      const { schedule } = booking.debitNote;
      return {
        ...line,
        noteId: issued.debitNote,
        opens: openingsOf({ id: issued.debitNote, base: line.base, sign: 1n, schedule }),
      };
    }
    const credit = booking.creditNotes.find((note) => isPayableTo(line, note.line.securityId));
    const noteId = credit && issued.creditNotes.get(credit.line.securityId);
    if (!credit || noteId === undefined) return line;
    return {
      ...line,
      noteId,
      opens: openingsOf({ id: noteId, base: line.base, sign: -1n, schedule: credit.schedule }),
    };
  });
}
