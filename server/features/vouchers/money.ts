import { sql } from 'kysely';
import type { Decoded } from '../../../domain/endpoint.ts';
import { invalid } from '../../../domain/errors.ts';
import { earlierOf, type Day } from '../../../domain/values/day.ts';
import { formatAmount, type Money } from '../../../domain/values/money.ts';
import { convert } from '../../../domain/values/rate.ts';
import type { payVoucher as payEndpoint } from '../../../domain/vouchers/contract.ts';
import { draftOfCost } from '../../../domain/vouchers/conversion.ts';
import { isSetOff, VOUCHERS } from '../../../domain/vouchers/kinds.ts';
import { grossOf } from '../../../domain/vouchers/netting.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { assertStep, making, moveRecord, reasonOf, type DecisionInput, type Saved } from '../decisions.ts';
import { setBrokerageRight } from '../ledger/deferred.ts';
import { takeNumber } from '../ledger/numbers.ts';
import { post, type Posting } from '../ledger/post.ts';
import { proposedBank } from '../firm/own-banks.ts';
import { rateOn } from '../ledger/rates.ts';
import { postMirrors, reversalsOf } from '../ledger/reversals.ts';
import { setReturnsOff } from '../receipts/returns.ts';
import { assertSecondPerson } from '../second-person.ts';
import type { Outcome, Steps } from '../steps.ts';
import { paymentLines } from './booking.ts';
import {
  assertReasonForAccount,
  assertReasonNow,
  assertReasonToAdvance,
  assertReasonWasGiven,
  giveBack,
  holdMoney,
  markPaid,
  recheckMoney,
} from './holding.ts';
import { assertNotNeeded } from './claim-funds.ts';
import { assertNotDrawn, clientCost, withdrawFollowing } from './conversions.ts';
import { assertNotOrdered } from './ordered.ts';
import { setOffLines, settleByOffset } from './set-off.ts';
import { markFeesDrawn } from './fees.ts';
import { markTaxesPaid } from './invoice-taxes.ts';
import { settleNets } from './nets.ts';
import { sayRefunded } from './refunds.ts';
import { itemsOf, lockVoucher, netsOf, partsById, type Item, type Voucher } from './queries.ts';

/** An approval gives a voucher its number and lets it be paid. §4. */
async function onApprove(ctx: Ctx, voucher: Voucher, input: DecisionInput): Promise<Outcome<'voucher'>> {
  await recheckMoney(ctx, voucher, { pay: false });
  const dueBack = await assertReasonNow(ctx, voucher, reasonOf(input));
  const noAccount = await assertReasonForAccount(ctx, voucher, reasonOf(input));
  const advanced = await assertReasonToAdvance(ctx, voucher, reasonOf(input));
  const number = await takeNumber(ctx, 'PV', { branchId: voucher.branch_id, day: voucher.bank_date });
  // What is paid although something is due back, or to no confirmed account, is an override: it names itself in the trail.
  return {
    number,
    facts: { ...(dueBack > 0n && { dueBack }), ...(noAccount && { noAccount }), ...(advanced > 0n && { advanced }) },
    set: { search_text: searchKey(`${number} ${voucher.search_text}`) },
  };
}

function bankDayOf(ctx: Ctx, voucher: Voucher, bankDate: Day | undefined): Day {
  const day = bankDate ?? voucher.bank_date;
  if (day > ctx.today) throw invalid({ field: 'bank_date', message: 'The bank date cannot be in the future.' });
  return day;
}

/** A voucher is paid by somebody who did not decide it. §5. */
export const payingOf = ({ decided_by: decider, branch_id: branchId }: Voucher) =>
  ({ hands: decider === null ? [] : [decider], right: 'vouchers.pay', branchId }) as const;

/** Pays an approved voucher by someone who did not approve it: booked on its bank date at that day's rate. §3. */
export async function payVoucher(ctx: Ctx, { params, body }: Decoded<typeof payEndpoint>): Promise<Saved> {
  const voucher = await lockVoucher(ctx, params.id);
  const of = { kind: 'voucher', record: voucher } as const;
  assertStep(of, { act: 'pay', version: body.version });
  const { waived } = await assertSecondPerson(ctx, payingOf(voucher));
  const day = bankDayOf(ctx, voucher, body.bank_date);
  const locked = await recheckMoney(ctx, voucher, { pay: true });
  await assertReasonWasGiven(ctx, voucher);
  const noAccount = await assertReasonForAccount(ctx, voucher, body.reason);
  const lines = isSetOff({ kind: voucher.kind, note: voucher.note_id })
    ? await setOffLines(ctx, voucher, { ...locked, lock: true })
    : await paymentLines(ctx, voucher, { ...locked, day });
  const items = await itemsOf(ctx, voucher.id);
  await markPaid(ctx, items, locked.nets);
  if (voucher.kind === 'INVOICE_TAX') await markTaxesPaid(ctx, voucher);
  if (voucher.kind === 'FEE_DRAWING') await markFeesDrawn(ctx, voucher);
  if (voucher.receipt_id !== null) await sayRefunded(ctx, voucher, { action: 'refunded' });
  await settleNets(ctx, locked.nets, 1n);
  await settleCreditNotes(ctx, items, 1n);
  await settleByOffset(ctx, voucher, 1n);
  await post(ctx, [paymentPosting(voucher, day, lines)]);
  const cost = await clientCost(ctx, voucher, day);
  await draftFollowing(ctx, voucher, { day, cost });
  const { bank_reference: bankReference } = body;
  // Where an account was confirmed there is nothing to explain.
  const reason = noAccount ? body.reason : undefined;
  const set = {
    bank_date: day,
    pay_reason: reason ?? '',
    bank_reference: bankReference,
    paid_by: ctx.user.id,
    paid_at: ctx.now,
    ...(cost !== null && { exchange_cost: cost.amount }),
    checker_waived: voucher.checker_waived || waived,
    search_text: searchKey(`${voucher.search_text} ${bankReference}`),
  };
  const facts = { day, bankReference, waived, ...(noAccount && { noAccount, reason }) };
  return moveRecord(ctx, of, { status: 'PAID', action: 'paid', set, facts });
}

/** What a paid voucher leaves to be set right between client and office money, and how its draft says so. M4, M6. */
function followingOf({ kind, number, currency, amount }: Voucher, cost: Money | null) {
  const name = number ?? '';
  if (kind === 'BANK_CHARGE') return { kind: 'MAKE_GOOD' as const, currency, amount, narration: `Makes ${name} good` };
  const draft = cost === null ? null : draftOfCost(cost);
  if (cost === null || draft === null) return null;
  const narration = draft.kind === 'MAKE_GOOD' ? `Makes the cost of ${name} good` : `Draws what ${name} left over`;
  return { ...draft, currency: cost.currency, narration };
}

/**
 * A charge on the client account is the firm's, and so is what a conversion of client money cost or left over: its making good
 * or drawing is drafted, to be approved and paid as any other. M4, M6.
 */
async function draftFollowing(ctx: Ctx, voucher: Voucher, { day, cost }: { day: Day; cost: Money | null }) {
  const draft = followingOf(voucher, cost);
  if (draft === null) return;
  const { branch_id: branchId } = voucher;
  const { kind, currency, amount, narration } = draft;
  const made = {
    ...draft,
    branch_id: branchId,
    bank_date: day,
    bank_account_id: await proposedBank(ctx, { purpose: VOUCHERS[kind].from, currency, branchId }),
    follows_id: voucher.id,
    search_text: searchKey(narration),
    ...making(ctx),
    created_at: ctx.now,
  };
  const { id } = await ctx.db.insertInto('vouchers').values(made).returning('id').executeTakeFirstOrThrow();
  const facts = { after: { kind, currency, amount: formatAmount(amount, currency), narration } };
  await ctx.audit({ entity: 'voucher', entityId: id, branchId, action: 'saved', facts });
}

function paymentPosting(voucher: Voucher, day: Day, lines: Posting['lines']): Posting {
  return {
    branchId: voucher.branch_id,
    day,
    event: 'VOUCHER_PAID',
    sourceKind: 'voucher',
    sourceId: voucher.id,
    narration: `${voucher.number ?? ''} paid`,
    currency: voucher.currency,
    lines,
  };
}

/** A credit note is settled as its security is paid; parts of brokerage and taxes have no credit note. */
async function settleCreditNotes(ctx: Ctx, items: readonly Item[], sign: 1n | -1n): Promise<void> {
  if (items.length === 0) return;
  await sql`
    update notes n set settled = n.settled + s.amount * ${sign}::bigint
    from (
      select p.credit_note_id as note, sum(i.amount)::bigint as amount
      from unnest(${items.map((item) => item.part)}::int[], ${items.map((item) => item.amount)}::bigint[]) as i (part, amount)
      join note_parts p on p.id = i.part where p.credit_note_id is not null group by 1) s
    where n.id = s.note`.execute(ctx.db);
}

/** The debit notes that a reversal leaves with something to be settled again: of a set-off its own, of a refund those that it gave back of. */
async function reopenedBy(ctx: Ctx, { id, kind, note_id: note }: Voucher): Promise<number[]> {
  if (isSetOff({ kind, note })) return note === null ? [] : [note];
  if (kind !== 'REFUND') return [];
  const parts = await partsById(
    ctx,
    (await itemsOf(ctx, id)).map((item) => item.part),
  );
  return [...new Set([...parts.values()].map((part) => part.debitNoteId))];
}

/**
 * A reversal of an approved voucher gives its money back; of a paid one every entry gets its mirror today, and what it
 * settled is open again. §3 reversal.
 */
async function onReverse(ctx: Ctx, voucher: Voucher, reason: string): Promise<Outcome<'voucher'>> {
  const paid = voucher.status === 'PAID';
  if (!paid) await assertNotOrdered(ctx, voucher);
  await assertNotNeeded(ctx, voucher);
  await assertNotDrawn(ctx, voucher);
  await withdrawFollowing(ctx, voucher);
  const booked = paid ? await reversalsOf(ctx, { sourceKind: 'voucher', sourceId: voucher.id }) : [];
  await giveBack(ctx, voucher);
  if (paid) await settleCreditNotes(ctx, await itemsOf(ctx, voucher.id), -1n);
  if (paid) await settleNets(ctx, await netsOf(ctx, voucher.id), -1n);
  if (paid) await settleByOffset(ctx, voucher, -1n);
  const narration = `${voucher.number ?? ''} reversed: ${reason}`;
  await postMirrors(ctx, booked, { event: 'VOUCHER_REVERSED', narration });
  const of = { branchId: voucher.branch_id, sourceKind: 'voucher', sourceId: voucher.id, narration } as const;
  const reopened = await reopenedBy(ctx, voucher);
  await setBrokerageRight(ctx, of, reopened);
  await setReturnsOff(ctx, of, reopened);
  return {};
}

/** What approving a voucher lets go, in base: what it takes, also what is set off of it, at the rate of its bank date, or of today while that is to come. G8. */
async function voucherAmount(ctx: Ctx, voucher: Voucher): Promise<bigint> {
  const rate = await rateOn(ctx, voucher.currency, earlierOf(voucher.bank_date, ctx.today));
  return convert(grossOf(voucher), { from: voucher.currency, to: ctx.firm.baseCurrency, rate });
}

/** How a voucher goes from draft to decision and back: from its submission on it holds its money. §2 Pay as paid. */
export const VOUCHER_STEPS: Steps<'voucher', Voucher> = {
  kind: 'voucher',
  rightOf: (voucher) => VOUCHERS[voucher.kind].decide,
  makesBy: (voucher) => VOUCHERS[voucher.kind].create,
  amountOf: voucherAmount,
  lock: lockVoucher,
  onSubmit: holdMoney,
  onWithdraw: giveBack,
  onApprove,
  onReject: giveBack,
  onReverse,
};
