import { sql } from 'kysely';
import { adjustmentRules, ADJUSTMENTS } from '../../../domain/adjustments/kinds.ts';
import type { PartTaken } from '../../../domain/adjustments/rules.ts';
import { invalid } from '../../../domain/errors.ts';
import { laterOf, type Day } from '../../../domain/values/day.ts';
import { convert } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { takeNumber } from '../ledger/numbers.ts';
import { setBrokerageRight } from '../ledger/deferred.ts';
import { receiveFees } from '../ledger/fees.ts';
import { post, type Posting } from '../ledger/post.ts';
import { rateOn } from '../ledger/rates.ts';
import { postMirrors, reversalsOf } from '../ledger/reversals.ts';
import { settleNotes } from '../receipts/money.ts';
import { loadSettling } from '../receipts/queries.ts';
import { setReturnsOff } from '../receipts/returns.ts';
import { lastPostingOnClaim, lastPostingOnNotes, latestOf } from '../posting-day.ts';
import type { Outcome, Steps } from '../steps.ts';
import type { Plan } from './booking.ts';
import { approveReceipts, pinReceipts, receiptsOf } from './net-receipts.ts';
import { planOf } from './plan.ts';
import { hasPaper, lockAdjustment, partsOfNote, type Adjustment } from './queries.ts';

/** A certificate is decided with its paper in hand. M1. */
async function assertPaper(ctx: Ctx, { id, kind }: Adjustment): Promise<void> {
  if (kind === 'CERTIFICATE' && !(await hasPaper(ctx, id)))
    throw invalid({ field: 'certificate', message: 'Attach the certificate first.' });
}

async function onSubmit(ctx: Ctx, adjustment: Adjustment): Promise<void> {
  await assertPaper(ctx, adjustment);
  await pinReceipts(ctx, adjustment);
  await planOf(ctx, adjustment, { lock: false, day: await postsOn(ctx, adjustment) });
}

/** Adds to what is certified, uncollectable or paid of parts; negative gives back. The parts are locked. */
async function changeParts(ctx: Ctx, { kind }: Adjustment, taken: readonly PartTaken[]): Promise<void> {
  const { parts } = adjustmentRules(kind);
  if (parts === null || taken.length === 0) return;
  const columns = parts === 'paid' ? ['paid', 'committed'] : [parts];
  const steps = columns.map((name) => sql`${sql.ref(name)} = p.${sql.ref(name)} + s.amount`);
  await sql`
    update note_parts p set ${sql.join(steps)}
    from unnest(${taken.map((one) => one.part)}::int[], ${taken.map((one) => one.amount)}::bigint[]) as s (part, amount)
    where p.id = s.part`.execute(ctx.db);
}

/** What the firm bears of a fee of its own is paid into the client bank with it, and is drawn from there as the fee is. */
async function bearFee(ctx: Ctx, { kind, note_id: noteId, amount }: Adjustment, sign: 1n | -1n): Promise<void> {
  if (adjustmentRules(kind).borneBy !== null) await receiveFees(ctx, [{ noteId, amount: sign * amount }]);
}

async function keepTaken(ctx: Ctx, adjustment: Adjustment, taken: readonly PartTaken[]): Promise<void> {
  if (taken.length === 0) return;
  await ctx.db
    .insertInto('adjustment_parts')
    .values(
      taken.map(({ part, amount }) => ({
        branch_id: adjustment.branch_id,
        adjustment_id: adjustment.id,
        part_id: part,
        amount,
      })),
    )
    .execute();
  await changeParts(ctx, adjustment, taken);
}

async function keepNets(ctx: Ctx, adjustment: Adjustment, { kept }: Plan): Promise<void> {
  if (kept.length === 0) return;
  await ctx.db
    .insertInto('adjustment_nets')
    .values(
      kept.map(({ part, invoice, amount }) => ({
        branch_id: adjustment.branch_id,
        adjustment_id: adjustment.id,
        part_id: part,
        invoice_id: invoice,
        amount,
      })),
    )
    .execute();
}

function postingsOf(adjustment: Adjustment, plan: Plan, number: string): Posting[] {
  const common = {
    branchId: adjustment.branch_id,
    day: plan.day,
    sourceKind: 'adjustment',
    sourceId: adjustment.id,
    currency: adjustment.currency,
  } as const;
  const narration = `${number}: ${ADJUSTMENTS[adjustment.kind].label.toLowerCase()}, ${plan.note.number}`;
  const own = { ...common, event: adjustment.kind, narration, lines: plan.lines };
  // Making good names the note that it is for, and counts with the adjustment: both are booked by one approval. M2.
  const madeGood = { ...common, event: 'MADE_GOOD', narration: `${number}: made good, ${plan.note.number}` } as const;
  return plan.madeGood.length > 0 ? [own, { ...madeGood, lines: plan.madeGood }] : [own];
}

/** An approval gives an adjustment its number, books it, and lessens the parts that it is for. M1–M4. */
async function onApprove(ctx: Ctx, adjustment: Adjustment, { day }: { day: Day }): Promise<Outcome<'adjustment'>> {
  await assertPaper(ctx, adjustment);
  await approveReceipts(ctx, adjustment.id);
  const plan = await planOf(ctx, adjustment, { lock: true, day });
  await keepTaken(ctx, adjustment, plan.taken);
  await keepNets(ctx, adjustment, plan);
  await settleNotes(ctx, plan.settled);
  await bearFee(ctx, adjustment, 1n);
  const number = await takeNumber(ctx, 'ADJ', { branchId: adjustment.branch_id, day: plan.day });
  await post(ctx, postingsOf(adjustment, plan, number));
  return {
    number,
    facts: { parts: plan.taken },
    set: { day, search_text: searchKey(`${number} ${adjustment.search_text}`) },
  };
}

async function takenBy(ctx: Ctx, adjustment: Adjustment): Promise<(PartTaken & { creditNote: number | null })[]> {
  return ctx.db
    .selectFrom('adjustment_parts as a')
    .innerJoin('note_parts as p', 'p.id', 'a.part_id')
    .select(['a.part_id as part', 'a.amount', 'p.credit_note_id as creditNote'])
    .where('a.adjustment_id', '=', adjustment.id)
    .where('a.branch_id', 'in', ctx.scope)
    .orderBy('a.part_id')
    .execute();
}

/** The claim invoices from which premium was kept back. */
async function netsOf(ctx: Ctx, adjustment: Adjustment): Promise<{ noteId: number; amount: bigint }[]> {
  return ctx.db
    .selectFrom('adjustment_nets')
    .select(['invoice_id as noteId', 'amount'])
    .where('adjustment_id', '=', adjustment.id)
    .where('branch_id', 'in', ctx.scope)
    .execute();
}

/** A reversal gives the note and its parts back what was taken off them, and every entry its mirror today. §3 reversal. */
async function onReverse(ctx: Ctx, adjustment: Adjustment, reason: string): Promise<Outcome<'adjustment'>> {
  const taken = await takenBy(ctx, adjustment);
  const nets = await netsOf(ctx, adjustment);
  const credited = adjustment.kind === 'CERTIFICATE' ? [] : taken;
  const settled = [
    { noteId: adjustment.note_id, amount: adjustment.amount },
    ...credited.flatMap(({ creditNote, amount }) => (creditNote === null ? [] : [{ noteId: creditNote, amount }])),
    ...nets,
  ];
  const noteIds = [...new Set([...settled.map((one) => one.noteId), ...taken.flatMap((one) => one.creditNote ?? [])])];
  await loadSettling(ctx, { noteIds, receiptId: 0 }, { lock: true });
  await partsOfNote(ctx, adjustment.note_id, { lock: true });
  const booked = await reversalsOf(ctx, { sourceKind: 'adjustment', sourceId: adjustment.id });
  await settleNotes(
    ctx,
    settled.map(({ noteId, amount }) => ({ noteId, amount: -amount })),
  );
  await bearFee(ctx, adjustment, -1n);
  const returned = taken.map(({ part, amount }) => ({ part, amount: -amount }));
  await changeParts(ctx, adjustment, returned);
  const narration = `${adjustment.number ?? ''} reversed: ${reason}`;
  await postMirrors(ctx, booked, { event: 'ADJUSTMENT_REVERSED', narration });
  const of = { branchId: adjustment.branch_id, sourceKind: 'adjustment', sourceId: adjustment.id, narration } as const;
  await setBrokerageRight(ctx, of, [adjustment.note_id]);
  await setReturnsOff(ctx, of, [adjustment.note_id]);
  return {};
}

/** What approving it moves, in base: its amount at the rate of its day. G8. */
async function amountOf(ctx: Ctx, { amount, currency }: Adjustment, day: Day): Promise<bigint> {
  return convert(amount, { from: currency, to: ctx.firm.baseCurrency, rate: await rateOn(ctx, currency, day) });
}

/** It is booked on its own day unless the approver chooses another, and never before its note. */
async function postsOn(ctx: Ctx, { day, note_id: noteId }: Adjustment): Promise<Day> {
  const note = await ctx.db
    .selectFrom('notes')
    .select('posted_on')
    .where('id', '=', noteId)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  return laterOf(day, note?.posted_on ?? day);
}

/** Not before what was last booked on its notes, of a net settlement on those of its claim, nor before its receipts. */
async function postsFrom(ctx: Ctx, { id, note_id: noteId, claim_id: claimId }: Adjustment): Promise<Day | null> {
  const receipts = await receiptsOf(ctx, id);
  return latestOf([
    await lastPostingOnNotes(ctx, [noteId]),
    claimId === null ? null : await lastPostingOnClaim(ctx, claimId),
    ...receipts.map((receipt) => receipt.bank_date),
  ]);
}

/** How an adjustment goes from draft to decision and back. */
export const ADJUSTMENT_STEPS: Steps<'adjustment', Adjustment> = {
  kind: 'adjustment',
  amountOf,
  postsOn,
  postsFrom,
  lock: lockAdjustment,
  onSubmit,
  onApprove,
  onReverse,
};
