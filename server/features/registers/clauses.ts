import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import type { clause } from '../../../domain/registers/contract.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { assertVersion, orDuplicate } from './form.ts';
import {
  contains,
  registerChoices,
  registerPage,
  registerRows,
  statusFilter,
  type RegisterDefinition,
  type RegisterRequest,
} from './page.ts';
import { exportTable, type ExportTable } from '../../platform/exports/table.ts';

const CLAUSES: RegisterDefinition = {
  from: sql`(select c.*, k.name as "className" from clauses c left join cover_types k on k.id = c.class_id) t`,
  columns: sql`t.id, t.code, t.title, t.market, t.class_id, t."className", t.status, t.version`,
  sorts: { code: 'code', title: 'title', market: 'market', className: 'className', status: 'status', id: 'id' },
  defaultSort: 'code',
  search: (text) => contains(sql`t.search_text`, text),
};

// A clause without a market is for both.
function ofMarket(market: 'LOCAL' | 'LONDON' | undefined): RawBuilder<unknown> | undefined {
  return market === undefined ? undefined : sql`(t.market is null or t.market = ${market})`;
}

export async function listClauses(
  ctx: Ctx,
  query: Decoded<typeof clause.items>['query'],
): Promise<Reply<typeof clause.items>> {
  return registerPage(ctx.db, CLAUSES, asked(query));
}

function asked(query: Decoded<typeof clause.items>['query']): RegisterRequest {
  const status = query.status === undefined ? undefined : sql`t.status = ${query.status}`;
  return { input: query, where: [status, ofMarket(query.market)] };
}

type ClauseRow = Reply<typeof clause.items>['data'][number];

/** Clauses as a table to export: codes and titles; the wordings are on their records. */
export function clauseExport(ctx: Ctx, query: Decoded<typeof clause.items>['query']): ExportTable {
  const text = (name: string, cell: (row: ClauseRow) => string | null) => ({ name, kind: 'text' as const, cell });
  return exportTable({
    name: 'clauses',
    rows: registerRows<ClauseRow>(ctx.db, CLAUSES, asked(query)),
    columns: [
      text('Code', (row) => row.code),
      text('Title', (row) => row.title),
      text('Market', (row) => row.market),
      text('Class', (row) => row.className),
      text('Status', (row) => row.status),
    ],
  });
}

export async function findClauses(
  db: Database,
  query: Decoded<typeof clause.findAll>['query'],
): Promise<Reply<typeof clause.findAll>> {
  const where = [statusFilter(query.status), ofMarket(query.market)];
  return registerChoices(db, CLAUSES, { searchValue: query.searchValue, where });
}

export async function oneClause(ctx: Ctx, id: number): Promise<Reply<typeof clause.one>> {
  const { rows } = await sql<Reply<typeof clause.one>>`
    select ${CLAUSES.columns}, t.wording, t.wording_version as "wordingVersion"
    from ${CLAUSES.from} where t.id = ${id}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

type Form = Decoded<typeof clause.save>['body'];

function rowOf({ code, title, wording, market, class_id }: Form) {
  return {
    code,
    title,
    wording,
    market: market ?? null,
    class_id: class_id ?? null,
    search_text: searchKey(`${code} ${title}`),
  };
}

async function assertClass(ctx: Ctx, id: number | null): Promise<void> {
  if (id === null) return;
  const found = await ctx.db.selectFrom('cover_types').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw invalid({ field: 'class_id', message: 'Choose one from the list.' });
}

const DUPLICATE = { constraint: 'clause_code_once', what: 'A clause with this code', field: 'code' };

export async function saveClause(ctx: Ctx, form: Form): Promise<Reply<typeof clause.save>> {
  const row = rowOf(form);
  await assertClass(ctx, row.class_id);
  const made = await orDuplicate(
    ctx.db.insertInto('clauses').values(row).returning(['id', 'version', 'status']).executeTakeFirstOrThrow(),
    DUPLICATE,
  );
  const { search_text: _search, ...after } = row;
  await ctx.audit({ entity: 'clause', entityId: made.id, action: 'create', facts: { after } });
  return made;
}

async function lockClause(ctx: Ctx, id: number) {
  const row = await ctx.db
    .selectFrom('clauses')
    .select(['id', 'code', 'title', 'wording', 'market', 'class_id', 'wording_version', 'status', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Edits a clause. A changed wording is a new version of it; the trail keeps the words that it replaces. */
export async function editClause(
  ctx: Ctx,
  form: Decoded<typeof clause.edit>['body'],
): Promise<Reply<typeof clause.edit>> {
  const { id, version, wording_version, status, ...before } = await lockClause(ctx, form.id);
  assertVersion({ version }, form.version);
  const row = rowOf(form);
  await assertClass(ctx, row.class_id);
  const wordingVersion = wording_version + (row.wording === before.wording ? 0 : 1);
  await orDuplicate(
    ctx.db
      .updateTable('clauses')
      .set({ ...row, wording_version: wordingVersion, version: version + 1 })
      .where('id', '=', id)
      .execute(),
    DUPLICATE,
  );
  const { search_text: _search, ...after } = row;
  await ctx.audit({ entity: 'clause', entityId: id, action: 'edit', facts: { before, after, wordingVersion } });
  return { id, version: version + 1, status };
}

export async function updateClause(
  ctx: Ctx,
  { query, body }: Decoded<typeof clause.update>,
): Promise<Reply<typeof clause.update>> {
  const before = await lockClause(ctx, query.id);
  assertVersion(before, body?.version);
  const version = before.version + 1;
  const { status } = query;
  await ctx.db.updateTable('clauses').set({ status, version }).where('id', '=', before.id).execute();
  const facts = { before: before.status, after: status };
  await ctx.audit({ entity: 'clause', entityId: before.id, action: 'status', facts });
  return { id: before.id, version, status };
}
