import { sql } from 'kysely';
import { warrantyDay } from '../../../domain/placements/instalments.ts';
import { type Day, yearOf } from '../../../domain/values/day.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { nextIds } from '../../platform/db/next-ids.ts';
import { send } from '../../platform/db/pool.ts';
import { numbering, seriesOf } from '../ledger/numbers.ts';
import type { PostLine } from '../ledger/post.ts';
import { isPayableTo, isReceivable, openingsOf, partsOf, type PolicyBooking } from './booking.ts';
import type { Policy } from './queries.ts';

/** The debit note, and the credit notes by their securities. */
type NoteIds = { debitNote: number; creditNotes: ReadonlyMap<number, number> };

/** What notes need before they are numbered: their ids, and what their numbers look like. */
export async function groundForNotes(ctx: Ctx, policy: Policy, booking: PolicyBooking) {
  const branch = ctx.branches.find((own) => own.id === policy.branch_id);
  if (!branch) throw new AppError('NOT_FOUND');
  const book = { branch, year: yearOf(booking.day) };
  const securities = booking.creditNotes.map(({ line }) => line.securityId);
  const [[debitNote = 0, ...others], series] = await Promise.all([
    nextIds(ctx.db, 'notes_id_seq', 1 + securities.length),
    seriesOf(ctx.db, book, [
      { kind: 'DN', count: 1 },
      { kind: 'CN', count: securities.length },
    ]),
  ]);
  const ids: NoteIds = { debitNote, creditNotes: new Map(securities.map((id, index) => [id, others[index] ?? 0])) };
  return { book, series, ids };
}

/** An approval whose notes are issued. */
type Issuing = { policy: Policy; booking: PolicyBooking; ground: Awaited<ReturnType<typeof groundForNotes>> };

/** The day by which a debit note of premium is to be paid under the policy's warranty, which runs from `start`. */
export const warrantyDayOf = ({ warranty_days: days }: Policy, start: Day): Day | null =>
  days === null ? null : warrantyDay({ days }, start);

function noteRows(policy: Policy, booking: PolicyBooking, { debitNote, creditNotes }: NoteIds) {
  const receivable = booking.ledger.find(isReceivable);
  return [
    {
      id: debitNote,
      kind: 'DN',
      place: 1,
      party_id: policy.reinsured_id,
      amount: booking.debitNote.amount,
      base_amount: receivable?.base ?? 0n,
      due_on: booking.debitNote.schedule[0]?.dueOn ?? booking.day,
      warranty_day: warrantyDayOf(policy, policy.insurance_start_date),
    },
    ...booking.creditNotes.map((note, index) => ({
      id: creditNotes.get(note.line.securityId),
      kind: 'CN',
      place: index + 1,
      debit_note_id: debitNote,
      line_id: note.line.id,
      party_id: note.line.securityId,
      amount: note.amount,
      base_amount: -(booking.ledger.find((line) => isPayableTo(line, note.line.securityId))?.base ?? 0n),
      due_on: note.schedule[0]?.dueOn ?? booking.day,
    })),
  ];
}

const partRows = ({ figures }: PolicyBooking, { creditNotes }: NoteIds) =>
  partsOf(figures).map(({ kind, partyId, taxId, amount }) => ({
    kind,
    party_id: partyId,
    tax_id: taxId,
    credit_note_id: partyId === null ? null : creditNotes.get(partyId),
    amount,
  }));

// Numbers, notes and parts in one statement: the counters are locked in it, and nothing is waited for after it but the commit.
async function insertNotes(ctx: Ctx, { policy, booking, ground }: Issuing): Promise<void> {
  const { book, series, ids } = ground;
  await send(
    ctx.db,
    sql`
    with ${numbering(book, series)},
    issued as (
      insert into notes (id, branch_id, kind, purpose, number, policy_id, debit_note_id, line_id, party_id, currency, amount, base_amount, posted_on, due_on, warranty_day)
        overriding system value
      select n.id, ${policy.branch_id}::int, n.kind, 'PREMIUM', d.number, ${policy.id}::int, n.debit_note_id, n.line_id, n.party_id,
        ${policy.currency}, n.amount, n.base_amount, ${booking.day}::date, n.due_on, n.warranty_day
      from json_to_recordset(${jsonRows(noteRows(policy, booking, ids))}) as n (id int, kind text, place int, debit_note_id int, line_id int, party_id int,
        amount bigint, base_amount bigint, due_on date, warranty_day date) join numbered d on d.kind = n.kind and d.place = n.place)
    insert into note_parts (branch_id, debit_note_id, kind, party_id, tax_id, credit_note_id, currency, amount)
    select ${policy.branch_id}::int, ${ids.debitNote}::int, kind, party_id, tax_id, credit_note_id, ${policy.currency}, amount
    from json_to_recordset(${jsonRows(partRows(booking, ids))}) as p (kind text, party_id int, tax_id int, credit_note_id int, amount bigint)`,
  );
}

// A tax, or the rule of figures, may have changed since the draft was saved: the lines say what was booked.
async function keepFigures(ctx: Ctx, { figures, lines }: PolicyBooking): Promise<void> {
  const rows = figures.lines.flatMap((line, index) => {
    const { id, kept } = lines[index] ?? {};
    const { commission, brokerage, taxOfSecurity: tax, deductions, netPayable: net } = line;
    const same = kept?.commission === commission && kept.brokerage === brokerage && kept.netPayable === net;
    return same ? [] : [{ id, commission, brokerage, tax, deductions, net }];
  });
  if (rows.length === 0) return;
  await send(
    ctx.db,
    sql`
    update policy_lines l set commission_amount = f.commission, brokerage_amount = f.brokerage, tax_amount = f.tax,
      deductions = f.deductions, net_payable = f.net
    from json_to_recordset(${jsonRows(rows)}) as f (id int, commission bigint, brokerage bigint, tax bigint, deductions bigint, net bigint)
    where l.id = f.id`,
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
  if (rows.length > 0) await send(ctx.db, ctx.db.insertInto('policy_taxes').values(rows));
}

/**
 * Issues the debit note and the credit notes of an approval with the parts that the debit note's money is for, and
 * keeps the taxes that they were made with, without waiting for the answers. Returns the ledger lines with their notes and open items, ready to post.
 */
export async function issueNotes(ctx: Ctx, issuing: Issuing): Promise<PostLine[]> {
  const { policy, booking, ground } = issuing;
  await keepFigures(ctx, booking);
  await keepTaxes(ctx, policy, booking);
  await insertNotes(ctx, issuing);
  const { ids } = ground;
  return booking.ledger.map((line) => {
    if (isReceivable(line)) {
      const { schedule } = booking.debitNote;
      return {
        ...line,
        noteId: ids.debitNote,
        opens: openingsOf({ id: ids.debitNote, base: line.base, sign: 1n, schedule }),
      };
    }
    const credit = booking.creditNotes.find((note) => isPayableTo(line, note.line.securityId));
    const noteId = credit && ids.creditNotes.get(credit.line.securityId);
    if (!credit || noteId === undefined) return line;
    return {
      ...line,
      noteId,
      opens: openingsOf({ id: noteId, base: line.base, sign: -1n, schedule: credit.schedule }),
    };
  });
}
