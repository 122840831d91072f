import { sql } from 'kysely';
import { budgetTable } from '../../../domain/budgets/table.ts';
import type { listBudgets } from '../../../domain/budgets/contract.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import { fact } from '../../platform/exports/facts.ts';
import { list } from '../../platform/exports/list.ts';
import { same, type ListDefinition } from '../../platform/http/lists.ts';
import { contains, folded } from '../registers/page.ts';

const BUDGETS: ListDefinition = {
  table: 'budgets',
  columns: sql`t.id, t.version, t.year, b.code as branch, json_build_object('id', k.id, 'name', k.name) as class, m.premium, m.brokerage,
    u.name as edited_by, t.edited_at`,
  joins: sql`join branches b on b.id = t.branch_id join cover_types k on k.id = t.class_id join users u on u.id = t.edited_by
    cross join lateral (select sum(x.premium)::bigint as premium, sum(x.brokerage)::bigint as brokerage
      from budget_months x where x.budget_id = t.id) m`,
  sorts: { id: 'id', year: 'year' } satisfies Record<Sortable<typeof budgetTable>, string>,
  defaultSort: 'year,desc',
  search: (text) =>
    sql`exists (select 1 from cover_types x where x.id = t.class_id and ${contains(folded(sql`x.name`), text)})`,
};

/** Budgets of the caller's branches. */
export const budgets = list({
  table: budgetTable,
  name: 'budgets',
  title: 'Budgets',
  definition: () => BUDGETS,
  facts: (_ctx, { year }: Decoded<typeof listBudgets>['query']) => [fact('Year', year?.toString())],
  where: (_ctx, { year, cover_type: cover }) => [same({ year, class_id: cover })],
  rowOf: (row: Values<typeof budgetTable>) => row,
});
