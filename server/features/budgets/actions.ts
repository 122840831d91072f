import type { getBudget, editBudget, removeBudget, saveBudget } from '../../../domain/budgets/contract.ts';
import { type BudgetMonth, readBudget, type TypedBudget, yearOfBudget } from '../../../domain/budgets/rules.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { invalid, notFound } from '../../../domain/errors.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { orDuplicate } from '../../platform/db/constraints.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertMayHere } from '../decisions.ts';

type Saved = Reply<typeof saveBudget>;

function monthsOf(ctx: Ctx, typed: TypedBudget): BudgetMonth[] {
  const { months, faults } = readBudget(typed, ctx.firm.baseCurrency);
  if (faults.length > 0) throw invalid(...faults);
  return months;
}

const shown = (ctx: Ctx, month: BudgetMonth) => ({
  premium: formatAmount(month.premium, ctx.firm.baseCurrency),
  brokerage: formatAmount(month.brokerage, ctx.firm.baseCurrency),
});

/** What the trail keeps of a budget: its year and its months. */
const kept = (ctx: Ctx, months: readonly BudgetMonth[]) => ({
  ...shown(ctx, yearOfBudget(months)),
  months: months.map((month) => shown(ctx, month)),
});

async function writeMonths(ctx: Ctx, of: { id: number; branchId: number }, months: readonly BudgetMonth[]) {
  await ctx.db
    .insertInto('budget_months')
    .values(months.map((month, index) => ({ budget_id: of.id, branch_id: of.branchId, month: index + 1, ...month })))
    .onConflict((conflict) =>
      conflict.columns(['budget_id', 'month']).doUpdateSet((e) => ({
        premium: e.ref('excluded.premium'),
        brokerage: e.ref('excluded.brokerage'),
      })),
    )
    .execute();
}

async function readMonths(ctx: Ctx, id: number): Promise<BudgetMonth[]> {
  return ctx.db
    .selectFrom('budget_months')
    .select(['premium', 'brokerage'])
    .where('budget_id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .orderBy('month')
    .execute();
}

/** One budget with its months. A foreign id answers like a missing one. */
export async function budgetRecord(ctx: Ctx, id: number): Promise<Reply<typeof getBudget>> {
  const row = await ctx.db
    .selectFrom('budgets as t')
    .innerJoin('branches as b', 'b.id', 't.branch_id')
    .innerJoin('cover_types as k', 'k.id', 't.class_id')
    .innerJoin('users as m', 'm.id', 't.made_by')
    .innerJoin('users as e', 'e.id', 't.edited_by')
    .select([
      't.id',
      't.version',
      't.year',
      't.class_id',
      'k.name as class',
      't.made_by',
      'm.name as maker',
      't.made_at',
    ])
    .select(['t.edited_by', 'e.name as editor', 't.edited_at', 'b.id as branch_id', 'b.code', 'b.name as branch'])
    .where('t.id', '=', id)
    .where('t.branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
  return {
    id: row.id,
    version: row.version,
    branch: { id: row.branch_id, code: row.code, name: row.branch },
    year: row.year,
    class: { id: row.class_id, name: row.class },
    currency: ctx.firm.baseCurrency,
    ...kept(ctx, await readMonths(ctx, id)),
    made_by: { id: row.made_by, name: row.maker },
    made_at: row.made_at,
    edited_by: { id: row.edited_by, name: row.editor },
    edited_at: row.edited_at,
  };
}

/** A class of the register in which business can be entered; a subclass is budgeted with its class. */
async function assertClass(ctx: Ctx, id: number): Promise<void> {
  const row = await ctx.db
    .selectFrom('cover_types')
    .select('id')
    .where('id', '=', id)
    .where('class_id', 'is', null)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst();
  if (!row) throw invalid({ field: 'class', message: 'Choose a class.' });
}

/** Enters the budget of a class for a year of the active branch, once. */
export async function keepBudget(ctx: Ctx, { body }: Decoded<typeof saveBudget>): Promise<Saved> {
  assertMayHere(ctx, 'budgets.edit');
  const { year, class: classId, ...typed } = body;
  const months = monthsOf(ctx, typed);
  await assertClass(ctx, classId);
  const branchId = ctx.branch.id;
  const hand = { made_by: ctx.user.id, made_at: ctx.now, edited_by: ctx.user.id, edited_at: ctx.now };
  const { id } = await orDuplicate(
    ctx.db
      .insertInto('budgets')
      .values({ branch_id: branchId, year, class_id: classId, ...hand })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await writeMonths(ctx, { id, branchId }, months);
  const facts = { after: { year, class_id: classId, currency: ctx.firm.baseCurrency, ...kept(ctx, months) } };
  await ctx.audit({ entity: 'budget', entityId: id, branchId, action: 'added', facts });
  return { id, version: 1, status: 'ACTIVE' };
}

async function lockBudget(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('budgets')
    .selectAll()
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
}

/** Changes the amounts of a budget; its year and class stay. Throws STALE. */
export async function changeBudget(ctx: Ctx, { body }: Decoded<typeof editBudget>): Promise<Saved> {
  const { id, version: read, ...typed } = body;
  const months = monthsOf(ctx, typed);
  const one = await lockBudget(ctx, id);
  assertVersion(one.version, read);
  const before = await readMonths(ctx, id);
  const version = one.version + 1;
  await ctx.db
    .updateTable('budgets')
    .set({ version, edited_by: ctx.user.id, edited_at: ctx.now })
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  await writeMonths(ctx, { id, branchId: one.branch_id }, months);
  const currency = ctx.firm.baseCurrency;
  const facts = { before: { currency, ...kept(ctx, before) }, after: { currency, ...kept(ctx, months) } };
  await ctx.audit({ entity: 'budget', entityId: id, branchId: one.branch_id, action: 'edited', facts });
  return { id, version, status: 'ACTIVE' };
}

/** Takes a budget away; its amounts stay in the trail. Throws STALE. */
export async function dropBudget(ctx: Ctx, { params, query }: Decoded<typeof removeBudget>): Promise<Saved> {
  const one = await lockBudget(ctx, params.id);
  assertVersion(one.version, query.version);
  const { id, branch_id: branchId, year, class_id, version } = one;
  const before = { year, class_id, currency: ctx.firm.baseCurrency, ...kept(ctx, await readMonths(ctx, id)) };
  await ctx.db.deleteFrom('budgets').where('id', '=', id).where('branch_id', 'in', ctx.scope).execute();
  await ctx.audit({ entity: 'budget', entityId: id, branchId, action: 'deleted', facts: { before } });
  return { id, version, status: 'REMOVED' };
}
