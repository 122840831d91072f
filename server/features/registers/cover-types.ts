import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { nameKey } from '../../../domain/names.ts';
import type { coverType } from '../../../domain/registers/classes.ts';
import { coverTypeTable } from '../../../domain/registers/tables.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import type { Database } from '../../platform/db/pool.ts';
import { contains, inStatus, register, type RegisterDefinition } from './page.ts';

const COVER_TYPES: RegisterDefinition = {
  from: sql`(
    select c.id, coalesce(k.name, c.name) as name1, case when k.id is not null then c.name end as name2, c.name,
      c.class_id, c.commission, c.brokerage, coalesce(c.commission, k.commission) as "commissionApplied",
      coalesce(c.brokerage, k.brokerage) as "brokerageApplied", c.status, c.version,
      coalesce(k.name_key, c.name_key) as class_key, case when k.id is null then '' else c.name_key end as own_key
    from cover_types c left join cover_types k on k.id = c.class_id) t`,
  columns: sql`t.id, t.name1, t.name2, t.name, t.class_id, t.commission, t.brokerage, t."commissionApplied", t."brokerageApplied",
    (select count(distinct d.clause_id)::int from cover_type_clauses d where d.cover_type_id in (t.id, t.class_id)) as clauses,
    t.status, t.version`,
  sorts: {
    name1: 'class_key',
    name2: 'own_key',
    name: 'name',
    commissionApplied: 'commissionApplied',
    brokerageApplied: 'brokerageApplied',
    status: 'status',
    id: 'id',
  } satisfies Record<Sortable<typeof coverTypeTable>, string>,
  defaultSort: 'name1;name2',
  search: (text) => contains(sql`t.class_key || ' ' || t.own_key`, nameKey(text)),
};

/** Classes and subclasses, with the terms that apply in each. */
export const coverTypes = register({
  table: coverTypeTable,
  name: 'classes',
  title: 'Classes of business',
  definition: COVER_TYPES,
  where: (_ctx, query: Decoded<typeof coverType.items>['query']) => [inStatus(query.status)],
  rowOf: (row: Values<typeof coverTypeTable>) => row,
});

type Classes = Reply<typeof coverType.findAll>;
type Choice = Classes['data'][number]['subclasses'][number];

async function choiceClauses(db: Database): Promise<(id: number) => Choice['clauses']> {
  const rows = await db
    .selectFrom('cover_type_clauses as d')
    .innerJoin('clauses as c', 'c.id', 'd.clause_id')
    .select(['d.cover_type_id', 'd.market', 'd.clause_id'])
    .where('c.status', '=', 'ACTIVE')
    .orderBy('d.cover_type_id')
    .orderBy('d.position')
    .execute();
  const of = (id: number, market: string) =>
    rows.filter((row) => row.cover_type_id === id && row.market === market).map((row) => row.clause_id);
  return (id) => ({ LOCAL: of(id, 'LOCAL'), LONDON: of(id, 'LONDON') });
}

/** Classes with their subclasses: a few hundred at most, so they come together. A match in a class keeps all of it. */
export async function findClasses(db: Database, query: Decoded<typeof coverType.findAll>['query']): Promise<Classes> {
  const { status = 'ACTIVE' } = query;
  const rows = await db
    .selectFrom('cover_types')
    .select(['id', 'class_id', 'name', 'name_key', 'commission', 'brokerage', 'status'])
    .$if(status !== 'ALL', (q) => q.where('status', '=', status))
    .orderBy('name_key')
    .orderBy('id')
    .execute();
  const clausesOf = await choiceClauses(db);
  const search = nameKey(query.searchValue ?? '');
  const plain = ({ id, name, commission, brokerage, status: state }: (typeof rows)[number]): Choice => ({
    id,
    name,
    commission,
    brokerage,
    clauses: clausesOf(id),
    status: state as 'ACTIVE',
  });
  const data = rows
    .filter((row) => row.class_id === null)
    .map((group) => {
      const all = group.name_key.includes(search);
      const subclasses = rows.filter((row) => row.class_id === group.id && (all || row.name_key.includes(search)));
      return { matches: all || subclasses.length > 0, ...plain(group), subclasses: subclasses.map(plain) };
    })
    .filter((group) => group.matches)
    .map(({ matches: _matches, ...group }) => group);
  return { data, more: false };
}
