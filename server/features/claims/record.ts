import type { coverAtLoss, getClaim } from '../../../domain/claims/contract.ts';
import { limitFor, type PolicyLimit } from '../../../domain/claims/limits.ts';
import type { ClaimAccount } from '../../../domain/claims/movements.ts';
import { standingOf } from '../../../domain/claims/effect.ts';
import {
  agreementOfNotes,
  type ClaimStatus,
  type ExpertRole,
  isDisputed,
  type LossKind,
  stageOf,
} from '../../../domain/claims/states.ts';
import { oursOf, toComeOn } from '../../../domain/claims/shares.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { notFound } from '../../../domain/errors.ts';
import { type Day, daysBetween } from '../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import { replyRow } from '../../../domain/tables/table.ts';
import { claimNoteTable } from '../../../domain/claims/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { peopleOf, refOf } from '../records.ts';
import { claimFunds } from '../vouchers/claim-funds.ts';
import { uncollectedOf } from '../vouchers/salvage-owing.ts';
import { type AtLoss, limitOf, policyAtLoss, twinsOf, warningsOf } from './at-loss.ts';
import { groundOf } from './ground.ts';
import { type ClaimNote, moneyOf, notesOf, ordersOf, salvageFree } from './money.ts';
import { movementsOf } from './movement-record.ts';
import { type Claim, readClaim } from './queries.ts';
import { isLarge } from './large.ts';

type Record = Reply<typeof getClaim>;

/** A policy as a claim names it. */
function shownPolicy({ placement }: Pick<AtLoss, 'placement'>): Record['policy'] {
  const { id, reference, texts, slip, market, reinsured, insured, cover, currency, current } = placement;
  return {
    id,
    broker_reference: reference,
    cedant_policy_number: texts.cedant_policy_number,
    umr: slip?.umr ?? null,
    market,
    reinsured,
    insured,
    cover_type: { id: cover.id, name: cover.name },
    currency,
    insurance_start_date: placement.original.period.start,
    insurance_end_date: current.period.end,
  };
}

type Loss = { claimId: number | null; notifiedOn: Day; limit: PolicyLimit };

async function shownCover(ctx: Ctx, atLoss: AtLoss, { claimId, notifiedOn, limit }: Loss): Promise<Record['cover']> {
  const { placement, lossOn } = atLoss;
  const money = (amount: bigint) => formatAmount(amount, placement.currency);
  const [twins, warnings] = await Promise.all([
    twinsOf(ctx, { policyId: placement.id, lossOn, claimId }),
    warningsOf(ctx, atLoss, notifiedOn),
  ]);
  return {
    sum_insured: money(atLoss.sumInsured),
    limit_basis: atLoss.limitBasis,
    limit_left: money(limitFor(limit)),
    excess: placement.texts.excess,
    excess_amount: placement.excessAmount === null ? null : money(placement.excessAmount),
    notification_days: atLoss.notificationDays,
    cash_loss_limit: atLoss.cashLossLimit === null ? null : money(atLoss.cashLossLimit),
    share: atLoss.share,
    lines: atLoss.lines.map(({ securityId: id, name, line }) => ({ security: { id, name }, line })),
    warnings,
    duplicates: twins.map(({ loss_date: lossDate, description, claim_reserve: reserve, ...twin }) => ({
      ...twin,
      data_loss_date: lossDate,
      claim_desc: description,
      claimreserve: formatAmount(reserve, twin.currency),
    })),
  };
}

/** A policy as at a date of loss, for the first form. C17. */
export async function coverOf(ctx: Ctx, { query }: Decoded<typeof coverAtLoss>): Promise<Reply<typeof coverAtLoss>> {
  const atLoss = await policyAtLoss(ctx, query.policy, query.data_loss_date);
  const claimId = query.claim ?? null;
  const loss = { claimId, notifiedOn: query.notified_on ?? ctx.today, limit: await limitOf(ctx, atLoss, claimId) };
  return { policy: shownPolicy(atLoss), ...(await shownCover(ctx, atLoss, loss)) };
}

const openOf = ({ amount, settled }: ClaimNote) => amount - settled;

type Shown = {
  london: ReadonlySet<number>;
  account: ClaimAccount;
  atLoss: AtLoss;
  claim: Claim;
  notes: readonly ClaimNote[];
  today: Day;
};

/** Each security's part of a claim; of what is not called yet, its line's. */
function securitiesOf({ london, account, atLoss, claim, notes, today }: Shown): Record['securities'] {
  const money = (amount: bigint) => formatAmount(amount, claim.currency);
  const left = oursOf(account.incurred, claim.claim_share) - account.called.ours;
  const toCome = toComeOn(left, atLoss.lines);
  return atLoss.lines.map(({ securityId: id, name, line }) => {
    const own = notes.filter((note) => note.purpose === 'CLAIM' && note.party === id);
    const part = (series: keyof Omit<ClaimAccount, 'incurred' | 'closed'>) => account[series].parts.get(id) ?? 0n;
    const outstanding = toCome.get(id) ?? 0n;
    const [oldest] = own.filter((note) => openOf(note) > 0n).toSorted((a, b) => (a.due_on < b.due_on ? -1 : 1));
    return {
      security: { id, name },
      market: london.has(id) ? 'LONDON' : 'LOCAL',
      line,
      incurred: money(part('called') + outstanding),
      called: money(part('called')),
      collected: money(sum(own.map((note) => note.settled - note.set_off))),
      outstanding: money(outstanding),
      fees: money(part('fees')),
      ex_gratia: money(part('exGratia')),
      salvage: money(part('salvage')),
      open: money(sum(own.map(openOf))),
      due_on: oldest?.due_on ?? null,
      age: oldest && oldest.due_on < today ? daysBetween(oldest.due_on, today) : 0,
      agreement: agreementOfNotes(own.map((note) => ({ open: openOf(note) > 0n, agreement: note.agreement }))),
    };
  });
}

/** Those of a claim's securities that are in the register of London. */
async function londonOf(ctx: Ctx, { lines }: Pick<AtLoss, 'lines'>): Promise<ReadonlySet<number>> {
  const rows = await ctx.db
    .selectFrom('parties')
    .select('id')
    .where('id', 'in', [0, ...lines.map((one) => one.securityId)])
    .where('market', '=', 'LONDON')
    .execute();
  return new Set(rows.map((row) => row.id));
}

async function headOf(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('claims as c')
    .innerJoin('branches as b', 'b.id', 'c.branch_id')
    .leftJoin('loss_events as e', 'e.id', 'c.event_id')
    .leftJoin('users as h', 'h.id', 'c.handler_id')
    .selectAll('c')
    .select(['b.code as branch_code', 'b.name as branch_name', 'e.name as event_name', 'h.name as handler_name'])
    .where('c.id', '=', id)
    .where('c.branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
}

async function expertsOf(ctx: Ctx, claim: Pick<Claim, 'id' | 'currency'>): Promise<Record['experts']> {
  const rows = await ctx.db
    .selectFrom('claim_experts')
    .select(['role', 'name', 'reference', 'appointed_on', 'fee'])
    .where('claim_id', '=', claim.id)
    .where('branch_id', 'in', ctx.scope)
    .orderBy('position')
    .execute();
  return rows.map(({ role, fee, ...row }) => ({
    ...row,
    role: role as ExpertRole,
    fee: fee === null ? null : formatAmount(fee, claim.currency),
  }));
}

const shownNote = (ctx: Ctx, note: ClaimNote) =>
  replyRow(
    claimNoteTable,
    {
      ...note,
      kind: note.purpose,
      movement: { id: note.movement, name: note.movement_number },
      party: { id: note.party, name: note.party_name },
      outstanding: openOf(note),
      overdue: openOf(note) > 0n && note.due_on < ctx.today ? daysBetween(note.due_on, ctx.today) : 0,
    },
    ctx.firm.baseCurrency,
  );

type Money = {
  collected: bigint;
  setOff: bigint;
  paid: bigint;
  committed: bigint;
  madeGood: bigint;
  orders: { payee: string; payable: bigint }[];
};

function figuresOf(shown: Shown, money: Money): Record['figures'] {
  const { account, atLoss, claim } = shown;
  const text = (amount: bigint) => formatAmount(amount, claim.currency);
  const { whole, ours } = standingOf(account, { share: claim.claim_share, lines: atLoss.lines });
  const both = (name: keyof typeof whole) => ({ whole: text(whole[name]), ours: text(ours[name]) });
  const payable = money.collected - money.committed;
  return {
    incurred: both('incurred'),
    called: both('called'),
    outstanding: both('outstanding'),
    fees: both('fees'),
    ex_gratia: both('ex_gratia'),
    salvage: both('salvage'),
    collected: text(money.collected),
    paid: text(money.paid),
    payable: text(payable > 0n ? payable : 0n),
    to_order: money.orders.map((one) => ({ ...one, payable: text(one.payable) })),
    made_good: text(money.madeGood > 0n ? money.madeGood : 0n),
  };
}

/** What of the salvage each security is due, and what it still owes on the claim. C11. */
async function salvageDue(
  ctx: Ctx,
  claim: Pick<Claim, 'id' | 'currency'>,
  notes: readonly ClaimNote[],
): Promise<Record['salvage_due']> {
  if (!notes.some((note) => note.purpose === 'SALVAGE')) return [];
  const due = await salvageFree(ctx, claim.id);
  const owed = due.length === 0 ? [] : await uncollectedOf(ctx, { claimId: claim.id, securityId: null });
  return due.map(({ id, name, free }) => {
    const against = owed.find((one) => one.party === id);
    return {
      security: { id, name },
      payable: formatAmount(free, claim.currency),
      against: against
        ? { id: against.id, name: against.number, open: formatAmount(against.open, claim.currency) }
        : null,
    };
  });
}

/** One claim with its figures by security, movements and notes. A foreign id answers like a missing one. */
export async function claimRecord(ctx: Ctx, id: number): Promise<Record> {
  const [head, claim, notes, inAndOut, madeGood, orders, movements] = await Promise.all([
    headOf(ctx, id),
    readClaim(ctx, id),
    notesOf(ctx, id),
    moneyOf(ctx, id),
    claimFunds(ctx, id, { lock: false }),
    ordersOf(ctx, id),
    movementsOf(ctx, id),
  ]);
  const [{ atLoss, account, limit }, experts, salvage, people] = await Promise.all([
    groundOf(ctx, claim),
    expertsOf(ctx, claim),
    salvageDue(ctx, claim, notes),
    peopleOf(ctx, head),
  ]);
  const [london, isLargeLoss, cover] = await Promise.all([
    londonOf(ctx, atLoss),
    isLarge(ctx, claim, atLoss),
    shownCover(ctx, atLoss, { claimId: id, notifiedOn: head.notified_on, limit }),
  ]);
  const money = { ...inAndOut, madeGood, orders };
  const shown: Shown = { london, account, atLoss, claim, notes, today: ctx.today };
  const called = account.called.ours + account.fees.ours + account.exGratia.ours;
  const approved = head.status === 'APPROVED';
  const policy = shownPolicy(atLoss);
  return {
    id: head.id,
    version: head.version,
    status: head.status as ClaimStatus,
    number: head.number,
    branch: { id: head.branch_id, code: head.branch_code, name: head.branch_name },
    policy,
    broker_reference_number: policy.broker_reference,
    currency: head.currency,
    exchange_rate: head.exchange_rate,
    claimreserve: formatAmount(head.claim_reserve, head.currency),
    claim_share: head.claim_share,
    share_reason: head.share_reason,
    data_loss_date: head.loss_date,
    notified_on: head.notified_on,
    loss_kind: head.loss_kind as LossKind,
    cedantclaimnumber: head.cedant_claim_number,
    claim_desc: head.description,
    cause: head.cause,
    place: head.place,
    claimant: head.claimant,
    event: refOf(head.event_id, head.event_name),
    handler: refOf(head.handler_id, head.handler_name),
    experts,
    approved_on: head.approved_on,
    closed_on: head.closed_on,
    stage: approved ? stageOf({ closed: account.closed, called, ...money }) : null,
    disputed: notes.some((note) => openOf(note) > 0n && note.agreement !== null && isDisputed(note.agreement)),
    large_loss: isLargeLoss,
    figures: figuresOf(shown, money),
    salvage_due: salvage,
    cover,
    securities: securitiesOf(shown),
    movements,
    notes: notes.map((note) => shownNote(ctx, note)),
    ...people,
    updated_at: head.updated_at,
  };
}
