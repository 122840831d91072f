import { assertClaimsAllow, endorsingOf } from '../../../domain/claims/forbids.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import type { editEndorsement as editEndpoint } from '../../../domain/endorsements/contract.ts';
import { unearnedByOrigin } from '../../../domain/endorsements/layers.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertStep, type DecisionInput, edition, making, moveRecord, reasonOf, type Saved } from '../decisions.ts';
import { lastPostingOn } from '../posting-day.ts';
import type { Outcome, Steps } from '../steps.ts';
import { post, type PostLine } from '../ledger/post.ts';
import { renewClaimLines } from '../placements/claim-lines.ts';
import { claimsOn } from '../placements/claims-on.ts';
import { linesOf, lockPolicy, type Policy, readPolicy } from '../placements/queries.ts';
import { bookingOf, endorsementAmount } from './booking.ts';
import { assertDeclared } from './declared.ts';
import { assertSound, type EndorsementInput, keptInput, readTyped, type Sound } from './input.ts';
import { inputOf } from '../placements/words.ts';
import { bookedColumns, endorsePolicy, figureColumns, keepLines } from './keep.ts';
import { settledLines } from './deferred.ts';
import { type Approving, insertParts, issueNotes, linesWithNotes } from './notes.ts';
import { endorsedCount, type Endorsement, lockEndorsement, nextSequence, readEndorsementRow } from './queries.ts';
import { rewritePlan } from './replan.ts';
import { assertNothingLost, keepSetOff, readOpen, setOffPosting, settingOff } from './set-off.ts';
import { setOffOrder } from './set-off-preview.ts';

/** Only an approved policy has something to endorse. Throws NOT_ENDORSABLE. §2. */
export function assertEndorsable(policy: Policy): void {
  if (policy.status !== 'APPROVED') throw new AppError('NOT_ENDORSABLE');
}

function assertMayCreate(ctx: Ctx, policy: Policy): void {
  if (!ctx.can('policies.create', policy.branch_id)) throw new AppError('FORBIDDEN');
}

/** Saves a new endorsement as a draft; its number on the policy is taken now and kept. §2 Endorsements. */
export async function saveEndorsement(ctx: Ctx, body: EndorsementInput, market: Market): Promise<Saved<string>> {
  const policy = await lockPolicy(ctx, body.policy, market);
  assertMayCreate(ctx, policy);
  assertEndorsable(policy);
  const sequence = await nextSequence(ctx, policy.id);
  const sound = assertSound(await readTyped(ctx, policy, { input: body, number: sequence }));
  const number = `${policy.broker_reference}/E${sequence}`;
  const { id } = await ctx.db
    .insertInto('endorsements')
    .values({
      ...figureColumns(sound),
      branch_id: policy.branch_id,
      policy_id: policy.id,
      sequence,
      number,
      currency: policy.currency,
      description: body.description,
      input: keptInput(body),
      ...making(ctx),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepLines(ctx, { id, branchId: policy.branch_id }, sound);
  await ctx.audit({
    entity: 'endorsement',
    entityId: id,
    branchId: policy.branch_id,
    action: 'saved',
    facts: { number, after: { ...body, currency: policy.currency } },
  });
  return { id, version: 1, status: 'DRAFT', number };
}

/** Changes a draft or a rejected endorsement, which becomes a draft again. It stays on its policy. */
export async function editEndorsement(ctx: Ctx, { body }: Decoded<typeof editEndpoint>): Promise<Saved> {
  const { id, version, ...input } = body;
  const endorsement = await lockEndorsement(ctx, id);
  const of = { kind: 'endorsement', record: endorsement } as const;
  assertStep(of, { act: 'edit', version });
  const policy = await readPolicy(ctx, endorsement.policy_id);
  assertMayCreate(ctx, policy);
  assertEndorsable(policy);
  // A form that does not know of payment dates or of the claim leaves them as they are; null takes them away.
  const before = inputOf(endorsement);
  const { instalments = before.instalments, reinstates = before.reinstates } = input;
  const kept = { ...input, instalments, reinstates, policy: policy.id };
  const sound = assertSound(await readTyped(ctx, policy, { input: kept, number: endorsement.sequence }));
  await assertDeclared(ctx, id, sound);
  await keepLines(ctx, { id, branchId: policy.branch_id }, sound);
  const set = {
    ...figureColumns(sound),
    ...edition(ctx),
    description: input.description,
    input: keptInput(kept),
  };
  return moveRecord(ctx, of, {
    status: 'DRAFT',
    action: 'edited',
    set,
    facts: { after: { ...kept, currency: policy.currency } },
  });
}

/** What an endorsement does to its policy as it is now; refused where the policy has moved on. §2, §4 rechecked. */
async function soundNow(
  ctx: Ctx,
  policy: Policy,
  { endorsement, decision }: { endorsement: Endorsement; decision: { reason: string | undefined } | null },
): Promise<Sound> {
  assertEndorsable(policy);
  const input = inputOf(endorsement);
  assertClaimsAllow(endorsingOf(endorsement, input), await claimsOn(ctx, policy.id), decision);
  const sound = assertSound(await readTyped(ctx, policy, { input, number: endorsement.sequence }));
  await assertDeclared(ctx, endorsement.id, sound);
  return sound;
}

/** A security that has become inactive takes no new premium. §8 security. */
async function assertActive(ctx: Ctx, policy: Policy, { effect }: Sound): Promise<void> {
  const taking = new Set(effect.figures.lines.filter((line) => line.netPayable > 0n).map((line) => line.securityId));
  const inactive = (await linesOf(ctx, policy.id)).find(
    (line) => taking.has(line.securityId) && line.status !== 'ACTIVE',
  );
  if (inactive) throw new AppError('INACTIVE_PARTY', { name: inactive.name });
}

/** Notes, parts, set-off and journal of an approval, whose lines it gives; the policy and the endorsement are locked. §2, §3. */
async function book(ctx: Ctx, approving: Approving): Promise<readonly PostLine[]> {
  const { policy, endorsement, booking } = approving;
  if (booking.ledger.length === 0) return [];
  const open = await readOpen(ctx, policy.id, { lock: true });
  assertNothingLost(open, approving);
  const issued = await issueNotes(ctx, approving);
  const settingOffs = settingOff(
    {
      figures: booking.figures,
      unearned: approving.unearned,
      remittanceDays: policy.remittance_days,
      how: { order: setOffOrder(inputOf(endorsement)), day: booking.day },
    },
    open,
    issued,
  );
  await insertParts(ctx, approving, { issued, added: settingOffs.added });
  const lines = await settledLines(ctx, linesWithNotes(booking, issued), { ...settingOffs, open, issued });
  const [, entryId] = await post(ctx, [
    {
      branchId: policy.branch_id,
      day: booking.day,
      event: 'ENDORSEMENT_APPROVED',
      sourceKind: 'endorsement',
      sourceId: endorsement.id,
      narration: `${endorsement.number} approved`,
      currency: policy.currency,
      lines,
    },
    ...setOffPosting(approving, settingOffs, booking.day),
  ]);
  await keepSetOff(ctx, approving, { ...settingOffs, entryId });
  return lines;
}

/** An approval issues notes for the difference, books it and sets returns off. §2, §3. */
async function onApprove(
  ctx: Ctx,
  endorsement: Endorsement,
  input: DecisionInput & { day: Day },
): Promise<Outcome<'endorsement'>> {
  const { day } = input;
  const policy = await readPolicy(ctx, endorsement.policy_id);
  // Another endorsement was approved since the checker saw what this one does: it may do something else now.
  const endorsed = await endorsedCount(ctx, policy.id);
  assertVersion(endorsed, input.body?.endorsed);
  const sound = await soundNow(ctx, policy, { endorsement, decision: { reason: reasonOf(input) } });
  await assertActive(ctx, policy, sound);
  const booking = await bookingOf(ctx, policy, {
    figures: sound.effect.figures,
    effective: endorsement.effective_date,
    day,
  });
  await keepLines(ctx, { id: endorsement.id, branchId: endorsement.branch_id }, sound);
  await endorsePolicy(ctx, policy, sound);
  if (endorsement.endorsement_type === 'SEC') await renewClaimLines(ctx, policy.id, sound.effect.stack);
  const { stack } = sound.ground;
  const ledger = await book(ctx, {
    policy,
    endorsement,
    booking,
    unearned: unearnedByOrigin(stack, endorsement.effective_date),
  });
  const dates = await rewritePlan(ctx, { policy, endorsement, input: inputOf(endorsement) });
  const set = {
    ...figureColumns(sound),
    ...bookedColumns(ctx, policy, { ...booking, ledger }),
    approval: endorsed + 1,
  };
  return { set, facts: dates };
}

/** How an endorsement goes from draft to decision; its number is not used again when it is disabled. §4. */
export const ENDORSEMENT_STEPS: Steps<'endorsement', Endorsement> = {
  kind: 'endorsement',
  amountOf: endorsementAmount,
  postsFrom: (ctx, endorsement) => lastPostingOn(ctx, endorsement.policy_id),
  lock: lockEndorsement,
  // Two endorsements of a policy are decided one after the other.
  lockFirst: async (ctx, id) => lockPolicy(ctx, (await readEndorsementRow(ctx, id)).policy_id),
  onSubmit: async (ctx, endorsement) =>
    soundNow(ctx, await readPolicy(ctx, endorsement.policy_id), { endorsement, decision: null }),
  onApprove,
};
