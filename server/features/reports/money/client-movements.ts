import { type RawBuilder, sql } from 'kysely';
import type { Decoded } from '../../../../domain/endpoint.ts';
import {
  clientMovements as clientMovementsCall,
  clientMovementsTable,
} from '../../../../domain/reports/client-movements.ts';
import type { Values } from '../../../../domain/tables/table.ts';
import { writtenDay } from '../../../../domain/values/day.ts';
import { fact } from '../../../platform/exports/facts.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { every, when } from '../../../platform/http/lists.ts';
import { pendingMoves } from '../../ledger/client-money.ts';
import { firstOfQuery, report } from '../report.ts';
import { sourceMaker, sourceNumber } from './ledger.ts';

type Row = Values<typeof clientMovementsTable>;
type Stored = Omit<Row, 'record'> & { record: string | null };
type Input = Decoded<typeof clientMovementsCall>;

/** By the entry of each act; one that was reversed by the day comes to nothing. */
const movementsQuery = (
  ctx: Ctx,
  { query: { asat = ctx.today, currency, of } }: Input,
  most?: number,
): RawBuilder<Stored> => sql<Stored>`
  with ${pendingMoves(ctx)},
  by_act as (
    select act, branch_id, currency, min(day) as first, sum(unallocated)::bigint as unallocated, sum(charges)::bigint as charges, sum(exchanged)::bigint as exchanged,
      sum(between_branches)::bigint as between_branches
    from (
      select act, branch_id, currency, day, unallocated, charges, exchanged, between_branches from client_moves
      where branch_id = any(${[...ctx.scope]}::int[]) and day <= ${asat}::date and claim_id + note_id = 0
      union all
      select act, branch_id, currency, day, unallocated, charges, exchanged, between_branches from pending where day <= ${asat}::date and claim_id + note_id = 0) moved
    group by 1, 2, 3),
  shown as materialized (
    select * from by_act l
    where ${every([
      sql`(l.unallocated, l.charges, l.exchanged, l.between_branches) <> (0, 0, 0, 0)`,
      when(currency, (code) => sql`l.currency = ${code}`),
      when(of, (name) => sql`l.${sql.ref(name)} <> 0`),
    ])}
    -- An act moves something first on its own day.
    order by l.first, l.act, l.currency ${most === undefined ? sql`` : sql`limit ${most}`})
  select e.id as entry, e.day, b.code as branch, e.event, ${sourceNumber} as record, e.source_kind, e.source_id, l.currency, l.unallocated,
    l.charges, l.exchanged, l.between_branches, coalesce(${sourceMaker}, u.name) as made_by, u.name as approved_by
  from shown l join journal_entries e on e.id = l.act join branches b on b.id = l.branch_id join users u on u.id = e.made_by
  order by e.day, e.id, l.currency`;

const rowOf = (row: Stored): Row => ({ ...row, record: row.record ?? '' });

/** What moved client money that is for no note or claim. M4–M6. */
export const clientMovements = report({
  endpoint: clientMovementsCall,
  table: clientMovementsTable,
  name: 'client-money-movements',
  title: 'Movements of client money',
  period: (ctx, { query }) => `As at ${writtenDay(query.asat ?? ctx.today)}`,
  facts: (_ctx, { query }) => [fact('With something in', query.of && clientMovementsTable.columns[query.of].label)],
  ...firstOfQuery({ table: clientMovementsTable, query: movementsQuery, row: rowOf }),
});
