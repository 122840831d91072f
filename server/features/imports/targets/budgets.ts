import { sql } from 'kysely';
import * as z from 'zod/mini';
import { BUDGET_MONTHS, BUDGETS_TARGET } from '../../../../domain/imports/budgets-target.ts';
import type { saveBudget } from '../../../../domain/budgets/contract.ts';
import { readBudget } from '../../../../domain/budgets/rules.ts';
import type { Decoded } from '../../../../domain/endpoint.ts';
import { nameKey } from '../../../../domain/names.ts';
import { wholeText } from '../../../../domain/wire.ts';
import { readSheetAmount } from '../../../../domain/values/typed.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { changeBudget, keepBudget } from '../../budgets/actions.ts';
import { eachRow, type CheckedRow, type Importer, type RowFault, type RowValues, type WrittenRow } from './target.ts';

type Classes = ReadonlyMap<string, { id: number; active: boolean }>;
type Typed = Pick<Decoded<typeof saveBudget>['body'], 'months' | 'premium' | 'brokerage'>;
type Budget = { class: number; year: number } & Typed;

const YEAR = 'Enter a year from 2000 to 2100.';
const WHOLE_YEAR = wholeText({ min: 2000, max: 2100, message: YEAR });
const keyOf = (year: number, classId: number) => `${year}/${classId}`;

async function classesByName(ctx: Ctx): Promise<Classes> {
  const rows = await ctx.db
    .selectFrom('cover_types')
    .select(['id', 'name_key', 'status'])
    .where('class_id', 'is', null)
    .execute();
  return new Map(rows.map(({ id, name_key, status }) => [name_key, { id, active: status === 'ACTIVE' }]));
}

/** The fields of a row that are amounts, in the form in which a budget is entered. */
function typedOf(values: RowValues, currency: string): { typed: Typed; faults: RowFault[] } {
  const faults: RowFault[] = [];
  const read = (field: string): string | undefined => {
    const text = values[field];
    if (text === undefined) return undefined;
    const { amount, fault } = readSheetAmount(text, currency);
    if (fault !== null) faults.push({ field, message: fault });
    return amount ?? undefined;
  };
  const whole = { premium: read('premium'), brokerage: read('brokerage') };
  const months = BUDGET_MONTHS.map((month) => ({ premium: read(month.premium), brokerage: read(month.brokerage) }));
  const byMonth = months.some((month) => month.premium !== undefined || month.brokerage !== undefined);
  const filled = months.map(({ premium = '0', brokerage = '0' }) => ({ premium, brokerage }));
  return { typed: { ...whole, ...(byMonth && { months: filled }) }, faults };
}

/** A fault of a budget's form at the column that it is of. */
function columnOf(field: string): string {
  const [, month, figure] = /^months\.(\d+)\.(premium|brokerage)$/.exec(field) ?? [];
  const found = BUDGET_MONTHS.find((_, index) => String(index) === month);
  if (found === undefined) return field === 'months' ? 'premium' : field;
  return figure === 'brokerage' ? found.brokerage : found.premium;
}

function readRow(values: RowValues, { classes, currency }: { classes: Classes; currency: string }): CheckedRow {
  const { class: name = '', year: text = '' } = values;
  const found = classes.get(nameKey(name));
  const year = z.safeDecode(WHOLE_YEAR, text.trim()).data ?? null;
  const { typed, faults } = typedOf(values, currency);
  if (found === undefined) faults.push({ field: 'class', message: `There is no class “${name.slice(0, 40)}”.` });
  else if (!found.active) faults.push({ field: 'class', message: 'This class is inactive. Make it active first.' });
  if (year === null) faults.push({ field: 'year', message: YEAR });
  if (faults.length === 0)
    faults.push(
      ...readBudget(typed, currency).faults.map(({ field, message }) => ({ field: columnOf(field), message })),
    );
  return {
    label: [name.trim(), text.trim()].filter(Boolean).join(' · '),
    key: found === undefined || year === null ? null : keyOf(year, found.id),
    record: { class: found?.id ?? 0, year: year ?? 0, ...typed },
    faults,
  };
}

async function existingBudgets(ctx: Ctx, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; key: string }>`
    select id, year || '/' || class_id as key from budgets
    where branch_id = ${ctx.branch.id} and year || '/' || class_id = any(${[...keys]}::text[])`.execute(ctx.db);
  return new Map(rows.map(({ id, key }) => [key, id]));
}

async function writeOne(ctx: Ctx, { class: classId, year, ...typed }: Budget, id: number | undefined): Promise<number> {
  const of = { params: {}, query: {} };
  if (id === undefined) return (await keepBudget(ctx, { ...of, body: { class: classId, year, ...typed } })).id;
  const { version } = await ctx.db
    .selectFrom('budgets')
    .select('version')
    .where('id', '=', id)
    .where('branch_id', '=', ctx.branch.id)
    .executeTakeFirstOrThrow();
  return (await changeBudget(ctx, { ...of, body: { id, version, ...typed } })).id;
}

/** Budgets of the branch in which the file was sent, each by the action of its form. */
export const BUDGET_IMPORTER: Importer = {
  target: BUDGETS_TARGET,
  keyField: 'class',
  reader: async (ctx) => {
    const classes = await classesByName(ctx);
    return eachRow((values) => readRow(values, { classes, currency: ctx.firm.baseCurrency }));
  },
  existing: existingBudgets,
  write: async (ctx, rows, { update }) => {
    const budgets = rows.map(({ row, record }) => ({ row, budget: record as Budget }));
    const known = await existingBudgets(
      ctx,
      budgets.map(({ budget }) => keyOf(budget.year, budget.class)),
    );
    const written: WrittenRow[] = [];
    for (const { row, budget } of budgets) {
      const id = known.get(keyOf(budget.year, budget.class));
      if (id !== undefined && !update) written.push({ row, outcome: 'skipped', id });
      else
        written.push({
          row,
          outcome: id === undefined ? 'written' : 'updated',
          id: await writeOne(ctx, budget, id),
        });
    }
    return written;
  },
};
