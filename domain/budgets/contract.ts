/** Budgets: what a branch expects of a class in a year, month by month, in base currency. §7. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import {
  amount,
  amountOut,
  branchListQuery,
  branchRef,
  byId,
  identified,
  idText,
  instant,
  listReply,
  recordId,
  ref,
  saved,
  versionText,
  wholeText,
} from '../wire.ts';
import { MONTHS_OF_YEAR } from './rules.ts';
import { budgetTable } from './table.ts';

const YEAR = 'Enter a year from 2000 to 2100.';
const AMOUNT = 'Enter an amount from 0.';
/** As the form has them: each is filled in. */
export const budgetMonth = z.object({ premium: amount(AMOUNT), brokerage: amount(AMOUNT) });
const figures = {
  months: z.optional(
    z.nullable(z.array(budgetMonth).check(z.length(MONTHS_OF_YEAR, 'Enter each of the twelve months.'))),
  ),
  /** Instead of the months: the whole year, divided evenly to the cent. */
  premium: z.optional(z.nullable(amount(AMOUNT))),
  brokerage: z.optional(z.nullable(amount(AMOUNT))),
};
const base = `${SCA}/budget`;

export const listBudgets = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'reports.production',
  effect: 'read',
  summary: 'Budgets by branch, year and class, paged.',
  query: z.object({
    ...branchListQuery,
    year: z.optional(wholeText({ min: 2000, max: 2100, message: YEAR })),
    cover_type: z.optional(idText),
  }),
  reply: listReply(budgetTable.row),
});
export const getBudget = endpoint({
  method: 'GET',
  path: `${base}/{id}`,
  access: 'reports.production',
  effect: 'read',
  summary: 'One budget with its twelve months.',
  params: byId,
  reply: z.object({
    id: recordId,
    version: z.int(),
    branch: branchRef,
    year: z.int(),
    class: ref,
    currency: z.string(),
    premium: amountOut,
    brokerage: amountOut,
    months: z.array(z.object({ premium: amountOut, brokerage: amountOut })),
    made_by: ref,
    made_at: instant,
    edited_by: ref,
    edited_at: instant,
  }),
});
export const saveBudget = endpoint({
  method: 'POST',
  path: `${base}/save`,
  access: 'budgets.edit',
  effect: 'write',
  summary:
    'Enters the budget of a class for a year of the active branch: twelve months, or a whole year divided evenly.',
  body: z.object({
    year: z.int(YEAR).check(z.minimum(2000, YEAR), z.maximum(2100, YEAR)),
    class: recordId,
    ...figures,
  }),
  reply: saved,
});
export const editBudget = endpoint({
  method: 'PUT',
  path: `${base}/edit`,
  access: 'budgets.edit',
  effect: 'write',
  summary: 'Changes the amounts of a budget.',
  body: z.object({ ...identified, ...figures }),
  reply: saved,
});
export const removeBudget = endpoint({
  method: 'DELETE',
  path: `${base}/{id}`,
  access: 'budgets.edit',
  effect: 'write',
  summary: 'Takes a budget away; the trail keeps its amounts.',
  params: byId,
  query: z.object({ version: versionText }),
  reply: saved,
});
