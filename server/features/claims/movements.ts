import { movementEffect, type MovementEffect } from '../../../domain/claims/effect.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Moved, Moving } from '../../../domain/claims/movements.ts';
import type {
  editMovement as editEndpoint,
  saveMovement as saveEndpoint,
} from '../../../domain/claims/movement-contract.ts';
import { oursOf } from '../../../domain/claims/shares.ts';
import { MOVEMENT_AMOUNTS } from '../../../domain/claims/states.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { AppError, type FieldError, invalid } from '../../../domain/errors.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import { convert } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertStep, type DecisionInput, edition, making, moveRecord, type Saved } from '../decisions.ts';
import { lastPostingOnClaim, latestOf } from '../posting-day.ts';
import { post } from '../ledger/post.ts';
import { rateOn } from '../ledger/rates.ts';
import { keepClaimLines } from '../placements/claim-lines.ts';
import { lockPolicy } from '../placements/queries.ts';
import type { Outcome, Steps } from '../steps.ts';
import { askAnew, askSecurities } from './agreements.ts';
import { type Approving, bookMovement, movementBooking } from './booking.ts';
import { type Ground, groundOf, movingOf } from './ground.ts';
import { ADVISE, adviceDue } from './large.ts';
import { keepSalvageSetOff, salvageSetOff } from './salvage.ts';
import { currencyOf, type Claim, lockClaim, lockMovement, type Movement, readClaim, readMovement } from './queries.ts';

type MovementInput = Omit<Decoded<typeof saveEndpoint>['body'], 'reason'> & { reason?: string | undefined };

/** Only an approved claim is moved. Throws WRONG_STATE. §4. */
function assertMovable(claim: Claim): void {
  if (claim.status !== 'APPROVED') throw new AppError('WRONG_STATE', { status: 'not approved', action: 'moving it' });
}

/** A movement as typed in minor units, with the faults of its own fields. §8. */
export function readMoving(ctx: Ctx, input: MovementInput, currency: string): { moving: Moving; faults: FieldError[] } {
  const faults: FieldError[] = [];
  const label = MOVEMENT_AMOUNTS[input.type];
  const read = label === null ? 0n : readPositive(input.amount ?? '', currency);
  if (typeof read === 'string')
    faults.push({ field: 'amount', message: input.amount ? read : 'Amount must be more than 0.' });
  if (label === null && (input.amount ?? '') !== '')
    faults.push({ field: 'amount', message: 'Closing has no amount: it leaves what was called.' });
  if (input.movement_date > ctx.today)
    faults.push({ field: 'movement_date', message: 'The date cannot be in the future.' });
  if ((input.planned_on ?? ctx.today) < ctx.today)
    faults.push({ field: 'planned_on', message: 'The planned day cannot be in the past.' });
  const exGratia = input.ex_gratia ?? false;
  const agreed = exGratia ? [...new Set(input.agreed ?? [])] : [];
  return { moving: { type: input.type, amount: typeof read === 'bigint' ? read : 0n, exGratia, agreed }, faults };
}

type Planned = { moving: Moving; plannedOn: string | null; day?: Day };

/** What a movement would do to its claim, booked today or on the day that is named. */
export function effectOn(
  ctx: Ctx,
  { atLoss, claim, ...ground }: Ground,
  { moving, plannedOn, day = ctx.today }: Planned,
): MovementEffect {
  const { cashLossLimit, placement } = atLoss;
  const stands = placement.status !== 'DISABLED';
  const money = currencyOf(claim, atLoss);
  const at = { moving, plannedOn, today: day, claimDays: ctx.firm.claimDays };
  return movementEffect({ ...ground, money, cashLossLimit, stands }, at);
}

async function checked(ctx: Ctx, claim: Claim, input: MovementInput) {
  assertMovable(claim);
  const { moving, faults } = readMoving(ctx, input, claim.currency);
  const ground = await groundOf(ctx, claim);
  const plannedOn = input.planned_on ?? null;
  if (faults.length === 0) faults.push(...effectOn(ctx, ground, { moving, plannedOn }).faults);
  if (faults.length > 0) throw invalid(...faults);
  return moving;
}

function columnsOf(input: MovementInput, moving: Moving) {
  return {
    movement_type: moving.type,
    movement_date: input.movement_date,
    reason: input.reason ?? '',
    amount: moving.amount,
    ex_gratia: moving.exGratia,
    planned_on: input.planned_on ?? null,
    payee: moving.type === 'FEE' ? (input.payee ?? '') : '',
  };
}

async function writePayers(ctx: Ctx, movement: { id: number; branchId: number }, { agreed }: Moving): Promise<void> {
  await ctx.db.deleteFrom('movement_payers').where('movement_id', '=', movement.id).execute();
  if (agreed.length === 0) return;
  const rows = agreed.map((id) => ({ branch_id: movement.branchId, movement_id: movement.id, security_id: id }));
  await ctx.db.insertInto('movement_payers').values(rows).execute();
}

function assertMayCreate(ctx: Ctx, claim: Claim): void {
  if (!ctx.can('claims.create', claim.branch_id)) throw new AppError('FORBIDDEN');
}

async function nextSequence(ctx: Ctx, claimId: number): Promise<number> {
  const row = await ctx.db
    .selectFrom('movements')
    .select((e) => e.fn.max('sequence').as('last'))
    .where('claim_id', '=', claimId)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

/** Saves a movement of an approved claim as a draft; its number on the claim is taken now and kept. */
export async function saveMovement(ctx: Ctx, { body }: Decoded<typeof saveEndpoint>): Promise<Saved<string>> {
  const claim = await lockClaim(ctx, body.claim);
  assertMayCreate(ctx, claim);
  const moving = await checked(ctx, claim, body);
  const sequence = await nextSequence(ctx, claim.id);
  const number = `${claim.number}/M${sequence}`;
  const branchId = claim.branch_id;
  const { id } = await ctx.db
    .insertInto('movements')
    .values({
      ...columnsOf(body, moving),
      branch_id: branchId,
      claim_id: claim.id,
      sequence,
      number,
      currency: claim.currency,
      ...making(ctx),
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writePayers(ctx, { id, branchId }, moving);
  const facts = { number, after: { ...body, currency: claim.currency } };
  await ctx.audit({ entity: 'movement', entityId: id, branchId, action: 'saved', facts });
  return { id, version: 1, status: 'DRAFT', number };
}

/** Changes a draft or rejected movement, which becomes a draft again. It stays on its claim. */
export async function editMovement(ctx: Ctx, { body }: Decoded<typeof editEndpoint>): Promise<Saved> {
  const { claim_id: claimId } = await readMovement(ctx, body.id);
  const claim = await lockClaim(ctx, claimId);
  const movement = await lockMovement(ctx, body.id);
  const of = { kind: 'movement', record: movement } as const;
  assertStep(of, { act: 'edit', version: body.version });
  const input = { ...body, claim: claim.id };
  const moving = await checked(ctx, claim, input);
  await askAnew(ctx, movement, { was: await movingOf(ctx, movement), is: moving });
  await writePayers(ctx, { id: movement.id, branchId: movement.branch_id }, moving);
  const set = { ...columnsOf(input, moving), ...edition(ctx) };
  const facts = { after: { ...input, currency: claim.currency } };
  return moveRecord(ctx, of, { status: 'DRAFT', action: 'edited', set, facts });
}

/** What to know of a movement besides its own rules: that the securities are to be advised of a large loss. C18. */
export async function advice(ctx: Ctx, { claim, atLoss }: Ground, { moved }: MovementEffect): Promise<string[]> {
  const incurred = moved?.account.incurred ?? 0n;
  if (incurred <= claim.incurred) return [];
  const due = await adviceDue(ctx, { ...claim, incurred }, atLoss);
  return due === null ? [] : [ADVISE];
}

/** A movement, booked today or on the day that is named. */
type Booked = { movement: Movement; day?: Day };

/** A movement as it was saved, and what it does to its claim as it is now. */
export async function effectNow(ctx: Ctx, claim: Claim, { movement, day = ctx.today }: Booked) {
  const [ground, moving] = await Promise.all([groundOf(ctx, claim), movingOf(ctx, movement)]);
  return { ground, moving, effect: effectOn(ctx, ground, { moving, plannedOn: movement.planned_on, day }) };
}

/** Refuses a movement that the claim, as it is now, does not allow. §4 rechecked. */
async function soundNow(ctx: Ctx, claim: Claim, booked: Booked) {
  assertMovable(claim);
  const { ground, effect } = await effectNow(ctx, claim, booked);
  if (effect.moved === null) throw invalid(...effect.faults);
  return { ground, effect, moved: effect.moved };
}

/** What a claim is after a movement, by the columns of its row. */
function accountColumns({ account }: Moved, share: bigint) {
  return {
    incurred: account.incurred,
    called: account.called.whole,
    fees: account.fees.whole,
    ex_gratia: account.exGratia.whole,
    salvage: account.salvage.whole,
    ours_incurred: oursOf(account.incurred, share),
    ours_called: account.called.ours,
    ours_fees: account.fees.ours,
    ours_ex_gratia: account.exGratia.ours,
    ours_salvage: account.salvage.ours,
  };
}

type AccountColumns = ReturnType<typeof accountColumns>;
type AfterColumns = { [K in keyof AccountColumns as `after_${K}`]: AccountColumns[K] };

const afterColumns = (now: AccountColumns): AfterColumns => ({
  after_incurred: now.incurred,
  after_called: now.called,
  after_fees: now.fees,
  after_ex_gratia: now.ex_gratia,
  after_salvage: now.salvage,
  after_ours_incurred: now.ours_incurred,
  after_ours_called: now.ours_called,
  after_ours_fees: now.ours_fees,
  after_ours_ex_gratia: now.ours_ex_gratia,
  after_ours_salvage: now.ours_salvage,
});

async function keepMoved(
  ctx: Ctx,
  { claim, atLoss }: Ground,
  { movement, moved, day }: { movement: Movement; moved: Moved; day: Day },
) {
  const now = accountColumns(moved, claim.claim_share);
  const closed = moved.account.closed ? (claim.closed_on ?? day) : null;
  await ctx.db
    .updateTable('claims')
    .set({ ...now, closed_on: closed, movement_count: claim.movement_count + 1, updated_at: ctx.now })
    .where('id', '=', claim.id)
    .execute();
  await keepClaimLines(ctx, { id: claim.id, branchId: claim.branch_id }, atLoss.lines);
  const lineOf = new Map(atLoss.lines.map((one) => [one.securityId, one.line]));
  const parts = moved.parts.filter((one) => one.now > 0n);
  if (parts.length > 0)
    await ctx.db
      .insertInto('movement_parts')
      .values(
        parts.map((one) => ({
          branch_id: claim.branch_id,
          movement_id: movement.id,
          security_id: one.securityId,
          line: lineOf.get(one.securityId) ?? 0n,
          amount: one.now,
          after_amount: one.after,
        })),
      )
      .execute();
  return afterColumns(now);
}

/** Notes, parts, set-off and journal of an approval; the claim and the movement are locked. C5, C11. */
async function book(ctx: Ctx, approving: Approving): Promise<void> {
  const issued = await bookMovement(ctx, approving);
  if (!approving.booking.salvage) {
    await post(ctx, [issued.posting]);
    return;
  }
  const { set, postings } = await salvageSetOff(ctx, approving, issued);
  const [, entryId] = await post(ctx, [issued.posting, ...postings]);
  const [note] = issued.notes.values();
  if (entryId !== undefined && note !== undefined) await keepSalvageSetOff(ctx, approving, { set, note, entryId });
}

/** An approval moves the claim, and what it calls is booked and invoiced. C5. */
async function onApprove(
  ctx: Ctx,
  movement: Movement,
  { body, day }: DecisionInput & { day: Day },
): Promise<Outcome<'movement'>> {
  const claim = await readClaim(ctx, movement.claim_id);
  // Another movement was approved since the checker saw what this one does: it may do something else now.
  assertVersion(claim.movement_count, body?.moved);
  const { ground, effect, moved } = await soundNow(ctx, claim, { movement, day });
  const after = await keepMoved(ctx, ground, { movement, moved, day });
  const booking = await movementBooking(ctx, ground, { ...effect, day });
  if (booking) await book(ctx, { ground, movement, booking });
  const approval = claim.movement_count + 1;
  return { set: { ...after, approval, ours: moved.ours, posted_on: day, due_on: booking?.dueOn ?? null } };
}

/** What approving a movement moves, in base: ours of it, or of an estimate ours of what it becomes. G8. */
async function movementAmount(ctx: Ctx, movement: Movement, day: Day): Promise<bigint> {
  const claim = await readClaim(ctx, movement.claim_id);
  const { effect } = await effectNow(ctx, claim, { movement, day });
  // What can no longer be made moves nothing: its approval says why.
  if (effect.moved === null) return 0n;
  const ours = effect.moved.series === null ? oursOf(movement.amount, claim.claim_share) : effect.moved.ours;
  const rate = await rateOn(ctx, claim.currency, day);
  return convert(ours, { from: claim.currency, to: ctx.firm.baseCurrency, rate });
}

/**
 * Movements follow one another: none is booked before the last that was, before what was last booked on the claim's notes, or before its own
 * date, so that the register as at a day reads the last one.
 */
async function postsFrom(ctx: Ctx, { claim_id: claimId, movement_date: dated }: Movement): Promise<Day | null> {
  const last = await ctx.db
    .selectFrom('movements as m')
    .innerJoin('claims as c', 'c.id', 'm.claim_id')
    .select((e) => [e.fn.max('m.posted_on').as('moved'), e.fn.max('c.approved_on').as('approved')])
    .where('m.claim_id', '=', claimId)
    .where('m.branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  return latestOf([last?.moved ?? null, last?.approved ?? null, dated, await lastPostingOnClaim(ctx, claimId)]);
}

/** How a movement goes from draft to decision; its number is not used again when it is disabled. §4. */
export const MOVEMENT_STEPS: Steps<'movement', Movement> = {
  kind: 'movement',
  amountOf: movementAmount,
  postsFrom,
  lock: lockMovement,
  // Movements of a policy's claims are decided one after the other, and not while the policy is endorsed: they share its
  // limit and rest on its lines.
  lockFirst: async (ctx, id) => {
    const { claim_id: claimId } = await readMovement(ctx, id);
    await lockPolicy(ctx, (await readClaim(ctx, claimId)).policy_id);
    return lockClaim(ctx, claimId);
  },
  onSubmit: async (ctx, movement) => {
    const { ground, moved } = await soundNow(ctx, await readClaim(ctx, movement.claim_id), { movement });
    if (moved.series !== null && moved.series !== 'salvage') await askSecurities(ctx, ground, movement);
  },
  onApprove,
};
