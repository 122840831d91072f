import type { Decoded } from '../../../domain/endpoint.ts';
import type { supersedeDocument } from '../../../domain/documents/superseding.ts';
import { AppError, notFound } from '../../../domain/errors.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { PrepareCtx } from '../../platform/http/mount.ts';
import { dayIn } from '../../../domain/values/day.ts';
import type { Services } from '../../services.ts';
import { assertCounts, seeDocument, type SeenDocument } from '../documents/sending.ts';
import { prepareReplacing, type DocumentPlan, type Prepared } from '../documents/store.ts';
import { coverNotePlans, slipPlans } from '../papers/placements.ts';
import { endorsementSlipPlans, reinsuredPlans, securitiesPlans } from '../papers/endorsements.ts';
import { londonCoverNotePlans, londonRSlipPlans, mrcSlipPlans } from '../papers/slips.ts';
import type { Papered } from '../records.ts';
import { claimStatementPlans, lossAdvicePlans } from '../claims/loss-papers.ts';
import { movementPlans } from '../claims/papers.ts';
import { adjustmentPlans } from '../adjustments/documents.ts';
import { invoicePlans } from '../invoices/documents.ts';
import { receiptPlans } from '../receipts/documents.ts';
import { voucherPlans } from '../vouchers/documents.ts';

async function policyOf(ctx: Ctx, id: number): Promise<{ id: number; market: Market }> {
  const row = await ctx.db
    .selectFrom('policies')
    .select(['id', 'market'])
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
  return { id: row.id, market: row.market as Market };
}

async function notePlans(ctx: Ctx, noteId: number): Promise<DocumentPlan[]> {
  const note = await ctx.db
    .selectFrom('notes')
    .select(['policy_id', 'endorsement_id', 'status'])
    .where('id', '=', noteId)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  if (!note?.policy_id) throw new AppError('NOT_FOUND');
  if (note.status === 'VOID') throw new AppError('WRONG_STATE', { status: 'void', action: 'replacing it' });
  const { market } = await policyOf(ctx, note.policy_id);
  const named = { id: note.endorsement_id ?? note.policy_id, market };
  const [own] = (await reinsuredPlans(ctx, named)).filter((plan) => plan.recordId === noteId);
  return own ? [own] : securitiesPlans(ctx, named);
}

async function policyPlans(ctx: Ctx, { kind, record_id: id }: SeenDocument): Promise<DocumentPlan[]> {
  const policy = await policyOf(ctx, id);
  if (kind === 'london-slip') return mrcSlipPlans(ctx, policy);
  if (kind === 'london-reinsurance-slip') return londonRSlipPlans(ctx, policy);
  if (kind === 'reinsurance-slip') return slipPlans(ctx, policy);
  return policy.market === 'LONDON' ? londonCoverNotePlans(ctx, policy) : coverNotePlans(ctx, policy);
}

const claimPlans = (ctx: Ctx, { kind, record_id: id }: SeenDocument): Promise<DocumentPlan[]> =>
  kind === 'loss-advice' ? lossAdvicePlans(ctx, { id }) : claimStatementPlans(ctx, { id });

/** The papers of what a document is of, as they would be made now. */
const PLANS: Record<Papered, (ctx: Ctx, document: SeenDocument) => Promise<DocumentPlan[]>> = {
  policy: policyPlans,
  note: (ctx, { record_id: id }) => notePlans(ctx, id),
  endorsement: (ctx, { record_id: id }) => endorsementSlipPlans(ctx, { id }),
  claim: claimPlans,
  movement: (ctx, { record_id: id }) => movementPlans(ctx, { id }),
  receipt: (ctx, { record_id: id }) => receiptPlans(ctx, { id }),
  voucher: (ctx, { record_id: id }) => voucherPlans(ctx, { id }),
  adjustment: (ctx, { record_id: id }) => adjustmentPlans(ctx, { id }),
  invoice: (ctx, { record_id: id }) => invoicePlans(ctx, { id }),
  // It says what an account was; another is made of what it is now.
  statement: () => Promise.resolve([]),
  // It says what was paid when it left.
  remittance: () => Promise.resolve([]),
};

// What is replaced must be the one that counts, and say what its record says now in the same version.
async function planInPlaceOf(ctx: Ctx, document: SeenDocument): Promise<DocumentPlan> {
  const { kind, issue, record_id: recordId, security_id: securityId } = document;
  await assertCounts(ctx, document, 'replacing it');
  const plan = (await PLANS[document.record_kind](ctx, document)).find(
    (one) =>
      one.kind === kind && one.recordId === recordId && one.issue === issue && (one.securityId ?? 0) === securityId,
  );
  if (!plan) throw new AppError('WRONG_STATE', { status: 'of an earlier version', action: 'replacing it' });
  return plan;
}

/** Renders the document again from what was booked, with today's letterhead. §7 Documents. */
export function replacingOf(services: Services) {
  return async (ctx: PrepareCtx, { body }: Decoded<typeof supersedeDocument>): Promise<Prepared> => {
    const { document, plan } = await ctx.read(async (reading) => {
      const seen = await seeDocument(reading, body.id);
      if (!seen.maySend) throw new AppError('FORBIDDEN');
      return { document: seen, plan: await planInPlaceOf(reading, seen) };
    });
    const replaces = dayIn(ctx.firm.timeZone, document.made_at);
    const replacing = { copy: document.copy + 1, reason: body.reason, replaces };
    return prepareReplacing(ctx, services, { plan, replacing });
  };
}
