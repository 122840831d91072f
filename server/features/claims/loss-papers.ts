import { sql } from 'kysely';
import { type Cumulative, partOfSecurity } from '../../../domain/claims/as-at.ts';
import { standingOf } from '../../../domain/claims/effect.ts';
import type { makeLossAdvice, makeSalvageNotes } from '../../../domain/claims/papers.ts';
import { oursOf } from '../../../domain/claims/shares.ts';
import { EXPERT_LABELS, type ExpertRole, MOVEMENT_LABELS, type MovementType } from '../../../domain/claims/states.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import { money, sum } from '../../../domain/values/money.ts';
import {
  claimStatementModel,
  lossAdviceModel,
  type LossInput,
  salvageNoteModel,
  type StandingInput,
} from '../../platform/documents/kinds/claim-papers.ts';
import type { BankInput } from '../../platform/documents/kinds/common.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { DocumentPlan } from '../documents/store.ts';
import { clientBank } from '../papers/notes.ts';
import { addressLines } from '../papers/placements.ts';
import { chosenLines } from '../papers/slips.ts';
import type { AtLoss } from './at-loss.ts';
import { type Ground, groundOf } from './ground.ts';
import { moneyOf, notesOf } from './money.ts';
import { type Claim, readClaim } from './queries.ts';

/** What every paper of a claim says of the loss. */
export async function lossFacts(ctx: Ctx, claim: Claim, { placement }: AtLoss): Promise<LossInput> {
  const { place, cause, event } = await ctx.db
    .selectFrom('claims as c')
    .leftJoin('loss_events as e', 'e.id', 'c.event_id')
    .select(['c.place', 'c.cause', 'e.name as event'])
    .where('c.id', '=', claim.id)
    .where('c.branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow();
  const { cover, reference, reinsured, insured, slip, original, current } = placement;
  return {
    claimNumber: claim.number,
    cedantClaimNumber: claim.cedant_claim_number,
    brokerReference: reference,
    ...(slip && { umr: slip.umr }),
    reinsured: reinsured.name,
    insured: insured.name,
    coverClass: cover.class === null ? cover.name : `${cover.class} · ${cover.name}`,
    startDay: original.period.start,
    endDay: current.period.end,
    lossDay: claim.loss_date,
    notifiedOn: claim.notified_on,
    place,
    cause,
    ...(event !== null && { event }),
    description: claim.description,
  };
}

/** Where what a claim's paper asks for is paid to, in the claim's currency. */
export const bankOf = (ctx: Ctx, claim: Claim): Promise<{ bank?: BankInput }> =>
  clientBank(ctx, { branchId: claim.branch_id, currency: claim.currency });

async function partiesOf(ctx: Ctx, ids: readonly number[]) {
  const rows = await ctx.db.selectFrom('parties').select(['id', 'name', 'address']).where('id', 'in', ids).execute();
  return (id: number) => {
    const row = rows.find((one) => one.id === id);
    return { name: row?.name ?? '', addressLines: addressLines(row?.address ?? '') };
  };
}

async function approvedGround(ctx: Ctx, id: number): Promise<Ground> {
  const claim = await readClaim(ctx, id);
  if (claim.status !== 'APPROVED') throw new AppError('NOT_APPROVED');
  return groundOf(ctx, claim);
}

type Figures = ReturnType<typeof standingOf>['whole'];
const standing = ({ ex_gratia: exGratia, ...figures }: Figures): StandingInput => ({ ...figures, exGratia });

/** What a paper of the claim itself is kept with; `issue` grows with all that it may say anew. */
function claimPaper({ claim }: Ground, paper: { letter: 'A' | 'T'; issue: number }) {
  return {
    recordKind: 'claim' as const,
    recordId: claim.id,
    issue: paper.issue,
    branchId: claim.branch_id,
    number: `${claim.number}/${paper.letter}${paper.issue}`,
  };
}

function cumulativeOf({ account, terms }: Ground): Cumulative {
  const { ours } = standingOf(account, terms);
  return { incurredWhole: account.incurred, ...standing(ours) };
}

/** One security's amounts of a claim. */
function ownStanding(ground: Ground, securityId: number): StandingInput {
  const { account, terms } = ground;
  const part = (name: 'called' | 'fees' | 'exGratia' | 'salvage') => account[name].parts.get(securityId) ?? 0n;
  const parts = { called: part('called'), fees: part('fees'), exGratia: part('exGratia'), salvage: part('salvage') };
  const own = partOfSecurity(cumulativeOf(ground), parts, { securityId, lines: terms.lines });
  return { ...parts, incurred: own.incurred, outstanding: own.incurred - own.called };
}

async function expertsOf(ctx: Ctx, claim: Claim) {
  const rows = await ctx.db
    .selectFrom('claim_experts')
    .select(['role', 'name', 'reference'])
    .where('claim_id', '=', claim.id)
    .where('branch_id', 'in', ctx.scope)
    .orderBy('position')
    .execute();
  return rows.map(({ role, ...one }) => ({ ...one, role: EXPERT_LABELS[role as ExpertRole] }));
}

/** The advice of a loss to each security that bears it, or to one of them: anew when the claim has changed. C18. */
export async function lossAdvicePlans(
  ctx: Ctx,
  { id, security }: Pick<Decoded<typeof makeLossAdvice>['query'], 'id' | 'security'>,
): Promise<DocumentPlan[]> {
  const ground = await approvedGround(ctx, id);
  const { claim, atLoss, account, terms } = ground;
  const loss = await lossFacts(ctx, claim, atLoss);
  const lines = chosenLines(atLoss.lines, security);
  const partyOf = await partiesOf(
    ctx,
    lines.map((one) => one.securityId),
  );
  const experts = await expertsOf(ctx, claim);
  const { whole, ours } = standingOf(account, terms);
  const issue = claim.version + claim.movement_count;
  return lines.map(({ securityId, line }): DocumentPlan => {
    const own = ownStanding(ground, securityId);
    return {
      ...claimPaper(ground, { letter: 'A', issue }),
      kind: 'loss-advice',
      securityId,
      partyName: partyOf(securityId).name,
      total: money(own.incurred, claim.currency),
      day: ctx.today,
      model: (common) =>
        lossAdviceModel({
          ...common,
          currency: claim.currency,
          claimShare: claim.claim_share,
          loss,
          security: partyOf(securityId),
          line,
          whole: standing(whole),
          order: standing(ours),
          own,
          experts,
        }),
    };
  });
}

async function movedOn(ctx: Ctx, claim: Claim) {
  const rows = await ctx.db
    .selectFrom('movements')
    .select(['movement_type', 'ex_gratia', 'posted_on', 'reason', 'amount', 'ours', 'after_called'])
    .where('claim_id', '=', claim.id)
    .where('branch_id', 'in', ctx.scope)
    .where('status', '=', 'APPROVED')
    .orderBy('approval')
    .execute();
  // A movement of the estimate passes nothing to anybody: what it shows of the order is the order's part of it.
  const estimate = (type: MovementType) => type === 'RESERVE' || type === 'REOPEN';
  // A final settlement says what is called in all: it calls what was not called before it.
  const calledBefore = (index: number) => rows[index - 1]?.after_called ?? 0n;
  return rows.map((row, index) => ({
    day: row.posted_on ?? ctx.today,
    what: row.ex_gratia ? 'Ex gratia' : MOVEMENT_LABELS[row.movement_type as MovementType],
    reason: row.reason,
    whole: row.movement_type === 'FINAL' ? row.amount - calledBefore(index) : row.amount,
    ours: estimate(row.movement_type as MovementType) ? oursOf(row.amount, claim.claim_share) : row.ours,
  }));
}

/** How often money came in or went out on a claim: a statement made after the last of them says something new. */
async function moneySteps(ctx: Ctx, claim: Claim): Promise<number> {
  const invoices = sql`notes n where n.claim_id = ${claim.id} and n.branch_id = any(${[...ctx.scope]}::int[])`;
  const { rows } = await sql<{ steps: number }>`
    with items as (
      select i.id from open_items i where i.note_id in (select n.id from ${invoices})
      union all
      select i.id from open_items i join note_parts x on x.id = i.part_id where x.debit_note_id in (select n.id from ${invoices}))
    select count(*)::int as steps from settlements s join items on items.id = s.item_id`.execute(ctx.db);
  return rows[0]?.steps ?? 0;
}

/** Debit notes of the reinsured that the claim settled: set off, or kept back by the securities. C7, C8. */
async function settledFrom(ctx: Ctx, claim: Claim): Promise<{ number: string; amount: bigint }[]> {
  const { rows } = await sql<{ number: string; amount: bigint }>`
    select n.number, sum(x.amount)::bigint as amount from (
      select note_id, amount from vouchers where claim_id = ${claim.id} and kind = 'SET_OFF' and status = 'PAID'
      union all select note_id, amount from adjustments where claim_id = ${claim.id} and status = 'APPROVED') x
    join notes n on n.id = x.note_id where n.branch_id = any(${[...ctx.scope]}::int[]) group by n.id order by n.id`.execute(
    ctx.db,
  );
  return rows;
}

/** One claim to the reinsured as it is today: anew when it has moved or money came in or went out. */
export async function claimStatementPlans(ctx: Ctx, { id }: { id: number }): Promise<DocumentPlan[]> {
  const ground = await approvedGround(ctx, id);
  const { claim, atLoss, account, terms } = ground;
  const { reinsured } = atLoss.placement;
  const loss = await lossFacts(ctx, claim, atLoss);
  const partyOf = await partiesOf(ctx, [reinsured.id]);
  const { collected, paid } = await moneyOf(ctx, claim.id);
  const invoices = (await notesOf(ctx, claim.id)).filter((note) => note.purpose === 'CLAIM');
  const movements = await movedOn(ctx, claim);
  const { whole, ours } = standingOf(account, terms);
  const against = await settledFrom(ctx, claim);
  const issue = claim.version + claim.movement_count + (await moneySteps(ctx, claim));
  return [
    {
      ...claimPaper(ground, { letter: 'T', issue }),
      kind: 'claim-statement',
      partyName: reinsured.name,
      total: money(collected > paid ? collected - paid : 0n, claim.currency),
      day: ctx.today,
      model: (common) =>
        claimStatementModel({
          ...common,
          currency: claim.currency,
          claimShare: claim.claim_share,
          loss,
          reinsured: partyOf(reinsured.id),
          asAt: common.day,
          whole: standing(whole),
          order: standing(ours),
          movements,
          securities: atLoss.lines.map(({ securityId, name, line }) => {
            const own = invoices.filter((note) => note.party === securityId);
            return {
              name,
              line,
              called: sum(own.map((note) => note.amount)),
              collected: sum(own.map((note) => note.settled - note.set_off)),
              left: sum(own.map((note) => note.amount - note.settled)),
            };
          }),
          collected,
          paid,
          against,
        }),
    },
  ];
}

async function salvagesOf(ctx: Ctx, claim: Claim, movement: number | undefined) {
  let query = ctx.db
    .selectFrom('notes as n')
    .innerJoin('movements as m', 'm.id', 'n.movement_id')
    .select(['n.id', 'n.number', 'n.amount', 'n.posted_on', 'm.id as movement', 'm.amount as whole', 'm.reason'])
    .select('m.movement_date')
    .where('n.claim_id', '=', claim.id)
    .where('n.branch_id', 'in', ctx.scope)
    .where('n.purpose', '=', 'SALVAGE')
    .where('n.status', '=', 'ISSUED')
    .orderBy('n.id');
  if (movement !== undefined) query = query.where('m.id', '=', movement);
  return query.execute();
}

type Salvage = Awaited<ReturnType<typeof salvagesOf>>[number];

async function sharedOf(ctx: Ctx, { movement }: Salvage) {
  return ctx.db
    .selectFrom('movement_parts as x')
    .innerJoin('parties as p', 'p.id', 'x.security_id')
    .select(['p.name', 'x.amount'])
    .where('x.movement_id', '=', movement)
    .where('x.branch_id', 'in', ctx.scope)
    .orderBy('x.id')
    .execute();
}

/** The invoices that a salvage was set against when it was approved, and what of it is left to pay. C11. */
async function setAgainstOf(ctx: Ctx, { id, amount }: Salvage) {
  const notes = await ctx.db
    .selectFrom('note_offsets as o')
    .innerJoin('notes as n', 'n.id', 'o.note_id')
    .select(['n.number', 'o.amount'])
    .where('o.return_note_id', '=', id)
    .where('o.branch_id', 'in', ctx.scope)
    .orderBy('o.id')
    .execute();
  if (notes.length === 0) return {};
  return { setAgainst: { notes, left: amount - sum(notes.map((one) => one.amount)) } };
}

/** The salvage notes of a claim, or of one movement, as they were booked. C11. */
export async function salvageNotePlans(
  ctx: Ctx,
  { id, movement }: Pick<Decoded<typeof makeSalvageNotes>['query'], 'id' | 'movement'>,
): Promise<DocumentPlan[]> {
  const { claim, atLoss } = await approvedGround(ctx, id);
  const notes = await salvagesOf(ctx, claim, movement);
  if (notes.length === 0) throw new AppError('NOTHING_RECOVERED');
  const loss = await lossFacts(ctx, claim, atLoss);
  const { reinsured } = atLoss.placement;
  const partyOf = await partiesOf(ctx, [reinsured.id]);
  const bank = await bankOf(ctx, claim);
  return Promise.all(
    notes.map(async (note): Promise<DocumentPlan> => {
      const securities = await sharedOf(ctx, note);
      const setOff = await setAgainstOf(ctx, note);
      return {
        kind: 'salvage-note',
        recordKind: 'movement',
        recordId: note.movement,
        issue: 1,
        branchId: claim.branch_id,
        number: note.number,
        noteId: note.id,
        partyName: reinsured.name,
        total: money(note.amount, claim.currency),
        day: note.posted_on,
        model: (common) =>
          salvageNoteModel({
            ...common,
            currency: claim.currency,
            claimShare: claim.claim_share,
            loss,
            reinsured: partyOf(reinsured.id),
            reason: note.reason,
            day: note.movement_date,
            recovered: note.whole,
            amount: note.amount,
            securities,
            ...setOff,
            ...bank,
          }),
      };
    }),
  );
}
