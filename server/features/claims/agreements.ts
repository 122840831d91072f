import {
  agreementOf,
  asksTheSame,
  localParties,
  londonParties,
  MARKET_THRESHOLDS,
} from '../../../domain/claims/agreement.ts';
import type { answerAgreement } from '../../../domain/claims/movement-contract.ts';
import type { Moving } from '../../../domain/claims/movements.ts';
import {
  type Agreement,
  isDisputed,
  isToBeAgreed,
  type LossKind,
  MOVEMENT_STATES,
  type MovementStatus,
} from '../../../domain/claims/states.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid, notFound } from '../../../domain/errors.ts';
import { parseAmount } from '../../../domain/values/money.ts';
import { convert } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { rateOn } from '../ledger/rates.ts';
import type { Ground } from './ground.ts';
import { lockMovement, type Movement } from './queries.ts';

/** What each security answered to a movement, the required ones first. C13. */
export async function agreementsOf(ctx: Ctx, movementId: number) {
  const rows = await ctx.db
    .selectFrom('claim_agreements as a')
    .innerJoin('parties as p', 'p.id', 'a.security_id')
    .select(['a.security_id', 'p.name', 'a.required', 'a.answer', 'a.answered_on', 'a.reference', 'a.remark'])
    .select(['a.asked_at', 'a.times_asked'])
    .where('a.movement_id', '=', movementId)
    .where('a.branch_id', 'in', ctx.scope)
    .orderBy('a.required', 'desc')
    .orderBy('a.id')
    .execute();
  return rows.map(({ security_id: id, name, answer, ...row }) => ({
    ...row,
    security: { id, name },
    answer: answer as Agreement,
  }));
}

/** How a movement is agreed; null while nobody was asked, or where it is not before the securities. C13. */
export const agreed = (
  status: MovementStatus,
  rows: readonly { required: boolean; answer: Agreement }[],
): Agreement | null => (rows.length === 0 || !isToBeAgreed(status) ? null : agreementOf(rows));

/** Nothing is asked or answered of a movement that is not before the securities. Throws WRONG_STATE. C13. */
export function assertToBeAgreed({ status }: Pick<Movement, 'status'>, action: string): void {
  if (!isToBeAgreed(status))
    throw new AppError('WRONG_STATE', { status: MOVEMENT_STATES[status].label.toLowerCase(), action });
}

type Threshold = { currency: string; amount: bigint };

/** From which amount both leads agree a loss of a kind today: the firm's last setting on or before the day. C13. */
async function thresholdOf(ctx: Ctx, kind: LossKind): Promise<Threshold> {
  const row = await ctx.db
    .selectFrom('claim_thresholds')
    .select(['currency', 'amount'])
    .where('loss_kind', '=', kind)
    .where('valid_from', '<=', ctx.today)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? MARKET_THRESHOLDS[kind];
}

type Compared = { amount: bigint | null; threshold: bigint; singleLimit: bigint | null };

/** The claim at 100 %, its threshold and the single-agreement limit in base; without rates the claim counts as above. */
async function compared(ctx: Ctx, { claim, atLoss }: Ground): Promise<Compared> {
  const threshold = await thresholdOf(ctx, claim.loss_kind);
  const limit = atLoss.placement.slip?.sections.subscription.single_agreement_limit ?? null;
  const single = limit === null ? null : parseAmount(limit, threshold.currency);
  try {
    const inBase = async (amount: bigint, currency: string) =>
      convert(amount, { from: currency, to: ctx.firm.baseCurrency, rate: await rateOn(ctx, currency, ctx.today) });
    return {
      amount: await inBase(claim.incurred, claim.currency),
      threshold: await inBase(threshold.amount, threshold.currency),
      singleLimit: typeof single === 'bigint' ? await inBase(single, threshold.currency) : null,
    };
  } catch (error) {
    if (error instanceof AppError) return { amount: null, threshold: 0n, singleLimit: null };
    throw error;
  }
}

/** The securities that must agree a movement of a claim. C13. */
async function requiredBy(ctx: Ctx, ground: Ground, disputed: boolean): Promise<Set<number>> {
  const { claim, atLoss } = ground;
  const { slip } = atLoss.placement;
  if (slip === null) return new Set(localParties(atLoss.lines));
  const { leader = null, second_lead: second = null } = slip.sections.subscription;
  const { amount, threshold, singleLimit } = await compared(ctx, ground);
  const thresholds = { FIRST_PARTY: threshold, THIRD_PARTY: threshold, NON_PROPORTIONAL: threshold };
  const terms = { leader, second, lossKind: claim.loss_kind, amount, thresholds, singleLimit, disputed };
  return new Set(londonParties(terms));
}

/**
 * Whether a security disputes something of a claim as a movement is put before them: that movement, another that is before them, or an item that is not paid. A
 * dispute ends with what it is of. C13.
 */
async function isDisputedClaim(ctx: Ctx, { id, claim_id: claimId }: Movement): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('claim_agreements as a')
    .innerJoin('movements as m', 'm.id', 'a.movement_id')
    .select('a.id')
    .where('m.claim_id', '=', claimId)
    .where('a.branch_id', 'in', ctx.scope)
    .where('a.answer', 'in', ['DENIED', 'DISPUTED'])
    .where((e) =>
      e.or([
        e('m.id', '=', id),
        e('m.status', '=', 'PENDING'),
        e.exists(
          e
            .selectFrom('notes as n')
            .select('n.id')
            .whereRef('n.movement_id', '=', 'm.id')
            .whereRef('n.party_id', '=', 'a.security_id')
            .where('n.purpose', '=', 'CLAIM')
            .where('n.status', '=', 'ISSUED')
            .whereRef('n.settled', '<', 'n.amount'),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Puts a movement that asks something of the securities before them: who must agree it, and who is told. What was answered
 * to it before stays, as long as it asks the same. C13.
 */
export async function askSecurities(ctx: Ctx, ground: Ground, movement: Movement): Promise<void> {
  const { id, branch_id: branchId } = movement;
  const required = await requiredBy(ctx, ground, await isDisputedClaim(ctx, movement));
  const rows = ground.atLoss.lines.map(({ securityId }) => ({
    branch_id: branchId,
    movement_id: id,
    security_id: securityId,
    required: required.has(securityId),
  }));
  if (rows.length === 0) return;
  await ctx.db
    .insertInto('claim_agreements')
    .values(rows)
    .onConflict((on) => on.constraint('agreement_once').doUpdateSet((e) => ({ required: e.ref('excluded.required') })))
    .execute();
}

const UNANSWERED = { answer: 'ASKED', answered_on: null, reference: '', remark: '' } as const;

/** A movement that was changed to ask something else has no answers yet: those to what it was stay in the trail. C13. */
export async function askAnew(
  ctx: Ctx,
  { id, branch_id: branchId }: Movement,
  { was, is }: Record<'was' | 'is', Moving>,
): Promise<void> {
  if (asksTheSame(was, is)) return;
  const rows = await ctx.db
    .selectFrom('claim_agreements')
    .select(['id', 'answer', 'answered_on', 'reference', 'remark'])
    .where('movement_id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .where('answer', '!=', 'ASKED')
    .orderBy('id')
    .execute();
  await ctx.db
    .updateTable('claim_agreements')
    .set({ ...UNANSWERED, asked_at: null, times_asked: 0 })
    .where('movement_id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  for (const { id: entityId, ...before } of rows)
    await ctx.audit({
      entity: 'claim_agreement',
      entityId,
      branchId,
      action: 'answered',
      facts: { on: 'movement', record: id, before, after: UNANSWERED },
    });
}

type Answer = Decoded<typeof answerAgreement>['body'];

function dayOf(ctx: Ctx, { answer, answered_on: on = null }: Answer): string | null {
  if (answer === 'ASKED') return null;
  const day = on ?? ctx.today;
  if (day > ctx.today)
    throw invalid({ field: 'answered_on', message: 'The day of its answer cannot be in the future.' });
  return day;
}

/** Keeps what a security answered to a movement; it posts nothing. The newest answer counts, the trail has the others. C13. */
export async function keepAnswer(
  ctx: Ctx,
  { body }: Decoded<typeof answerAgreement>,
): Promise<Reply<typeof answerAgreement>> {
  const movement = await lockMovement(ctx, body.movement);
  if (!ctx.can('claims.create', movement.branch_id)) throw new AppError('FORBIDDEN');
  assertToBeAgreed(movement, 'keeping an answer to it');
  const answered = dayOf(ctx, body);
  if (isDisputed(body.answer) && (body.remark ?? '') === '')
    throw invalid({ field: 'remark', message: 'Say why it does not agree.' });
  const kept = await ctx.db
    .selectFrom('claim_agreements')
    .select(['id', 'answer', 'answered_on', 'reference', 'remark'])
    .where('movement_id', '=', movement.id)
    .where('security_id', '=', body.security)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  if (!kept) throw invalid({ field: 'security', message: 'Choose a security that this movement was put before.' });
  const { id: _id, ...before } = kept;
  const after = {
    answer: body.answer,
    answered_on: answered,
    reference: body.reference ?? '',
    remark: body.remark ?? '',
  };
  await ctx.db.updateTable('claim_agreements').set(after).where('id', '=', kept.id).execute();
  const facts = { on: 'movement', record: movement.id, before, after };
  await ctx.audit({
    entity: 'claim_agreement',
    entityId: kept.id,
    branchId: movement.branch_id,
    action: 'answered',
    facts,
  });
  const row = (await agreementsOf(ctx, movement.id)).find((one) => one.security.id === body.security);
  if (!row) throw notFound();
  const { security, required, answer, answered_on, reference, remark, asked_at, times_asked } = row;
  return { security, required, answer, answered_on, reference, remark, asked_at, times_asked };
}
