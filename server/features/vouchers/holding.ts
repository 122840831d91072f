import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { oldestFirst } from '../../../domain/ledger/releases.ts';
import { dayIn } from '../../../domain/values/day.ts';
import { showMoney, sum } from '../../../domain/values/money.ts';
import {
  assertNothingDueBack,
  advancedOf,
  assertReasonForAdvance,
  assertReasonForDueBack,
  assertReasonForNoAccount,
  assertReleased,
} from '../../../domain/vouchers/rules.ts';
import { isSetOff, voucherRules } from '../../../domain/vouchers/kinds.ts';
import { grossOf } from '../../../domain/vouchers/netting.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertDrawnBack, claimFunds } from './claim-funds.ts';
import { assertConversionCounts } from './conversions.ts';
import { noteFunds } from './note-funds.ts';
import { assertFeesLie, giveFeesBack, holdFees } from './fees.ts';
import { giveTaxesBack, holdTaxes } from './invoice-taxes.ts';
import { assertStillOwed, chooseNets } from './nets.ts';
import {
  dueBackFrom,
  itemsOf,
  loadRequested,
  netsOf,
  type Net,
  oldestFreeParts,
  openPartsOfClaim,
  payeeAccount,
  payeeName,
  type RequestedItem,
  type Item,
  type OfClaim,
  type Payable,
  type Voucher,
} from './queries.ts';
import { giveCashBack, holdCash, lockCash, openRefunds } from './refunds.ts';
import { assertOwesNothing } from './salvage-owing.ts';

/** Adds to what parts have committed and paid; negative gives back. The parts are locked. */
async function addToParts(ctx: Ctx, items: readonly Item[], sign: { committed: bigint; paid: bigint }): Promise<void> {
  if (items.length === 0) return;
  await sql`
    update note_parts p set committed = p.committed + s.amount * ${sign.committed}::bigint, paid = p.paid + s.amount * ${sign.paid}::bigint,
      advanced = p.advanced + s.advanced * ${sign.committed}::bigint
    from unnest(${items.map((item) => item.part)}::int[], ${items.map((item) => item.amount)}::bigint[],
      ${items.map((item) => item.advanced)}::bigint[]) as s (part, amount, advanced)
    where p.id = s.part`.execute(ctx.db);
}

/** What was paid too much of parts is taken back by a payment that leaves it out; with -1 no longer. M15. */
async function takeBack(ctx: Ctx, nets: readonly Net[], sign: 1n | -1n): Promise<void> {
  const parts = nets.flatMap(({ part, amount }) => (part === null ? [] : [{ part, amount, advanced: 0n }]));
  await addToParts(ctx, parts, { committed: -sign, paid: -sign });
}

/** What a payment pays of parts, and what it sets off. */
export async function markPaid(ctx: Ctx, items: readonly Item[], nets: readonly Net[]): Promise<void> {
  await addToParts(ctx, items, { committed: 0n, paid: 1n });
  await takeBack(ctx, nets, 1n);
}
const commit = (ctx: Ctx, items: readonly Item[]) => addToParts(ctx, items, { committed: 1n, paid: 0n });

type Locked = { requested: RequestedItem[]; payables: Payable[]; nets: Net[] };

const takenBack = (what: string) =>
  new AppError('WRONG_STATE', { status: `for a ${what} that was taken back`, action: 'paying it' });

/**
 * Refuses what is for a note or a claim that was taken back since; what was made good for it is drawn back all the same. A claim is locked,
 * so that it is not taken back meanwhile. Throws WRONG_STATE.
 */
async function assertStands(ctx: Ctx, { kind, note_id: id, claim_id: claimId }: Voucher): Promise<void> {
  if (kind === 'DRAW_BACK') return;
  if (claimId !== null && kind === 'MAKE_GOOD') {
    const claim = await ctx.db
      .selectFrom('claims')
      .select('status')
      .where('id', '=', claimId)
      .where('branch_id', 'in', ctx.scope)
      .forUpdate()
      .executeTakeFirst();
    if (claim?.status !== 'APPROVED') throw takenBack('claim');
  }
  if (id === null) return;
  const note = await ctx.db
    .selectFrom('notes')
    .select('status')
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  if (note?.status !== 'ISSUED') throw takenBack('note');
}

/**
 * Refuses a voucher that the money received does not cover, or of which a note was taken back since: its parts are locked. Throws
 * OVER_RELEASED, WRONG_STATE. §2 Pay as paid.
 */
async function assertCovered(ctx: Ctx, voucher: Voucher, requested: readonly RequestedItem[]): Promise<void> {
  if (requested.some(({ part }) => part.noteStatus !== 'ISSUED')) throw takenBack('note');
  assertReleased(requested, { name: await payeeName(ctx, voucher), currency: voucher.currency });
}

/** Refuses to approve what goes to a security with money to give back, but for a reason; gives what is due back. §2. */
export async function assertReasonNow(ctx: Ctx, voucher: Voucher, reason: string | undefined): Promise<bigint> {
  const dueBack = await dueBackFrom(ctx, voucher);
  assertReasonForDueBack(dueBack, { name: await payeeName(ctx, voucher), currency: voucher.currency }, reason);
  return dueBack;
}

/** Whether a voucher goes to a party of which no account in its currency is confirmed; a tax or ourselves have none here. §8. */
export async function lacksAccount(ctx: Ctx, voucher: Voucher): Promise<boolean> {
  const { payee_id: payee, kind, note_id: note, amount } = voucher;
  // A set-off is paid to nobody, nor what is set off in full.
  if (payee === null || amount === 0n || isSetOff({ kind, note })) return false;
  return (await payeeAccount(ctx, voucher)) === null;
}

/** Refuses what goes to a payee without a confirmed account, but for a reason; gives whether there was none. §8. */
export async function assertReasonForAccount(ctx: Ctx, voucher: Voucher, reason: string | undefined): Promise<boolean> {
  const lacks = await lacksAccount(ctx, voucher);
  const payee = { name: await payeeName(ctx, voucher), currency: voucher.currency };
  assertReasonForNoAccount(!lacks, payee, reason);
  return lacks;
}

/** Refuses to pay it where who approved it did not say why. §2. */
export async function assertReasonWasGiven(ctx: Ctx, voucher: Voucher): Promise<void> {
  if ((voucher.decision_reason ?? '') !== '') return;
  const payee = { name: await payeeName(ctx, voucher), currency: voucher.currency };
  assertNothingDueBack(await dueBackFrom(ctx, voucher), payee);
}

type Ahead = { claim: OfClaim | null; amount: bigint };

/** Parts of a kind, locked, that a voucher without items of its maker's may take from. */
async function partsToTake(
  ctx: Ctx,
  voucher: Voucher,
  { claim, nets }: { claim: OfClaim | null; nets: readonly Net[] },
): Promise<RequestedItem[]> {
  const { holds: kind } = voucherRules(voucher.kind);
  if (kind === null) throw new Error('A voucher without parts takes none.');
  const { branch_id: branchId, tax_id: taxId, currency } = voucher;
  const amount = grossOf(voucher);
  const ids =
    voucher.kind === 'REFUND'
      ? await openRefunds(ctx, voucher)
      : voucher.kind === 'CLAIM' && claim !== null
        ? await openPartsOfClaim(ctx, claim)
        : await oldestFreeParts(ctx, { branchId, taxId, currency, kind, claim, amount });
  const { requested } = await loadRequested(
    ctx,
    ids.map((part) => ({ part, amount: 0n, advanced: 0n })),
    { lock: true, pay: false, holder: null, nets },
  );
  return requested;
}

/** What a claim or a refund may be paid ahead of what came in: what was made good for it, or by an override all of it. C6, M17. */
async function mayAdvance(ctx: Ctx, voucher: Voucher, { claim, amount }: Ahead): Promise<bigint> {
  const { kind, override, note_id: note } = voucher;
  if (kind === 'REFUND' && note !== null) return override ? amount : noteFunds(ctx, note, { lock: true });
  if (kind !== 'CLAIM' || claim === null) return 0n;
  return override ? amount : claimFunds(ctx, claim.id, { lock: true });
}

/** A voucher without items of its maker's takes from the oldest parts that have something free; they become the voucher's items. §2. */
async function spread(ctx: Ctx, voucher: Voucher, nets: readonly Net[]): Promise<RequestedItem[]> {
  const { claim_id: id, payee_id: payeeId, to_order: toOrder } = voucher;
  const claim = id === null || payeeId === null ? null : { id, payeeId, toOrder };
  const requested = await partsToTake(ctx, voucher, { claim, nets });
  const free = oldestFirst(
    grossOf(voucher),
    requested.map((one) => ({ key: one, open: one.available })),
  );
  const room = requested.map((one) => ({
    key: one,
    open: advancedOf(one.part.effective, one.available, one.part),
  }));
  const funds = free.rest > 0n ? await mayAdvance(ctx, voucher, { claim, amount: free.rest }) : 0n;
  const ahead = oldestFirst(free.rest <= funds ? free.rest : 0n, room);
  if (free.rest > sum(ahead.parts.map((one) => one.amount))) {
    const most = sum(requested.map((one) => one.available)) + (funds > 0n ? funds : 0n);
    const available = { amount: most, currency: voucher.currency };
    throw new AppError('OVER_RELEASED', { available: showMoney(available), payee: await payeeName(ctx, voucher) });
  }
  const of = (parts: typeof free.parts, key: RequestedItem) => parts.find((one) => one.key === key)?.amount ?? 0n;
  const items = requested
    .map((one) => ({ ...one, requested: of(free.parts, one) + of(ahead.parts, one), advanced: of(ahead.parts, one) }))
    .filter((one) => one.requested > 0n);
  await ctx.db
    .insertInto('voucher_items')
    .values(
      items.map(({ part, requested: amount, advanced }) => ({
        branch_id: voucher.branch_id,
        voucher_id: voucher.id,
        part_id: part.id,
        amount,
        advanced,
      })),
    )
    .execute();
  return items;
}

/** What an override takes of each part beyond what is free, within the part: named on the voucher's items. §2. */
async function advance(ctx: Ctx, voucher: Voucher, requested: readonly RequestedItem[]): Promise<RequestedItem[]> {
  const advancing = requested.map((one) => ({ ...one, advanced: advancedOf(one.requested, one.available, one.part) }));
  await sql`
    update voucher_items i set advanced = s.advanced
    from unnest(${advancing.map((one) => one.part.id)}::int[], ${advancing.map((one) => one.advanced)}::bigint[]) as s (part, advanced)
    where i.voucher_id = ${voucher.id} and i.part_id = s.part`.execute(ctx.db);
  return advancing;
}

/** Who is paid ahead, as its notice names it. */
export const aheadOf = async (ctx: Ctx, voucher: Voucher) => ({
  name: await payeeName(ctx, voucher),
  currency: voucher.currency,
  refund: voucher.kind === 'REFUND',
});

/** What a voucher takes beyond what is released: approved for a manager's reason alone, which names it. §2, G9. */
export async function assertReasonToAdvance(ctx: Ctx, voucher: Voucher, reason: string | undefined): Promise<bigint> {
  // What is paid with money that was made good for it is not missing in the client bank.
  const items = voucher.override ? await itemsOf(ctx, voucher.id) : [];
  const advanced = sum(items.map((item) => item.advanced));
  assertReasonForAdvance(advanced, await aheadOf(ctx, voucher), reason);
  return advanced;
}

async function chosenByMaker(ctx: Ctx, voucher: Voucher): Promise<Pick<Locked, 'requested' | 'nets'>> {
  const nets = await netsOf(ctx, voucher.id);
  const holding = { lock: true, pay: false, holder: null, nets };
  const { requested } = await loadRequested(ctx, await itemsOf(ctx, voucher.id), holding);
  return { requested, nets };
}

async function chosenOldest(ctx: Ctx, voucher: Voucher): Promise<Pick<Locked, 'requested' | 'nets'>> {
  const nets = await chooseNets(ctx, voucher);
  return { requested: await spread(ctx, voucher, nets), nets };
}

/** Holds the money of a submitted voucher, so that no other voucher can have it. Throws OVER_RELEASED. §2. */
export async function holdMoney(ctx: Ctx, voucher: Voucher): Promise<void> {
  const { chosen } = voucherRules(voucher.kind);
  if (voucher.receipt_id !== null) return holdCash(ctx, voucher);
  await assertStands(ctx, voucher);
  await assertDrawnBack(ctx, voucher);
  await assertConversionCounts(ctx, voucher);
  await assertOwesNothing(ctx, voucher);
  if (voucher.kind === 'INVOICE_TAX') return holdTaxes(ctx, voucher, await payeeName(ctx, voucher));
  if (voucher.kind === 'FEE_DRAWING') return holdFees(ctx, voucher);
  if (chosen === null) return;
  const { requested, nets } = chosen === 'ITEMS' ? await chosenByMaker(ctx, voucher) : await chosenOldest(ctx, voucher);
  await assertStillOwed(ctx, voucher, nets);
  const held = voucher.override && chosen === 'ITEMS' ? await advance(ctx, voucher, requested) : requested;
  await assertCovered(ctx, voucher, held);
  await commit(
    ctx,
    held.map((one) => ({ part: one.part.id, amount: one.requested, advanced: one.advanced })),
  );
}

/** The money that a voucher holds, locked and checked again: a receipt may have been reversed since. §2. */
export async function recheckMoney(ctx: Ctx, voucher: Voucher, { pay }: { pay: boolean }): Promise<Locked> {
  if (voucher.receipt_id !== null) await lockCash(ctx, voucher);
  await assertStands(ctx, voucher);
  await assertDrawnBack(ctx, voucher);
  await assertConversionCounts(ctx, voucher);
  await assertOwesNothing(ctx, voucher);
  await assertFeesLie(ctx, voucher, { lock: true });
  const nets = await netsOf(ctx, voucher.id);
  const holding = { lock: true, pay, holder: voucher.id, nets };
  const locked = await loadRequested(ctx, await itemsOf(ctx, voucher.id), holding);
  await assertCovered(ctx, voucher, locked.requested);
  await assertStillOwed(ctx, voucher, nets);
  return { ...locked, nets };
}

/** Keeps what a voucher held over night and lets go unpaid, for what reports say of the days between. M0. */
async function keepHold(ctx: Ctx, voucher: Voucher, items: readonly Item[]): Promise<void> {
  const { id, branch_id: branchId, version, submitted_at: submittedAt } = voucher;
  if (items.length === 0 || submittedAt === null) return;
  const days = { held_from: dayIn(ctx.firm.timeZone, submittedAt), held_until: ctx.today };
  if (days.held_from >= days.held_until) return;
  const of = { branch_id: branchId, voucher_id: id, version, ...days };
  await ctx.db
    .insertInto('past_holds')
    .values(items.map(({ part, amount, advanced }) => ({ ...of, part_id: part, amount, advanced })))
    .execute();
}

/** Gives a voucher's money back. What a drawing or a tax took is chosen again when it is submitted again. §2. */
export async function giveBack(ctx: Ctx, voucher: Voucher): Promise<void> {
  if (voucher.receipt_id !== null) return giveCashBack(ctx, voucher);
  if (voucher.kind === 'INVOICE_TAX') return giveTaxesBack(ctx, voucher);
  if (voucher.kind === 'FEE_DRAWING') return giveFeesBack(ctx, voucher);
  const items = await itemsOf(ctx, voucher.id);
  const paid = voucher.status === 'PAID';
  const nets = await netsOf(ctx, voucher.id);
  await loadRequested(ctx, items, { lock: true, pay: paid, holder: voucher.id, nets });
  await addToParts(ctx, items, { committed: -1n, paid: paid ? -1n : 0n });
  if (paid) await takeBack(ctx, nets, -1n);
  else await keepHold(ctx, voucher, items);
  const anew = voucher.status === 'PENDING' && voucherRules(voucher.kind).chosen === 'OLDEST';
  if (!anew) return;
  await ctx.db.deleteFrom('voucher_items').where('voucher_id', '=', voucher.id).execute();
  await ctx.db.deleteFrom('voucher_nets').where('voucher_id', '=', voucher.id).execute();
}
