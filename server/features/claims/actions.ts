import type { amendClaim as amendEndpoint, editClaim as editEndpoint } from '../../../domain/claims/contract.ts';
import { oursOf } from '../../../domain/claims/shares.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import { percentOf } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { convert } from '../../../domain/values/rate.ts';
import { assertMayHere, assertStep, edition, making, moveRecord, type Saved } from '../decisions.ts';
import { takeNumber } from '../ledger/numbers.ts';
import { rateOn } from '../ledger/rates.ts';
import { keepClaimLines } from '../placements/claim-lines.ts';
import type { Outcome, Steps } from '../steps.ts';
import { type AtLoss, policyAtLoss } from './at-loss.ts';
import {
  checkClaim,
  type CheckedClaim,
  type CheckedExpert,
  type ClaimInput,
  eventNamed,
  particularFaults,
  readExperts,
  shareFault,
} from './input.ts';
import { type Claim, lockClaim } from './queries.ts';

type SavedClaim = Saved<string> & { warnings: string[] };

/** What is known of a loss and moves no money. */
function particularsOf(input: Omit<ClaimInput, 'policy'> | Decoded<typeof amendEndpoint>['body']) {
  return {
    cedant_claim_number: input.cedantclaimnumber ?? '',
    description: input.claim_desc ?? '',
    cause: input.cause ?? '',
    place: input.place ?? '',
    claimant: input.claimant ?? '',
    event_id: input.event ?? null,
    handler_id: input.handler ?? null,
  };
}

function columnsOf(input: ClaimInput, checked: CheckedClaim) {
  return {
    ...particularsOf(input),
    policy_id: input.policy,
    currency: checked.currency,
    exchange_rate: checked.exchangeRate,
    claim_reserve: checked.reserve,
    claim_share: checked.share,
    share_reason: checked.share === checked.atLoss.share ? '' : (input.share_reason ?? ''),
    loss_date: input.data_loss_date,
    notified_on: checked.notifiedOn,
    loss_kind: input.loss_kind ?? 'FIRST_PARTY',
    incurred: checked.reserve,
    ours_incurred: oursOf(checked.reserve, checked.share),
    search_text: checked.searchText,
  };
}

async function writeExperts(ctx: Ctx, claim: { id: number; branchId: number }, experts: readonly CheckedExpert[]) {
  await ctx.db.deleteFrom('claim_experts').where('claim_id', '=', claim.id).execute();
  if (experts.length === 0) return;
  await ctx.db
    .insertInto('claim_experts')
    .values(
      experts.map(({ reference, ...one }, index) => ({
        ...one,
        reference: reference ?? '',
        branch_id: claim.branchId,
        claim_id: claim.id,
        position: index + 1,
      })),
    )
    .execute();
}

/** Whether a form may leave the reason for its share to a later one. */
type Form = { reasonLater?: boolean };

/** Saves the first form of a new claim as a draft; its number is taken now and kept. §4 Numbers. */
export async function saveClaim(ctx: Ctx, body: ClaimInput, form: Form = {}): Promise<SavedClaim> {
  assertMayHere(ctx, 'claims.create');
  const branchId = ctx.branch.id;
  const checked = await checkClaim(ctx, body, { ...form, id: null, branchId, number: '' });
  const number = await takeNumber(ctx, 'CL', { branchId, day: ctx.today });
  const { id } = await ctx.db
    .insertInto('claims')
    .values({
      ...columnsOf(body, checked),
      search_text: `${searchKey(number)} ${checked.searchText}`,
      branch_id: branchId,
      number,
      ...making(ctx),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeExperts(ctx, { id, branchId }, checked.experts);
  await keepClaimLines(ctx, { id, branchId }, checked.atLoss.lines);
  await ctx.audit({
    entity: 'claim',
    entityId: id,
    branchId,
    action: 'saved',
    facts: { number, after: body, warnings: checked.warnings },
  });
  return { id, version: 1, status: 'DRAFT', number, warnings: checked.warnings };
}

/** Changes the first form of a draft or rejected claim, which becomes a draft again. */
export async function editClaim(
  ctx: Ctx,
  { body }: Pick<Decoded<typeof editEndpoint>, 'body'>,
  form: Form = {},
): Promise<SavedClaim> {
  const claim = await lockClaim(ctx, body.id);
  const of = { kind: 'claim', record: claim } as const;
  assertStep(of, { act: 'edit', version: body.version });
  const checked = await checkClaim(ctx, body, {
    ...form,
    id: claim.id,
    branchId: claim.branch_id,
    number: claim.number,
  });
  await writeExperts(ctx, { id: claim.id, branchId: claim.branch_id }, checked.experts);
  await keepClaimLines(ctx, { id: claim.id, branchId: claim.branch_id }, checked.atLoss.lines);
  const saved = await moveRecord(ctx, of, {
    status: 'DRAFT',
    action: 'edited',
    set: { ...columnsOf(body, checked), ...edition(ctx) },
    facts: { after: body, warnings: checked.warnings },
  });
  return { ...saved, warnings: checked.warnings };
}

/** Completes what is known of an approved loss; nothing of it moves money, so that nobody decides it again. */
export async function amendClaim(ctx: Ctx, { body }: Decoded<typeof amendEndpoint>): Promise<Saved> {
  const claim = await lockClaim(ctx, body.id);
  assertVersion(claim.version, body.version);
  if (claim.status !== 'APPROVED') throw new AppError('WRONG_STATE', { status: 'not approved', action: 'amending it' });
  const { experts, faults } = readExperts(body.experts ?? [], claim.currency);
  faults.push(...(await particularFaults(ctx, body)));
  if (faults.length > 0) throw invalid(...faults);
  await writeExperts(ctx, { id: claim.id, branchId: claim.branch_id }, experts);
  const event = await eventNamed(ctx, body.event);
  const words = [body.cedantclaimnumber, body.claim_desc, body.claimant, event].map((word) => searchKey(word ?? ''));
  const unknown = words.filter((word) => !claim.search_text.includes(word));
  const set = { ...particularsOf(body), search_text: [claim.search_text, ...unknown].join(' ') };
  const of = { kind: 'claim', record: claim } as const;
  return moveRecord(ctx, of, { status: 'APPROVED', action: 'amended', set, facts: { after: body } });
}

/** What approving a claim commits us to, in base: our share of its reserve at the rate of the day. G8. */
async function claimAmount(ctx: Ctx, claim: Claim): Promise<bigint> {
  const rate = await rateOn(ctx, claim.currency, ctx.today);
  const ours = percentOf(claim.claim_reserve, claim.claim_share);
  return convert(ours, { from: claim.currency, to: ctx.firm.baseCurrency, rate });
}

/** A claim rests on its policy as it is now: a change of securities since may have changed its lines. C1. */
export async function assertSharesHold(ctx: Ctx, claim: Claim): Promise<AtLoss> {
  const atLoss = await policyAtLoss(ctx, claim.policy_id, claim.loss_date);
  const fault = shareFault(atLoss, { share: claim.claim_share, reason: claim.share_reason });
  if (fault) throw invalid(fault);
  return atLoss;
}

async function onApprove(ctx: Ctx, claim: Claim): Promise<Outcome<'claim'>> {
  const { lines } = await assertSharesHold(ctx, claim);
  await keepClaimLines(ctx, { id: claim.id, branchId: claim.branch_id }, lines);
  return { set: { approved_on: ctx.today } };
}

/** A manager disables any claim, its maker what is not approved. §4. */
function mayDisable(ctx: Ctx, claim: Claim): boolean {
  const own = claim.made_by === ctx.user.id && ctx.can('claims.create', claim.branch_id);
  return ctx.can('claims.disable', claim.branch_id) || (own && claim.status !== 'APPROVED');
}

/** An approved claim is disabled with a reason while nothing of it was called or recovered; else it is closed. §4. */
async function onDisable(ctx: Ctx, claim: Claim, reason = ''): Promise<void> {
  if (claim.status !== 'APPROVED') return;
  if (reason === '') throw invalid({ field: 'reason', message: 'Say why it is disabled.' });
  const moved = await ctx.db
    .selectFrom('movements')
    .select('id')
    .where('claim_id', '=', claim.id)
    .where('branch_id', 'in', ctx.scope)
    .where((e) => e.or([e('status', '=', 'PENDING'), e('ours', '>', 0n)]))
    .limit(1)
    .executeTakeFirst();
  if (moved) throw new AppError('CLOSE_BY_MOVEMENT');
  await ctx.db.updateTable('claims').set({ disabled_on: ctx.today }).where('id', '=', claim.id).execute();
}

/** How a claim goes from draft to decision: its approval posts nothing. §2 Claims. */
export const CLAIM_STEPS: Steps<'claim', Claim> = {
  kind: 'claim',
  amountOf: claimAmount,
  lock: lockClaim,
  onSubmit: assertSharesHold,
  onApprove,
  mayDisable,
  onDisable,
};
