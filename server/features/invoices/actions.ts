import type { Decoded } from '../../../domain/endpoint.ts';
import type { editInvoice as editEndpoint, saveInvoice as saveEndpoint } from '../../../domain/invoices/contract.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertMayHere, assertStep, edition, making, moveRecord, type Saved } from '../decisions.ts';
import { checkInvoice } from './input.ts';
import { lockInvoice } from './queries.ts';

type Checked = Awaited<ReturnType<typeof checkInvoice>>;

async function keepLines(
  ctx: Ctx,
  { id, branchId }: { id: number; branchId: number },
  lines: Checked['lines'],
): Promise<void> {
  await ctx.db
    .insertInto('invoice_lines')
    .values(lines.map((line) => ({ ...line, branch_id: branchId, invoice_id: id })))
    .execute();
}

type NewInvoice = Checked & {
  /** Who made what it is copied of, beside its maker. */
  hands?: readonly number[];
  /** What the trail keeps of it. */
  facts: Record<string, unknown>;
};

/** Keeps a draft with its lines in the caller's branch. */
export async function keepInvoice(ctx: Ctx, { columns, lines, hands = [], facts }: NewInvoice): Promise<number> {
  const made = making(ctx);
  const { id } = await ctx.db
    .insertInto('invoices')
    .values({
      ...columns,
      branch_id: ctx.branch.id,
      ...made,
      hands: [...new Set([...made.hands, ...hands])],
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepLines(ctx, { id, branchId: ctx.branch.id }, lines);
  await ctx.audit({ entity: 'invoice', entityId: id, branchId: ctx.branch.id, action: 'saved', facts });
  return id;
}

/** Saves an invoice, or a credit of one, as a draft: nobody owes anything by it yet. */
export async function saveInvoice(ctx: Ctx, { body }: Decoded<typeof saveEndpoint>): Promise<Saved> {
  assertMayHere(ctx, 'invoices.create');
  const id = await keepInvoice(ctx, {
    ...(await checkInvoice(ctx, body, ctx.branch.id)),
    facts: { after: body },
  });
  return { id, version: 1, status: 'DRAFT', number: null };
}

/** Changes a draft or a rejected invoice, which becomes a draft again. */
export async function editInvoice(ctx: Ctx, { body }: Decoded<typeof editEndpoint>): Promise<Saved> {
  const record = await lockInvoice(ctx, body.id);
  const of = { kind: 'invoice', record } as const;
  assertStep(of, { act: 'edit', version: body.version });
  const { columns, lines } = await checkInvoice(ctx, body, record.branch_id);
  await ctx.db
    .deleteFrom('invoice_lines')
    .where('invoice_id', '=', record.id)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  await keepLines(ctx, { id: record.id, branchId: record.branch_id }, lines);
  return moveRecord(ctx, of, {
    status: 'DRAFT',
    action: 'edited',
    set: { ...columns, ...edition(ctx) },
    facts: { after: body },
  });
}
