import { sql } from 'kysely';
import type { Decoded } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import type {
  allocateReceipt as allocateEndpoint,
  bounceReceipt as bounceEndpoint,
} from '../../../domain/receipts/contract.ts';
import type { Allocating } from '../../../domain/receipts/parts.ts';
import {
  allocationFaults,
  assertAllocatable,
  assertCheque,
  assertHasCash,
  leftOf,
  receiptFaults,
} from '../../../domain/receipts/rules.ts';
import type { Day } from '../../../domain/values/day.ts';
import { sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { moveRecord, type Saved } from '../decisions.ts';
import { setBrokerageRight } from '../ledger/deferred.ts';
import { takeNumber } from '../ledger/numbers.ts';
import { receiveFees } from '../ledger/fees.ts';
import { post } from '../ledger/post.ts';
import { postMirrors, reversalsOf } from '../ledger/reversals.ts';
import { reverse, type Outcome, type Steps } from '../steps.ts';
import {
  allocationPostings,
  bookingsOf,
  cashToBe,
  receiptBooking,
  receiptPosting,
  type AllocationBooking,
} from './booking.ts';
import { partsOf } from './input.ts';
import {
  assertMayPassOn,
  givePassedBack,
  holdPassed,
  isPassedOn,
  lockSource,
  passingBack,
  passingPosting,
  rightsOf,
  sayPassed,
} from './passing.ts';
import { setReturnsOff } from './returns.ts';
import { loadSettling, lockReceipt, notesById, proposalsOf, type Receipt, type Settling } from './queries.ts';

/** Refuses notes that are not this payer's to settle, then more than is left of the receipt or of a note. */
export function assertFits(receipt: Receipt, allocations: readonly Allocating[], settling: Settling): void {
  const paying = {
    payerId: receipt.payer_id,
    branchId: receipt.branch_id,
    receiptType: receipt.receipt_type,
  };
  const faults = allocationFaults(paying, allocations, settling.notes);
  if (faults.length > 0) throw invalid(...faults);
  assertAllocatable({ left: leftOf(receipt), currency: receipt.currency }, allocations, settling.notes);
}

/** Adds to what notes are settled by; negative gives back. The notes are locked. */
export async function settleNotes(ctx: Ctx, parts: readonly { noteId: number; amount: bigint }[]): Promise<void> {
  if (parts.length === 0) return;
  await sql`
    update notes n set settled = n.settled + s.amount
    from (select note, sum(amount)::bigint as amount from unnest(${parts.map((p) => p.noteId)}::int[],
      ${parts.map((p) => p.amount)}::bigint[]) as part (note, amount) group by note) s
    where n.id = s.note`.execute(ctx.db);
}

/**
 * What a receipt settles, or takes back: our own fees lie in the account that it came into, of another branch in a client account there.
 * The notes are locked.
 */
async function settleByReceipt(ctx: Ctx, receipt: Receipt, parts: Parameters<typeof settleNotes>[1]): Promise<void> {
  await settleNotes(ctx, parts);
  await receiveFees(ctx, parts, { bankAccount: receipt.bank_account_id });
}

async function keepAllocations(
  ctx: Ctx,
  receipt: Receipt,
  { bookings, entries }: { bookings: readonly AllocationBooking[]; entries: readonly number[] },
): Promise<void> {
  if (bookings.length === 0) return;
  await ctx.db
    .insertInto('allocations')
    .values(
      bookings.map((booking, index) => ({
        branch_id: receipt.branch_id,
        receipt_id: receipt.id,
        note_id: booking.noteId,
        entry_id: entries[index] ?? 0,
        amount: booking.amount,
        note_amount: booking.noteAmount,
        day: booking.day,
        made_by: ctx.user.id,
        made_at: ctx.now,
      })),
    )
    .execute();
}

/** What allocations settle of their notes, in the notes' currencies. */
const settledBy = (bookings: readonly { noteId: number; noteAmount: bigint }[]) =>
  bookings.map(({ noteId, noteAmount }) => ({ noteId, amount: noteAmount }));

const noteIdsOf = (allocations: readonly Allocating[]) => allocations.map((part) => part.note);

/** What a receipt proposes must still fit the notes when it is submitted. */
async function onSubmit(ctx: Ctx, receipt: Receipt): Promise<void> {
  const allocations = await proposalsOf(ctx, receipt.id);
  const notes = await notesById(ctx, noteIdsOf(allocations));
  assertAllocatable({ left: receipt.amount, currency: receipt.currency }, allocations, notes);
  await holdPassed(ctx, receipt);
}

/** An approval gives a receipt its number and books it with the allocations that it proposes. §3, §4. */
async function onApprove(ctx: Ctx, draft: Receipt, { day }: { day: Day }): Promise<Outcome<'receipt'>> {
  // The bank says of what day its money is; cash of another branch is used there on the day that says so.
  const receipt = isPassedOn(draft) ? { ...draft, bank_date: day } : draft;
  // What it holds there is still there: it is taken now.
  const receiptId = receipt.source_id ?? receipt.id;
  if (isPassedOn(receipt)) await lockSource(ctx, receipt, 0n);
  const allocations = await proposalsOf(ctx, receipt.id);
  const settling = await loadSettling(ctx, { noteIds: noteIdsOf(allocations), receiptId }, { lock: true });
  assertFits(receipt, allocations, settling);
  const own = await receiptBooking(ctx, receipt);
  const number = await takeNumber(ctx, 'RV', { branchId: receipt.branch_id, day: receipt.bank_date });
  const cash = cashToBe(own.cash);
  const bookings = bookingsOf(ctx, receipt, { allocations, settling, cash, day: receipt.bank_date, number });
  await settleByReceipt(ctx, receipt, settledBy(bookings));
  const leaving = isPassedOn(receipt) ? [passingPosting(ctx, receipt, { number, lines: own.leaving })] : [];
  const postings = [receiptPosting(receipt, own, number), ...leaving, ...allocationPostings(receipt, bookings)];
  const [, ...made] = await post(ctx, postings);
  const entries = made.slice(leaving.length);
  await keepAllocations(ctx, receipt, { bookings, entries });
  await sayPassed(ctx, receipt, { action: 'passed_on', number });
  const set = {
    ...(isPassedOn(receipt) && { bank_date: day, passing_entry_id: made[0] }),
    allocated: sum(bookings.map((booking) => booking.amount)),
    base_amount: own.base,
    search_text: searchKey(`${number} ${receipt.search_text}`),
  };
  return { number, set };
}

/** Allocates what is left of an approved receipt, today. §3 allocation. */
export async function allocateReceipt(ctx: Ctx, { body }: Decoded<typeof allocateEndpoint>): Promise<Saved> {
  const receipt = await lockReceipt(ctx, body.id);
  assertVersion(receipt.version, body.version);
  assertHasCash(receipt.status);
  const { allocations, faults } = await partsOf(ctx, body.allocations, { currency: receipt.currency, day: ctx.today });
  // Money on account is allocated now that it is known what for.
  const receiptType = receipt.receipt_type === 'ON_ACCOUNT' ? 'OTHER' : receipt.receipt_type;
  faults.push(...receiptFaults({ bankDate: receipt.bank_date, allocations, receiptType }, ctx.today));
  if (faults.length > 0) throw invalid(...faults);
  const settling = await loadSettling(ctx, { noteIds: noteIdsOf(allocations), receiptId: receipt.id }, { lock: true });
  assertFits(receipt, allocations, settling);
  if (!settling.cash) throw new Error('An approved receipt has its cash.');
  const cash = { ...settling.cash, item: settling.cash.id, account: { code: settling.cash.account } };
  const number = receipt.number ?? '';
  const bookings = bookingsOf(ctx, receipt, { allocations, settling, cash, day: ctx.today, number });
  await settleByReceipt(ctx, receipt, settledBy(bookings));
  const entries = await post(ctx, allocationPostings(receipt, bookings));
  await keepAllocations(ctx, receipt, { bookings, entries });
  const references = [...settling.notes.values()].flatMap((note) => searchKey(note.reference ?? ''));
  const unknown = references.filter((reference) => !receipt.search_text.includes(reference));
  const set = {
    allocated: receipt.allocated + sum(bookings.map((booking) => booking.amount)),
    search_text: [receipt.search_text, ...unknown].join(' '),
  };
  return moveRecord(
    ctx,
    { kind: 'receipt', record: receipt },
    { status: 'APPROVED', action: 'allocated', set, facts: { allocations } },
  );
}

/** A reversal undoes a receipt's allocations and what they released, and gives every entry its mirror today. §3 reversal. */
async function undo(ctx: Ctx, receipt: Receipt, why: string): Promise<Outcome<'receipt'>> {
  assertMayPassOn(ctx, receipt);
  // What was refunded or used in another branch, or waits to be, comes back first.
  if (receipt.refunded > 0n || receipt.passed_on > 0n) throw new AppError('IN_USE');
  const number = receipt.number ?? '';
  await sayPassed(ctx, receipt, { action: 'came_back', number });
  const booked = [
    ...(await passingBack(ctx, receipt)),
    ...(await reversalsOf(ctx, { sourceKind: 'receipt', sourceId: receipt.id })),
  ];
  const undone = await undoAllocations(ctx, receipt);
  const narration = `${number} ${why}`;
  await postMirrors(ctx, booked, { event: 'RECEIPT_REVERSED', narration });
  const of = { branchId: receipt.branch_id, sourceKind: 'receipt', sourceId: receipt.id, narration } as const;
  await setBrokerageRight(ctx, of, noteIdsOf(undone));
  await setReturnsOff(ctx, of, noteIdsOf(undone));
  return { set: { allocated: 0n }, facts: { undone } };
}

/** A cheque that the payer's bank did not pay takes its receipt back, as a reversal by a second person does. 13.1 */
export async function bounceReceipt(ctx: Ctx, input: Decoded<typeof bounceEndpoint>): Promise<Saved> {
  const onReverse = async (_: Ctx, receipt: Receipt, reason: string): Promise<Outcome<'receipt'>> => {
    assertCheque(receipt.method);
    const { set, facts } = await undo(ctx, receipt, `cheque returned unpaid: ${reason}`);
    return { set: { ...set, bounced: true }, facts: { ...facts, bounced: true } };
  };
  return reverse(ctx, { ...RECEIPT_STEPS, onReverse, returnedByBank: true }, input);
}

/** How a receipt goes from draft to decision and back. */
export const RECEIPT_STEPS: Steps<'receipt', Receipt> = {
  kind: 'receipt',
  rightOf: (receipt) => rightsOf(receipt).decide,
  makesBy: (receipt) => rightsOf(receipt).create,
  amountOf: async (ctx, receipt) => (await receiptBooking(ctx, receipt)).base,
  lock: lockReceipt,
  onSubmit,
  onWithdraw: givePassedBack,
  onApprove,
  onReject: givePassedBack,
  onReverse: (ctx, receipt, reason) => undo(ctx, receipt, `reversed: ${reason}`),
};

async function undoAllocations(ctx: Ctx, receipt: Receipt): Promise<Allocating[]> {
  const { rows } = await sql<Allocating & { id: number }>`
    select a.id, a.note_id as note, a.amount, a.note_amount as "noteAmount" from allocations a join notes n on n.id = a.note_id
    where a.receipt_id = ${receipt.id} and a.reversed_at is null order by n.id for update of n`.execute(ctx.db);
  if (rows.length === 0) return [];
  await ctx.db
    .updateTable('allocations')
    .set({ reversed_at: ctx.now })
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute();
  await settleByReceipt(
    ctx,
    receipt,
    rows.map(({ note, noteAmount }) => ({ noteId: note, amount: -noteAmount })),
  );
  return rows.map(({ note, amount, noteAmount }) => ({ note, amount, noteAmount }));
}
