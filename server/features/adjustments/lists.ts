import { sql, type RawBuilder } from 'kysely';
import type { listAdjustments } from '../../../domain/adjustments/contract.ts';
import { adjustmentTable } from '../../../domain/adjustments/table.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import { EVERY_MATCH, list } from '../../platform/exports/list.ts';
import { same, type ListDefinition, ofCurrency, type Sorts } from '../../platform/http/lists.ts';

function matching(text: string, most: number): RawBuilder<unknown> {
  return sql`t.id in (select adjustments_matching(${text}, ${most}))`;
}

const ADJUSTMENTS: ListDefinition = {
  table: 'adjustments',
  columns: sql`t.id, t.version, t.status, t.kind, t.number, b.code as branch, n.number as note, t.note_id, p.name as party, p.id as party_id,
    coalesce(o.broker_reference, '') as reference, t.day, t.currency, t.amount, t.certificate, u.name as made_by`,
  joins: sql`join branches b on b.id = t.branch_id join users u on u.id = t.made_by join notes n on n.id = t.note_id
    join parties p on p.id = n.party_id left join policies o on o.id = n.policy_id`,
  sorts: { id: 'id', day: 'day', amount: ofCurrency('amount') } satisfies Sorts<Sortable<typeof adjustmentTable>>,
  defaultSort: 'id,desc',
  matches: {},
};

/** Adjustments of the caller's branches. §6 Paged lists. */
export const adjustments = list({
  table: adjustmentTable,
  name: 'adjustments',
  title: 'Adjustments',
  definition: () => ADJUSTMENTS,
  where: (_ctx, { status, kind, currency, note }: Decoded<typeof listAdjustments>['query']) => [
    same({ status, kind, currency, note_id: note }),
  ],
  search: (text) => matching(text, EVERY_MATCH),
  rowOf: (row: Values<typeof adjustmentTable>) => row,
});
