import { MARKET_THRESHOLDS } from '../../../domain/claims/agreement.ts';
import type {
  addThreshold as addEndpoint,
  claimSettings,
  editClaimDays,
  editLargeLoss,
} from '../../../domain/claims/settings-contract.ts';
import { LOSS_KINDS, type LossKind } from '../../../domain/claims/states.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { invalid, notFound } from '../../../domain/errors.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { orDuplicate } from '../../platform/db/constraints.ts';
import { currencyFaults } from '../receipts/input.ts';

/** What the firm sets for claims. C13, C14, C18. */
export async function settingsOf(ctx: Ctx): Promise<Reply<typeof claimSettings>> {
  const firm = await ctx.db.selectFrom('firm').select(['version', 'claim_days']).executeTakeFirstOrThrow();
  const thresholds = await ctx.db
    .selectFrom('claim_thresholds')
    .select(['loss_kind', 'valid_from', 'currency', 'amount'])
    .orderBy('valid_from')
    .execute();
  const classes = await ctx.db
    .selectFrom('cover_types')
    .select(['id', 'name', 'version', 'large_loss_from'])
    .where('large_loss_from', 'is not', null)
    .orderBy('name')
    .execute();
  const { baseCurrency } = ctx.firm;
  const ofMarket = LOSS_KINDS.map((kind) => ({ loss_kind: kind, valid_from: null, ...MARKET_THRESHOLDS[kind] }));
  const dated = thresholds.map((one) => ({ ...one, loss_kind: one.loss_kind as LossKind }));
  return {
    ...firm,
    thresholds: [...ofMarket, ...dated].map((one) => ({ ...one, amount: formatAmount(one.amount, one.currency) })),
    base_currency: baseCurrency,
    large_losses: classes.map(({ id, name, version, large_loss_from: from }) => ({
      cover_type: { id, name },
      version,
      amount: formatAmount(from ?? 0n, baseCurrency),
    })),
  };
}

/** Sets the days in which calls are due; what was called before keeps its day. C14. */
export async function setClaimDays(
  ctx: Ctx,
  { body }: Decoded<typeof editClaimDays>,
): Promise<Reply<typeof editClaimDays>> {
  const firm = await ctx.db
    .selectFrom('firm')
    .select(['id', 'version', 'claim_days'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  assertVersion(firm.version, body.version);
  const now = { version: firm.version + 1, claim_days: body.claim_days };
  await ctx.db.updateTable('firm').set(now).where('id', '=', firm.id).execute();
  const facts = { before: { claim_days: firm.claim_days }, after: { claim_days: body.claim_days } };
  await ctx.audit({ entity: 'firm', entityId: firm.id, action: 'underwriting_edited', facts });
  return now;
}

/** Dates a threshold of agreement: from today on, so that what was asked before stays as it was. C13. */
export async function addThreshold(
  ctx: Ctx,
  { body }: Decoded<typeof addEndpoint>,
): Promise<Reply<typeof addEndpoint>> {
  const faults = await currencyFaults(ctx, body.currency);
  const amount = readPositive(body.amount, body.currency);
  if (typeof amount === 'string') faults.push({ field: 'amount', message: amount });
  if (body.valid_from < ctx.today)
    faults.push({ field: 'valid_from', message: 'It holds from today or from a day to come.' });
  if (faults.length > 0 || typeof amount === 'string') throw invalid(...faults);
  const { loss_kind: kind, valid_from: from, currency } = body;
  const { id } = await orDuplicate(
    ctx.db
      .insertInto('claim_thresholds')
      .values({ loss_kind: kind, valid_from: from, currency, amount, made_by: ctx.user.id, made_at: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await ctx.audit({ entity: 'claim_threshold', entityId: id, action: 'added', facts: { after: body } });
  return { id };
}

/** Sets from which loss of a class the securities are advised of it. C18. */
export async function setLargeLoss(
  ctx: Ctx,
  { body }: Decoded<typeof editLargeLoss>,
): Promise<Reply<typeof editLargeLoss>> {
  const cover = await ctx.db
    .selectFrom('cover_types')
    .select(['id', 'version', 'status', 'large_loss_from'])
    .where('id', '=', body.cover_type)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  assertVersion(cover.version, body.version);
  const from = body.amount === null ? null : readPositive(body.amount, ctx.firm.baseCurrency);
  if (typeof from === 'string') throw invalid({ field: 'amount', message: from });
  const version = cover.version + 1;
  await ctx.db.updateTable('cover_types').set({ large_loss_from: from, version }).where('id', '=', cover.id).execute();
  const facts = { before: { large_loss_from: cover.large_loss_from }, after: { large_loss_from: from }, version };
  await ctx.audit({ entity: 'cover_type', entityId: cover.id, action: 'edited', facts });
  return { id: cover.id, version, status: cover.status };
}
