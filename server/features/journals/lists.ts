import { sql, type RawBuilder } from 'kysely';
import { leftText, leftWords } from '../../../domain/closing/left.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import type { listManualJournals } from '../../../domain/journals/contract.ts';
import { manualJournalTable } from '../../../domain/journals/table.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import { fact } from '../../platform/exports/facts.ts';
import { EVERY_MATCH, list } from '../../platform/exports/list.ts';
import { leftFilter } from '../left-to-close.ts';
import { same, type ListDefinition } from '../../platform/http/lists.ts';

function matching(text: string, most: number): RawBuilder<unknown> {
  return sql`t.id in (select manual_journals_matching(${text}, ${most}))`;
}

const JOURNALS: ListDefinition = {
  table: 'manual_journals',
  columns: sql`t.id, t.version, t.status, t.number, b.code as branch, t.day, t.narration, t.reference, t.amount, u.name as made_by, t.made_by as made_by_id,
    (select count(*) from manual_journal_lines l where l.journal_id = t.id)::int as lines`,
  joins: sql`join branches b on b.id = t.branch_id join users u on u.id = t.made_by`,
  sorts: { id: 'id', day: 'day', amount: 'amount' } satisfies Record<Sortable<typeof manualJournalTable>, string>,
  defaultSort: 'id,desc',
  matches: {},
};

/** Manual journals of the caller's branches. §6 Paged lists. */
export const manualJournals = list({
  table: manualJournalTable,
  name: 'journals',
  title: 'Manual journals',
  definition: () => JOURNALS,
  facts: (_ctx, { left }: Decoded<typeof listManualJournals>['query']) => [
    fact('Month’s end', left && leftWords(leftText(left))),
  ],
  where: (_ctx, { status, left }: Decoded<typeof listManualJournals>['query']) => [same({ status }), leftFilter(left)],
  search: (text) => matching(text, EVERY_MATCH),
  rowOf: (row: Values<typeof manualJournalTable>) => row,
});
