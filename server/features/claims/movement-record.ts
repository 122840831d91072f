import { sql } from 'kysely';
import { type MovementEffect, standingOf } from '../../../domain/claims/effect.ts';
import type { Day } from '../../../domain/values/day.ts';
import type {
  effectOfMovement,
  getMovement,
  listMovements,
  previewMovement,
} from '../../../domain/claims/movement-contract.ts';
import { oursOf } from '../../../domain/claims/shares.ts';
import type { Agreement, MovementStatus, MovementType } from '../../../domain/claims/states.ts';
import { movementTable } from '../../../domain/claims/table.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { notFound } from '../../../domain/errors.ts';
import { replyRow, type Values } from '../../../domain/tables/table.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { bookedOn, decisionHead } from '../decisions.ts';
import { journalPreview } from '../ledger/preview.ts';
import { peopleOf } from '../records.ts';
import { agreed, agreementsOf } from './agreements.ts';
import { movementBooking } from './booking.ts';
import { type Ground, groundOf } from './ground.ts';
import { advice, effectNow, effectOn, MOVEMENT_STEPS, readMoving } from './movements.ts';
import { type Claim, readClaim, readMovement } from './queries.ts';

type Row = Omit<Values<typeof movementTable>, 'type' | 'status' | 'agreement'> & {
  type: string;
  status: string;
  required: boolean[] | null;
  answers: string[] | null;
};

/** The movements of one claim in their order. */
export async function movementsOf(ctx: Ctx, claimId: number): Promise<Reply<typeof listMovements>> {
  const { rows } = await sql<Row>`
    select m.id, m.version, m.number, m.status, m.movement_type as type, m.ex_gratia, m.movement_date, m.reason, m.currency,
      nullif(m.amount, 0) as amount, m.ours, m.after_incurred as incurred, m.after_called as called, m.posted_on, m.due_on,
      u.name as made_by, a.required, a.answers
    from movements m join users u on u.id = m.made_by
    left join lateral (select array_agg(required order by id) as required, array_agg(answer order by id) as answers
      from claim_agreements where movement_id = m.id) a on true
    where m.claim_id = ${claimId} and m.branch_id = any(${[...ctx.scope]}::int[])
    order by m.sequence`.execute(ctx.db);
  return rows.map(({ required, answers, type, status, ...row }) => {
    const agreements = (answers ?? []).map((answer, index) => ({
      required: required?.[index] ?? false,
      answer: answer as Agreement,
    }));
    const known = status as MovementStatus;
    const coded = { type: type as MovementType, status: known, agreement: agreed(known, agreements) };
    return replyRow(movementTable, { ...row, ...coded }, ctx.firm.baseCurrency);
  });
}

type Shown = Reply<typeof effectOfMovement>;

function shownStanding(ground: Ground, account: Ground['account']): NonNullable<Shown['after']> {
  const { whole, ours } = standingOf(account, ground.terms);
  const text = (amount: bigint) => formatAmount(amount, ground.claim.currency);
  const shown = (side: typeof whole) => ({
    incurred: text(side.incurred),
    called: text(side.called),
    outstanding: text(side.outstanding),
    fees: text(side.fees),
    ex_gratia: text(side.ex_gratia),
    salvage: text(side.salvage),
  });
  return { whole: shown(whole), ours: shown(ours) };
}

/** What a movement does, as it is shown before it is submitted and to its checker. */
function shownEffect(ground: Ground, { moved }: MovementEffect): Omit<Shown, 'faults' | 'warnings' | 'due_on'> {
  const { claim, atLoss, account } = ground;
  const text = (amount: bigint) => formatAmount(amount, claim.currency);
  const nameOf = new Map(atLoss.lines.map((one) => [one.securityId, one.name]));
  return {
    currency: claim.currency,
    moved: claim.movement_count,
    before: shownStanding(ground, account),
    after: moved && shownStanding(ground, moved.account),
    ours: text(moved?.ours ?? 0n),
    left_with_reinsured: text(moved?.leftWithReinsured ?? 0n),
    securities: (moved?.parts ?? []).map(({ securityId: id, line, before, now, after }) => ({
      security: { id, name: nameOf.get(id) ?? '' },
      line: atLoss.lines.find((one) => one.securityId === id)?.line ?? line,
      before: text(before),
      now: text(now),
      after: text(after),
    })),
  };
}

/** What a movement as typed would do to its claim; nothing is saved. */
export async function typedEffect(ctx: Ctx, { body }: Decoded<typeof effectOfMovement>): Promise<Shown> {
  const claim = await readClaim(ctx, body.claim);
  const ground = await groundOf(ctx, claim);
  const { moving, faults } = readMoving(ctx, body, claim.currency);
  const nothing: MovementEffect = { moved: null, faults, warnings: [], dueOn: null };
  const plannedOn = body.planned_on ?? null;
  const effect = faults.length > 0 ? nothing : effectOn(ctx, ground, { moving, plannedOn });
  return {
    ...shownEffect(ground, effect),
    faults: effect.faults,
    warnings: [...effect.warnings, ...(await advice(ctx, ground, effect))],
    due_on: effect.dueOn,
  };
}

async function headOf(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('movements as m')
    .innerJoin('claims as c', 'c.id', 'm.claim_id')
    .innerJoin('policies as o', 'o.id', 'c.policy_id')
    .innerJoin('parties as r', 'r.id', 'o.reinsured_id')
    .leftJoin('parties as i', 'i.id', 'o.current_insured_id')
    .innerJoin('branches as b', 'b.id', 'm.branch_id')
    .selectAll('m')
    .select([
      'c.number as claim_number',
      'o.id as policy',
      'o.broker_reference',
      'r.id as reinsured',
      'r.name as reinsured_name',
    ])
    .select(['i.id as insured', 'i.name as insured_name', 'b.name as branch_name'])
    .where('m.id', '=', id)
    .where('m.branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
}

async function payersOf(ctx: Ctx, movementId: number) {
  return ctx.db
    .selectFrom('movement_payers as x')
    .innerJoin('parties as p', 'p.id', 'x.security_id')
    .select(['p.id', 'p.name'])
    .where('x.movement_id', '=', movementId)
    .where('x.branch_id', 'in', ctx.scope)
    .orderBy('p.name_key')
    .execute();
}

async function notesOfMovement(ctx: Ctx, movementId: number): Promise<Reply<typeof getMovement>['notes']> {
  const rows = await ctx.db
    .selectFrom('notes as n')
    .innerJoin('parties as p', 'p.id', 'n.party_id')
    .select(['n.id', 'n.kind', 'n.number', 'n.amount', 'n.currency', 'p.id as party', 'p.name'])
    .where('n.movement_id', '=', movementId)
    .where('n.branch_id', 'in', ctx.scope)
    .orderBy('n.id')
    .execute();
  return rows.map(({ party, name, amount, currency, ...row }) => ({
    ...row,
    party: { id: party, name },
    amount: formatAmount(amount, currency),
  }));
}

type Booked = Pick<Shown, 'securities' | 'after' | 'ours' | 'left_with_reinsured'>;

/** What an approved movement did: as it was kept, whatever moved the claim since. */
async function keptEffect(ctx: Ctx, claim: Claim, head: Awaited<ReturnType<typeof headOf>>): Promise<Booked> {
  const text = (amount: bigint | null) => formatAmount(amount ?? 0n, head.currency);
  const parts = await ctx.db
    .selectFrom('movement_parts as x')
    .innerJoin('parties as p', 'p.id', 'x.security_id')
    .select(['p.id', 'p.name', 'x.line', 'x.amount', 'x.after_amount'])
    .where('x.movement_id', '=', head.id)
    .where('x.branch_id', 'in', ctx.scope)
    .orderBy('x.id')
    .execute();
  const borne = oursOf(head.amount, claim.claim_share);
  const whole = {
    incurred: text(head.after_incurred),
    called: text(head.after_called),
    outstanding: text((head.after_incurred ?? 0n) - (head.after_called ?? 0n)),
    fees: text(head.after_fees),
    ex_gratia: text(head.after_ex_gratia),
    salvage: text(head.after_salvage),
  };
  const ours = {
    incurred: text(head.after_ours_incurred),
    called: text(head.after_ours_called),
    outstanding: text((head.after_ours_incurred ?? 0n) - (head.after_ours_called ?? 0n)),
    fees: text(head.after_ours_fees),
    ex_gratia: text(head.after_ours_ex_gratia),
    salvage: text(head.after_ours_salvage),
  };
  return {
    after: { whole, ours },
    ours: text(head.ours),
    left_with_reinsured: text(head.ex_gratia ? borne - head.ours : 0n),
    securities: parts.map(({ id, name, line, amount, after_amount: after }) => ({
      security: { id, name },
      line,
      before: text(after - amount),
      now: text(amount),
      after: text(after),
    })),
  };
}

/** One movement with what it does by security, its agreement and notes. A foreign id answers like a missing one. */
export async function movementRecord(ctx: Ctx, id: number): Promise<Reply<typeof getMovement>> {
  const [head, movement, payers, agreements, notes] = await Promise.all([
    headOf(ctx, id),
    readMovement(ctx, id),
    payersOf(ctx, id),
    agreementsOf(ctx, id),
    notesOfMovement(ctx, id),
  ]);
  const claim = await readClaim(ctx, head.claim_id);
  const [{ ground, effect }, kept, people] = await Promise.all([
    effectNow(ctx, claim, { movement }),
    head.status === 'APPROVED' ? keptEffect(ctx, claim, head) : null,
    peopleOf(ctx, head),
  ]);
  return {
    id: head.id,
    version: head.version,
    status: head.status as MovementStatus,
    number: head.number,
    claim: {
      id: head.claim_id,
      number: head.claim_number,
      policy: { id: head.policy, name: head.broker_reference },
      reinsured: { id: head.reinsured, name: head.reinsured_name },
      insured: { id: head.insured ?? 0, name: head.insured_name ?? '' },
    },
    branch: { id: head.branch_id, name: head.branch_name },
    type: head.movement_type as MovementType,
    movement_date: head.movement_date,
    reason: head.reason,
    amount: head.movement_type === 'CLOSE' ? null : formatAmount(head.amount, head.currency),
    ex_gratia: head.ex_gratia,
    agreed: payers,
    planned_on: head.planned_on,
    payee: head.payee,
    posted_on: head.posted_on,
    due_on: head.due_on ?? effect.dueOn,
    ...shownEffect(ground, effect),
    ...kept,
    agreement: agreed(movement.status, agreements),
    agreements,
    notes,
    ...people,
  };
}

/** What approving this movement today will do: the claim after it, the invoices, the journal. §4: shown before it happens. */
export async function movementPreview(
  ctx: Ctx,
  id: number,
  chosen: Day | undefined,
): Promise<Reply<typeof previewMovement>> {
  const movement = await readMovement(ctx, id);
  const claim = await readClaim(ctx, movement.claim_id);
  const day = await bookedOn(ctx, MOVEMENT_STEPS, { record: movement, chosen });
  const { ground, effect } = await effectNow(ctx, claim, { movement, day });
  const head = await decisionHead(ctx, { ...MOVEMENT_STEPS, day }, movement);
  const decided = movement.status === 'APPROVED';
  const [fault] = decided ? [] : effect.faults;
  const booking = decided ? null : await movementBooking(ctx, ground, { ...effect, day });
  const nameOf = new Map(ground.atLoss.lines.map((one) => [one.securityId, one.name]));
  return {
    ...head,
    why_not: head.why_not ?? fault?.message ?? null,
    warnings: decided
      ? []
      : [...effect.faults.map((one) => one.message), ...effect.warnings, ...(await advice(ctx, ground, effect))],
    ...shownEffect(ground, effect),
    notes: (booking?.notes ?? []).map(({ kind, partyId, amount, dueOn }) => ({
      kind,
      party: nameOf.get(partyId) ?? ground.atLoss.placement.reinsured.name,
      currency: claim.currency,
      amount: formatAmount(amount, claim.currency),
      due_on: dueOn,
    })),
    journal: await journalPreview(ctx, booking?.lines ?? [], claim.currency),
  };
}
