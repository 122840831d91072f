import { sql } from 'kysely';
import { netting, type NettedInvoice, type Netting, type OwedToSecurity } from '../../../domain/adjustments/netting.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import { exchangeLine } from '../../../domain/ledger/entries.ts';
import type { Day } from '../../../domain/values/day.ts';
import { showMoney, sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { PostLine } from '../ledger/post.ts';
import { loadSettling, type Settling } from '../receipts/queries.ts';
import { owedLines } from '../vouchers/booking.ts';
import { openPayables, type Payable } from '../vouchers/queries.ts';
import { settling } from '../receipts/booking.ts';
import { collected, type Plan, stepsOn } from './booking.ts';
import { receiptsOf } from './net-receipts.ts';
import { noteOfAdjustment, partsOfNote, type Adjustment, type NoteOfAdjustment, type Part } from './queries.ts';

/** A net settlement as it is worked out: which note with which claim, and which receipts come in with it. */
type Net = { noteId: number; claimId: number; receipts: readonly number[] };

type Invoice = NettedInvoice & { waiting: bigint };

/** The claim invoices of a claim, oldest due first, with what of them its pending receipts will settle; fees to an expert's order are the expert's. */
async function invoicesOf(ctx: Ctx, { claimId, receipts }: Net): Promise<Invoice[]> {
  const { rows } = await sql<Invoice>`
    select n.id as note, p.id as part, n.party_id as "securityId", n.amount - n.settled as open,
      greatest(least(p.effective, n.settled - n.set_off) - p.committed, 0) as free,
      coalesce(a.answer in ('DENIED', 'DISPUTED'), false) as disputed,
      coalesce((select sum(x.note_amount) from receipt_proposals x join receipts r on r.id = x.receipt_id
        where x.note_id = n.id and r.id = any(${[...receipts]}::int[]) and r.status in ('DRAFT', 'PENDING')), 0)::bigint as waiting
    from notes n join note_parts p on p.debit_note_id = n.id
    left join movements m on m.id = n.movement_id
    left join claim_agreements a on a.movement_id = n.movement_id and a.security_id = n.party_id
    where n.claim_id = ${claimId} and n.purpose = 'CLAIM' and n.status = 'ISSUED' and n.branch_id = any(${[...ctx.scope]}::int[])
      and coalesce(m.payee, '') = ''
    order by n.due_on, n.id`.execute(ctx.db);
  return rows;
}

async function namesOf(ctx: Ctx, parts: readonly Part[]): Promise<Map<number, string>> {
  const ids = parts.flatMap((part) => part.partyId ?? []);
  const rows = await ctx.db
    .selectFrom('parties')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

function owedOf(parts: readonly Part[], names: ReadonlyMap<number, string>): OwedToSecurity[] {
  return parts.flatMap(({ id, kind, partyId, creditNoteId, effective }) =>
    kind === 'SECURITY' && partyId !== null && creditNoteId !== null && effective > 0n
      ? [{ part: id, creditNote: creditNoteId, securityId: partyId, name: names.get(partyId) ?? '', net: effective }]
      : [],
  );
}

type Ground = { note: NoteOfAdjustment; parts: Part[]; invoices: Invoice[]; owed: OwedToSecurity[]; net: Netting };

/** How a debit note would be settled net with a claim, with the receipts that come in with it. C8. */
export async function netGround(ctx: Ctx, of: Net): Promise<Ground> {
  const note = await noteOfAdjustment(ctx, of.noteId);
  const parts = await partsOfNote(ctx, of.noteId, { lock: false });
  const invoices = await invoicesOf(ctx, of);
  const owed = owedOf(parts, await namesOf(ctx, parts));
  const received = invoices.map((one) => ({ ...one, open: one.open - one.waiting, free: one.free + one.waiting }));
  const settled = note.amount - note.outstanding;
  const committed = sum(parts.map((part) => part.committed));
  return { note, parts, invoices, owed, net: netting({ ...note, settled, committed }, owed, received) };
}

/** Refuses what cannot be settled net, and anything but the whole note. Throws bad fields. C8. */
function assertNettable({ note, net }: Pick<Ground, 'note' | 'net'>, amount: bigint): void {
  if (net.refusals.length > 0) throw invalid({ field: 'note', message: net.refusals.join(' ') });
  if (amount === note.amount) return;
  const whole = showMoney({ amount: note.amount, currency: note.currency });
  throw invalid({ field: 'amount', message: `A net settlement takes the whole note: ${whole}.` });
}

/** Locks what a net settlement moves, in the order of the locks: open items by id, notes by id, parts by id. */
async function lockNet(ctx: Ctx, noteIds: readonly number[], parts: readonly number[]): Promise<void> {
  await sql`select id from open_items where (note_id = any(${[...noteIds]}::int[]) or part_id = any(${[...parts]}::int[]))
    and branch_id = any(${[...ctx.scope]}::int[]) order by id for update`.execute(ctx.db);
  await sql`select id from notes where id = any(${[...noteIds]}::int[]) order by id for update`.execute(ctx.db);
  await sql`select id from note_parts where id = any(${[...parts]}::int[]) order by id for update`.execute(ctx.db);
}

type Locked = Ground & { settling: Settling; payables: Payable[] };

/** Dr claims payable, Cr premium receivable; Dr premium payable, Cr claims recoverable of each security. C8. */
function netLines(locked: Locked): PostLine[] {
  const { note, net, invoices } = locked;
  const requested = net.taken.map(({ part, amount }) => {
    const invoice = invoices.find((one) => one.part === part);
    return { requested: amount, part: { id: part, partyId: note.partyId, debitNoteId: invoice?.note ?? 0 } };
  });
  const take = (noteId: number, partyId: number, amount: bigint) =>
    settling(noteId, stepsOn(locked, noteId, amount), partyId);
  const grouped = (key: (one: Netting['kept'][number]) => number) =>
    [...Map.groupBy(net.kept, key)].flatMap(([noteId, own]) =>
      take(noteId, own[0]?.securityId ?? 0, sum(own.map((one) => one.amount))),
    );
  return [
    ...owedLines({ requested, payables: locked.payables }),
    ...take(note.id, note.partyId, note.amount),
    ...grouped((one) => one.creditNote),
    ...grouped((one) => one.invoice),
  ];
}

/** What approving a net settlement would do now: throws why it cannot be approved. C8. */
export async function netPlan(
  ctx: Ctx,
  adjustment: Adjustment,
  { lock, day }: { lock: boolean; day: Day },
): Promise<Plan> {
  const { note_id: noteId, amount, claim_id: claimId } = adjustment;
  if (claimId === null) throw new Error('A net settlement has its claim.');
  const of = { noteId, claimId, receipts: (await receiptsOf(ctx, adjustment.id)).map((one) => one.id) };
  const before = await netGround(ctx, of);
  const creditNotes = before.owed.map((one) => one.creditNote);
  const claimParts = before.invoices.map((one) => one.part);
  const noteIds = [...new Set([noteId, ...creditNotes, ...before.invoices.map((one) => one.note)])];
  if (lock) await lockNet(ctx, noteIds, [...before.parts.map((part) => part.id), ...claimParts]);
  const ground = lock ? await netGround(ctx, of) : before;
  assertNettable(ground, amount);
  if (ground.note.status !== 'ISSUED') throw new AppError('WRONG_STATE', { status: 'void', action: 'settling it' });
  const settlingNow = await loadSettling(ctx, { noteIds, receiptId: 0 }, { lock: false });
  const payables = await openPayables(ctx, { creditNotes: [], parts: claimParts }, false);
  const locked = { ...ground, settling: settlingNow, payables };
  const { net, note } = ground;
  const lines = netLines(locked);
  const paid = [...Map.groupBy(net.kept, (one) => one.part)].map(([part, own]) => ({
    part,
    amount: sum(own.map((one) => one.amount)),
  }));
  return {
    day,
    note,
    lines: [...lines, ...exchangeLine(lines), ...collected(locked, { lines: [], taken: [] }, adjustment)],
    madeGood: [],
    taken: [...net.taken, ...paid],
    settled: [
      { noteId, amount },
      ...net.kept.flatMap((one) => [
        { noteId: one.creditNote, amount: one.amount },
        { noteId: one.invoice, amount: one.amount },
      ]),
    ],
    kept: net.kept,
  };
}
