import type { Decoded } from '../../../domain/endpoint.ts';
import type { editInvoice as editEndpoint, saveInvoice as saveEndpoint } from '../../../domain/invoices/contract.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertMayHere, assertStep, edition, making, moveRecord, type Saved } from '../decisions.ts';
import { checkInvoice } from './input.ts';
import { lockInvoice } from './queries.ts';

type Lines = Awaited<ReturnType<typeof checkInvoice>>['lines'];

async function keepLines(ctx: Ctx, { id, branchId }: { id: number; branchId: number }, lines: Lines): Promise<void> {
  await ctx.db
    .insertInto('invoice_lines')
    .values(lines.map((line) => ({ ...line, branch_id: branchId, invoice_id: id })))
    .execute();
}

/** Saves an invoice, or a credit of one, as a draft: nobody owes anything by it yet. */
export async function saveInvoice(ctx: Ctx, { body }: Decoded<typeof saveEndpoint>): Promise<Saved> {
  assertMayHere(ctx, 'invoices.create');
  const { columns, lines } = await checkInvoice(ctx, body, ctx.branch.id);
  const { id } = await ctx.db
    .insertInto('invoices')
    .values({ ...columns, branch_id: ctx.branch.id, ...making(ctx), created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepLines(ctx, { id, branchId: ctx.branch.id }, lines);
  await ctx.audit({
    entity: 'invoice',
    entityId: id,
    branchId: ctx.branch.id,
    action: 'saved',
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
