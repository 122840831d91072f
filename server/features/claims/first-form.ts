import type { editFirstForm } from '../../../domain/claims/contract.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { invalid } from '../../../domain/errors.ts';
import { parseDay } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { HUNDRED, parseRate } from '../../../domain/values/rate.ts';
import { toCount } from '../../../domain/values/decimal.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { editClaim, saveClaim } from './actions.ts';
import type { ClaimInput } from './input.ts';
import { readClaim } from './queries.ts';

type Query = Decoded<typeof editFirstForm>['query'];
/** What a claim holds already of the fields that the call does not send; nothing of a new one. */
type Held = Partial<ClaimInput> & { number?: string };

async function heldBy(ctx: Ctx, id: number): Promise<Held & { version: number }> {
  const claim = await readClaim(ctx, id);
  const head = await ctx.db
    .selectFrom('claims')
    .select(['cause', 'place', 'claimant', 'handler_id'])
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow();
  const experts = await ctx.db
    .selectFrom('claim_experts')
    .select(['role', 'name', 'reference', 'appointed_on', 'fee'])
    .where('claim_id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .orderBy('position')
    .execute();
  return {
    version: claim.version,
    number: claim.number,
    policy: claim.policy_id,
    currency: claim.currency,
    exchange_rate: claim.exchange_rate,
    claimreserve: formatAmount(claim.claim_reserve, claim.currency),
    claim_share: claim.claim_share,
    share_reason: claim.share_reason,
    data_loss_date: claim.loss_date,
    notified_on: claim.notified_on,
    loss_kind: claim.loss_kind,
    cedantclaimnumber: claim.cedant_claim_number,
    claim_desc: claim.description,
    cause: head.cause,
    place: head.place,
    claimant: head.claimant,
    event: claim.event_id,
    handler: head.handler_id,
    experts: experts.map(({ role, fee, ...one }) => ({
      ...one,
      role: role as NonNullable<ClaimInput['experts']>[number]['role'],
      fee: fee === null ? null : formatAmount(fee, claim.currency),
    })),
  };
}

const REFERENCE = 'Enter the broker reference of an approved policy.';

/** The policy that a reference names: of a claim that is there already, its own number leaves it on its policy. */
async function policyOf(ctx: Ctx, typed: string | undefined, held: Held): Promise<number> {
  const reference = (typed ?? '').toUpperCase();
  if (held.policy !== undefined && (reference === '' || reference === held.number)) return held.policy;
  const policy = await ctx.db
    .selectFrom('policies')
    .select('id')
    .where('broker_reference', '=', reference)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  if (!policy) throw invalid({ field: 'broker_reference_number', message: REFERENCE });
  return policy.id;
}

const filled = (text: string | undefined) => (text === undefined || text === '' ? undefined : text);

function shareOf(typed: string | undefined, held: Held) {
  const text = filled(typed);
  if (text === undefined) return held.claim_share ?? null;
  const share = parseRate(text);
  if (typeof share !== 'bigint' || share < 0n || share > HUNDRED)
    throw invalid({ field: 'claim_share', message: 'Share must be between 0 and 100.' });
  return share;
}

/** The specification's call need not give the reason for a share. */
const REASON_LATER = { reasonLater: true };

/** The specification's first form as the body of a save: what it does not send stays, of a new claim it is left out. */
async function bodyOf(ctx: Ctx, query: Query, held: Held): Promise<ClaimInput> {
  const { number: _number, ...kept } = held;
  const lossOn = query.data_loss_date === undefined ? (held.data_loss_date ?? null) : parseDay(query.data_loss_date);
  if (lossOn === null) throw invalid({ field: 'data_loss_date', message: 'Enter the date of loss.' });
  const share = shareOf(query.claim_share, held);
  return {
    ...kept,
    policy: await policyOf(ctx, query.broker_reference_number, held),
    currency: filled(query.currency) ?? held.currency,
    exchange_rate: query.exchange_rate || held.exchange_rate,
    claimreserve: filled(query.claimreserve) ?? held.claimreserve ?? '',
    claim_share: share,
    share_reason: filled(query.share_reason) ?? held.share_reason,
    data_loss_date: lossOn,
    cedantclaimnumber: query.cedantclaimnumber ?? held.cedantclaimnumber,
    claim_desc: query.claim_desc ?? held.claim_desc,
  };
}

/** The first form as the specification has it: makes a claim without an id, else changes what is sent of one. C20. */
export async function saveFirstForm(
  ctx: Ctx,
  { query }: Decoded<typeof editFirstForm>,
): Promise<Reply<typeof editFirstForm>> {
  const id = toCount(query.id ?? '');
  if (id === null) return saveClaim(ctx, await bodyOf(ctx, query, {}), REASON_LATER);
  const { version: now, ...held } = await heldBy(ctx, id);
  const { version = now } = query;
  return editClaim(ctx, { body: { ...(await bodyOf(ctx, query, held)), id, version } }, REASON_LATER);
}
