import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import { nameKey } from '../../../domain/names.ts';
import type { coverType } from '../../../domain/registers/contract.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertVersion, orDuplicate } from './form.ts';
import { contains, registerPage, registerRows, type RegisterDefinition, type RegisterRequest } from './page.ts';
import { exportTable, type ExportTable } from '../../platform/exports/table.ts';

const COVER_TYPES: RegisterDefinition = {
  from: sql`(
    select c.id, coalesce(k.name, c.name) as name1, case when k.id is not null then c.name end as name2, c.name,
      c.class_id, c.status, c.version, coalesce(k.name_key, c.name_key) as class_key,
      case when k.id is null then '' else c.name_key end as own_key
    from cover_types c left join cover_types k on k.id = c.class_id) t`,
  columns: sql`t.id, t.name1, t.name2, t.name, t.class_id, t.status, t.version`,
  sorts: { name1: 'class_key', name2: 'own_key', name: 'name', status: 'status', id: 'id' },
  defaultSort: 'name1;name2',
  search: (text) => contains(sql`t.class_key || ' ' || t.own_key`, nameKey(text)),
};

export async function listCoverTypes(
  ctx: Ctx,
  query: Decoded<typeof coverType.items>['query'],
): Promise<Reply<typeof coverType.items>> {
  return registerPage(ctx.db, COVER_TYPES, asked(query));
}

function asked(query: Decoded<typeof coverType.items>['query']): RegisterRequest {
  return { input: query, where: [query.status === undefined ? undefined : sql`t.status = ${query.status}`] };
}

type CoverTypeRow = Reply<typeof coverType.items>['data'][number];

/** Classes and subclasses as a table to export. */
export function coverTypeExport(ctx: Ctx, query: Decoded<typeof coverType.items>['query']): ExportTable {
  const text = (name: string, cell: (row: CoverTypeRow) => string | null) => ({ name, kind: 'text' as const, cell });
  return exportTable({
    name: 'classes',
    rows: registerRows<CoverTypeRow>(ctx.db, COVER_TYPES, asked(query)),
    columns: [
      text('Class', (row) => row.name1),
      text('Subclass', (row) => row.name2),
      text('Status', (row) => row.status),
    ],
  });
}

type Classes = Reply<typeof coverType.findAll>;

/** Classes with their subclasses: a few hundred at most, so they come together. A match in a class keeps all of it. */
export async function findClasses(db: Database, query: Decoded<typeof coverType.findAll>['query']): Promise<Classes> {
  const { status = 'ACTIVE' } = query;
  const rows = await db
    .selectFrom('cover_types')
    .select(['id', 'class_id', 'name', 'name_key', 'status'])
    .$if(status !== 'ALL', (q) => q.where('status', '=', status))
    .orderBy('name_key')
    .orderBy('id')
    .execute();
  const wanted = nameKey(query.searchValue ?? '');
  const plain = ({ id, name, status: state }: (typeof rows)[number]) => ({ id, name, status: state as 'ACTIVE' });
  const data = rows
    .filter((row) => row.class_id === null)
    .map((group) => {
      const all = group.name_key.includes(wanted);
      const subclasses = rows.filter((row) => row.class_id === group.id && (all || row.name_key.includes(wanted)));
      return { matches: all || subclasses.length > 0, ...plain(group), subclasses: subclasses.map(plain) };
    })
    .filter((group) => group.matches)
    .map(({ matches: _matches, ...group }) => group);
  return { data, more: false };
}

const SAVED = ['id', 'version', 'status'] as const;
const duplicate = (what: 'A class' | 'A subclass', field: string) => ({
  constraint: 'cover_types_name_once',
  what: `${what} with this name`,
  field,
});

/** Adds a class. */
export async function saveClass(ctx: Ctx, { name1 }: { name1: string }): Promise<Reply<typeof coverType.saveClass>> {
  const row = await orDuplicate(
    ctx.db
      .insertInto('cover_types')
      .values({ name: name1, name_key: nameKey(name1) })
      .returning(SAVED)
      .executeTakeFirstOrThrow(),
    duplicate('A class', 'name1'),
  );
  await ctx.audit({ entity: 'cover_type', entityId: row.id, action: 'create', facts: { name: name1 } });
  return row;
}

async function classNamed(ctx: Ctx, name: string): Promise<{ id: number; status: string }> {
  const find = () =>
    ctx.db
      .selectFrom('cover_types')
      .select(['id', 'status'])
      .where('class_id', 'is', null)
      .where('name_key', '=', nameKey(name))
      .executeTakeFirst();
  return (await find()) ?? (await saveClass(ctx, { name1: name }));
}

/** Adds a subclass to a class, which is made when it is new. §6. */
export async function saveSubclass(
  ctx: Ctx,
  { name1, name2 }: { name1: string; name2: string },
): Promise<Reply<typeof coverType.save>> {
  const parent = await classNamed(ctx, name1);
  if (parent.status !== 'ACTIVE') throw new AppError('INACTIVE_PARTY', { name: name1 });
  const row = await orDuplicate(
    ctx.db
      .insertInto('cover_types')
      .values({ class_id: parent.id, name: name2, name_key: nameKey(name2) })
      .returning(SAVED)
      .executeTakeFirstOrThrow(),
    duplicate('A subclass', 'name2'),
  );
  await ctx.audit({
    entity: 'cover_type',
    entityId: row.id,
    action: 'create',
    facts: { name: name2, class_id: parent.id },
  });
  return row;
}

async function lockCoverType(ctx: Ctx, id: number) {
  const row = await ctx.db
    .selectFrom('cover_types')
    .select(['id', 'class_id', 'name', 'status', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

export async function editCoverType(
  ctx: Ctx,
  { query, body }: Decoded<typeof coverType.edit>,
): Promise<Reply<typeof coverType.edit>> {
  const before = await lockCoverType(ctx, query.id);
  assertVersion(before, body?.version);
  const version = before.version + 1;
  await orDuplicate(
    ctx.db
      .updateTable('cover_types')
      .set({ name: query.name, name_key: nameKey(query.name), version })
      .where('id', '=', before.id)
      .execute(),
    duplicate(before.class_id === null ? 'A class' : 'A subclass', 'name'),
  );
  const facts = { before: before.name, after: query.name };
  await ctx.audit({ entity: 'cover_type', entityId: before.id, action: 'edit', facts });
  return { id: before.id, version, status: before.status };
}

export async function updateCoverType(
  ctx: Ctx,
  { query, body }: Decoded<typeof coverType.update>,
): Promise<Reply<typeof coverType.update>> {
  const before = await lockCoverType(ctx, query.id);
  assertVersion(before, body?.version);
  const version = before.version + 1;
  const { status } = query;
  await ctx.db.updateTable('cover_types').set({ status, version }).where('id', '=', before.id).execute();
  const facts = { before: before.status, after: status };
  await ctx.audit({ entity: 'cover_type', entityId: before.id, action: 'status', facts });
  return { id: before.id, version, status };
}
