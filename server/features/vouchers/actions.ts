import type { Decoded } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import type {
  editPremiumVoucher as editPremiumEndpoint,
  editVoucher as editEndpoint,
  savePremiumVoucher as savePremiumEndpoint,
  saveVoucher as saveEndpoint,
} from '../../../domain/vouchers/contract.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertMayHere, assertStep, edition, making, moveRecord, type Saved } from '../decisions.ts';
import { checkOther, checkPremium, type CheckedVoucher } from './input.ts';
import { writeNets } from './nets.ts';
import { lockVoucher, type Voucher } from './queries.ts';

async function writeItems(
  ctx: Ctx,
  voucher: { id: number; branchId: number },
  items: CheckedVoucher['items'],
): Promise<void> {
  if (items.length === 0) return;
  await ctx.db
    .insertInto('voucher_items')
    .values(
      items.map(({ part, amount }) => ({
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
      ...making(ctx),
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeItems(ctx, { id, branchId: ctx.branch.id }, checked.items);
  await writeNets(ctx, { id, branchId: ctx.branch.id }, checked.nets);
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
  return saveDraft(ctx, await checkOther(ctx, body, { branchId: ctx.branch.id, follows: null }), body);
}

type Rewriting = { version: number; checked: () => Promise<CheckedVoucher>; typed: unknown };

async function rewrite(ctx: Ctx, voucher: Voucher, { version, checked, typed }: Rewriting): Promise<Saved> {
  const of = { kind: 'voucher', record: voucher } as const;
  assertStep(of, { act: 'edit', version });
  const { items, nets, columns } = await checked();
  await ctx.db.deleteFrom('voucher_items').where('voucher_id', '=', voucher.id).execute();
  await ctx.db.deleteFrom('voucher_nets').where('voucher_id', '=', voucher.id).execute();
  await writeItems(ctx, { id: voucher.id, branchId: voucher.branch_id }, items);
  await writeNets(ctx, { id: voucher.id, branchId: voucher.branch_id }, nets);
  const set = { ...columns, ...edition(ctx) };
  return moveRecord(ctx, of, { status: 'DRAFT', action: 'edited', set, facts: { after: typed } });
}

/** Changes a draft or rejected premium voucher, which becomes a draft again. */
export async function editPremium(ctx: Ctx, { body }: Decoded<typeof editPremiumEndpoint>): Promise<Saved> {
  const voucher = await lockVoucher(ctx, body.id);
  if (voucher.kind !== 'PREMIUM') throw new AppError('NOT_FOUND');
  const checked = () => checkPremium(ctx, body, voucher.branch_id);
  return rewrite(ctx, voucher, { version: body.version, checked, typed: body });
}

/** The same of any other voucher. */
export async function editOther(ctx: Ctx, { body }: Decoded<typeof editEndpoint>): Promise<Saved> {
  const voucher = await lockVoucher(ctx, body.id);
  if (voucher.kind === 'PREMIUM') throw new AppError('NOT_FOUND');
  const checked = () => checkOther(ctx, body, { branchId: voucher.branch_id, follows: voucher.follows_id });
  return rewrite(ctx, voucher, { version: body.version, checked, typed: body });
}
