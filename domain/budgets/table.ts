import { baseMoney, hidden, id, instant, plain, record, sorted, text, titled, version } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import * as z from 'zod/mini';

/** A whole year, written without grouping: 2026. */
const year = plain('Year', { schema: z.int(), cell: String });

/** Budgets of a branch by year and class, the whole year of each. */
export const budgetTable = table({
  id: sorted(id()),
  version: version(),
  year: sorted(year),
  class: record('Class'),
  branch: text('Branch'),
  premium: titled('Premium', baseMoney('Premium')),
  brokerage: titled('Brokerage', baseMoney('Brokerage')),
  edited_by: text('Edited by'),
  edited_at: hidden(instant('Edited')),
});
