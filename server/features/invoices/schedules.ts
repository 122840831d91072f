import { assertVersion } from '../../../domain/decisions.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid, notFound } from '../../../domain/errors.ts';
import { type Every, SCHEDULE_STATES, scheduleFaults, type ScheduleStatus } from '../../../domain/invoices/schedule.ts';
import type * as contract from '../../../domain/invoices/schedule-contract.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertMayHere } from '../decisions.ts';
import { creditedInvoice } from './queries.ts';

type Saved = Reply<typeof contract.saveSchedule>;
type Typed = Decoded<typeof contract.saveSchedule>['body'];

/** A schedule of the caller's branches, locked until the commit. A foreign id answers like a missing one. */
export async function lockSchedule(ctx: Ctx, id: number) {
  const row = await ctx.db
    .selectFrom('invoice_schedules')
    .selectAll()
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  return { ...row, every: row.every as Every, status: row.status as ScheduleStatus };
}

/** The columns of a schedule as typed. Throws all bad fields together. §8. */
function columnsOf(ctx: Ctx, typed: Omit<Typed, 'invoice'>, kept: Day | null) {
  const { every, first_on: first, last_on: last, terms } = typed;
  const faults = scheduleFaults({ first, last, terms }, { today: ctx.today, kept });
  if (faults.length > 0) throw invalid(...faults);
  return { every, first_on: first, last_on: last, payment_terms: terms };
}

/** What is repeated is an approved invoice of the branch: its lines were decided, and never change. Throws VALIDATION. */
async function assertRepeatable(ctx: Ctx, id: number, branchId: number): Promise<void> {
  const invoice = await creditedInvoice(ctx, id, branchId);
  if (invoice === null || invoice.status !== 'APPROVED' || invoice.isCredit)
    throw invalid({ field: 'invoice', message: 'Choose an approved invoice.' });
}

/** Has an approved invoice drafted again by the calendar; the drafts are its maker's. */
export async function saveSchedule(ctx: Ctx, { body }: Decoded<typeof contract.saveSchedule>): Promise<Saved> {
  assertMayHere(ctx, 'invoices.create');
  const branchId = ctx.branch.id;
  await assertRepeatable(ctx, body.invoice, branchId);
  const { id } = await ctx.db
    .insertInto('invoice_schedules')
    .values({
      ...columnsOf(ctx, body, null),
      branch_id: branchId,
      invoice_id: body.invoice,
      hands: [ctx.user.id],
      made_by: ctx.user.id,
      made_at: ctx.now,
      edited_by: ctx.user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.audit({ entity: 'invoice_schedule', entityId: id, branchId, action: 'added', facts: { after: body } });
  return { id, version: 1, status: 'ACTIVE' };
}

type Locked = Awaited<ReturnType<typeof lockSchedule>>;

function assertActive({ status }: Locked, action: string): void {
  if (status !== 'ACTIVE')
    throw new AppError('WRONG_STATE', { status: SCHEDULE_STATES[status].label.toLowerCase(), action });
}

/** Changes when an invoice is drafted again, and whose lines its drafts have from then on. Who edits it makes its drafts from then on. Throws STALE, WRONG_STATE. */
export async function editSchedule(ctx: Ctx, { body }: Decoded<typeof contract.editSchedule>): Promise<Saved> {
  const { id, version: read, invoice: chosen, ...typed } = body;
  const one = await lockSchedule(ctx, id);
  assertVersion(one.version, read);
  assertActive(one, 'editing it');
  const columns = columnsOf(ctx, typed, one.first_on);
  const invoice = chosen ?? one.invoice_id;
  if (invoice !== one.invoice_id) await assertRepeatable(ctx, invoice, one.branch_id);
  const version = one.version + 1;
  await ctx.db
    .updateTable('invoice_schedules')
    .set({
      ...columns,
      invoice_id: invoice,
      version,
      edited_by: ctx.user.id,
      hands: [...new Set([...one.hands, ctx.user.id])],
    })
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  const { every, first_on, last_on, payment_terms: terms } = one;
  const facts = {
    before: { every, first_on, last_on, terms, invoice: one.invoice_id },
    after: { ...typed, invoice },
  };
  await ctx.audit({ entity: 'invoice_schedule', entityId: id, branchId: one.branch_id, action: 'edited', facts });
  return { id, version, status: one.status };
}

/** Stops a schedule for good; its drafts stay. Throws STALE, WRONG_STATE. */
export async function stopSchedule(ctx: Ctx, { params, body }: Decoded<typeof contract.stopSchedule>): Promise<Saved> {
  const one = await lockSchedule(ctx, params.id);
  assertVersion(one.version, body.version);
  assertActive(one, 'stopping it');
  const version = one.version + 1;
  await ctx.db
    .updateTable('invoice_schedules')
    .set({ status: 'STOPPED', version })
    .where('id', '=', one.id)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  const facts = { reason: body.reason };
  await ctx.audit({ entity: 'invoice_schedule', entityId: one.id, branchId: one.branch_id, action: 'stopped', facts });
  return { id: one.id, version, status: 'STOPPED' };
}
