import type { Decoded } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import type {
  editPremiumVoucher as editPremiumEndpoint,
  editVoucher as editEndpoint,
  savePremiumVoucher as savePremiumEndpoint,
  saveVoucher as saveEndpoint,
} from '../../../domain/vouchers/contract.ts';
import { VOUCHER_STATES, type VoucherStatus } from '../../../domain/vouchers/states.ts';
import type { Ctx } from '../../platform/http/context.ts';
import {
  assertMayDiscard,
  assertMayHere,
  assertOwnWork,
  assertStep,
  edition,
  moveNumbered,
  submission,
  type Move,
  type RecordKind,
  type Step,
} from '../decisions.ts';
import { giveBack, holdMoney } from './holding.ts';
import { checkOther, checkPremium, type CheckedVoucher } from './input.ts';
import { lockVoucher, type Voucher } from './queries.ts';

export const VOUCHER: RecordKind<VoucherStatus> = { table: 'vouchers', entity: 'voucher', states: VOUCHER_STATES };

export type Saved = { id: number; version: number; status: string; number: string | null };

async function writeItems(ctx: Ctx, voucher: { id: number; branchId: number }, checked: CheckedVoucher): Promise<void> {
  if (checked.items.length === 0) return;
  await ctx.db
    .insertInto('voucher_items')
    .values(
      checked.items.map(({ part, amount }) => ({
        branch_id: voucher.branchId,
        voucher_id: voucher.id,
        part_id: part,
        amount,
      })),
    )
    .execute();
}

async function saveDraft(ctx: Ctx, checked: CheckedVoucher, typed: unknown): Promise<Saved> {
  const { id } = await ctx.db
    .insertInto('vouchers')
    .values({
      ...checked.columns,
      branch_id: ctx.branch.id,
      made_by: ctx.user.id,
      edited_by: ctx.user.id,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeItems(ctx, { id, branchId: ctx.branch.id }, checked);
  const facts = { after: typed };
  await ctx.audit({ entity: 'voucher', entityId: id, branchId: ctx.branch.id, action: 'saved', facts });
  return { id, version: 1, status: 'DRAFT', number: null };
}

/** Saves a premium voucher to one security as a draft: it holds nothing yet. */
export async function savePremium(ctx: Ctx, { body }: Decoded<typeof savePremiumEndpoint>): Promise<Saved> {
  assertMayHere(ctx, 'vouchers.create');
  return saveDraft(ctx, await checkPremium(ctx, body, ctx.branch.id), body);
}

/** Saves a drawing, a tax remittance or an expense as a draft. */
export async function saveOther(ctx: Ctx, { body }: Decoded<typeof saveEndpoint>): Promise<Saved> {
  assertMayHere(ctx, 'vouchers.create');
  return saveDraft(ctx, await checkOther(ctx, body, ctx.branch.id), body);
}

async function rewrite(ctx: Ctx, voucher: Voucher, given: { checked: CheckedVoucher; typed: unknown }): Promise<Saved> {
  await ctx.db.deleteFrom('voucher_items').where('voucher_id', '=', voucher.id).execute();
  await writeItems(ctx, { id: voucher.id, branchId: voucher.branch_id }, given.checked);
  const set = { ...given.checked.columns, ...edition(ctx) };
  return moveTo(ctx, voucher, { status: 'DRAFT', action: 'edited', set, facts: { after: given.typed } });
}

/** Changes a draft or rejected premium voucher, which becomes a draft again. */
export async function editPremium(ctx: Ctx, { body }: Decoded<typeof editPremiumEndpoint>): Promise<Saved> {
  const voucher = await lockVoucher(ctx, body.id);
  if (voucher.kind !== 'PREMIUM') throw new AppError('NOT_FOUND');
  assertStep(VOUCHER, voucher, { act: 'edit', version: body.version });
  return rewrite(ctx, voucher, { checked: await checkPremium(ctx, body, voucher.branch_id), typed: body });
}

/** The same of any other voucher. */
export async function editOther(ctx: Ctx, { body }: Decoded<typeof editEndpoint>): Promise<Saved> {
  const voucher = await lockVoucher(ctx, body.id);
  if (voucher.kind === 'PREMIUM') throw new AppError('NOT_FOUND');
  assertStep(VOUCHER, voucher, { act: 'edit', version: body.version });
  return rewrite(ctx, voucher, { checked: await checkOther(ctx, body, voucher.branch_id), typed: body });
}

/** Submits a voucher for approval: from here on it holds its money. Throws OVER_RELEASED. §2 Pay as paid. */
export async function submitVoucher(ctx: Ctx, step: Step): Promise<Saved> {
  const voucher = await lockVoucher(ctx, step.id);
  assertStep(VOUCHER, voucher, { act: 'submit', version: step.version });
  await holdMoney(ctx, voucher);
  return moveTo(ctx, voucher, { status: 'PENDING', action: 'submitted', set: submission(ctx) });
}

/** Takes a pending voucher back to draft, and its money back: its maker's own right. */
export async function withdrawVoucher(ctx: Ctx, step: Step): Promise<Saved> {
  const voucher = await lockVoucher(ctx, step.id);
  assertStep(VOUCHER, voucher, { act: 'withdraw', version: step.version });
  assertOwnWork(ctx, voucher);
  await giveBack(ctx, voucher);
  return moveTo(ctx, voucher, { status: 'DRAFT', action: 'withdrawn' });
}

/** Disables a draft or rejected voucher of one's own; root may any. It holds nothing. */
export async function disableVoucher(ctx: Ctx, step: Step): Promise<Saved> {
  const voucher = await lockVoucher(ctx, step.id);
  assertMayDiscard(ctx, voucher);
  assertStep(VOUCHER, voucher, { act: 'disable', version: step.version });
  return moveTo(ctx, voucher, { status: 'DISABLED', action: 'disabled' });
}

/** The next state of a voucher, with its number when it gets one now. */
export async function moveTo(
  ctx: Ctx,
  voucher: Voucher,
  move: Move<VoucherStatus> & { number?: string | null },
): Promise<Saved> {
  return moveNumbered(ctx, { kind: VOUCHER, record: voucher }, move);
}
