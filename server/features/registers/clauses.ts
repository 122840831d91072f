import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { invalid, notFound, firstOf } from '../../../domain/errors.ts';
import { statusChange } from '../../../domain/registers/class-shapes.ts';
import type { clause } from '../../../domain/registers/clauses.ts';
import { clauseTable } from '../../../domain/registers/tables.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { assertVersion, formValues } from './form.ts';
import { orDuplicate } from '../../platform/db/constraints.ts';
import { contains, inStatus, register, registerChoices, statusFilter, type RegisterDefinition } from './page.ts';
import { policyUsesOf } from './uses.ts';

const CLAUSES: RegisterDefinition = {
  from: sql`(select c.*, k.name as "className" from clauses c left join cover_types k on k.id = c.class_id) t`,
  columns: sql`t.id, t.code, t.title, t.market, t.class_id, t."className", t.wording_version as "wordingVersion", t.status, t.version`,
  sorts: {
    code: 'code',
    title: 'title',
    market: 'market',
    className: 'className',
    wordingVersion: 'wording_version',
    status: 'status',
    id: 'id',
  } satisfies Record<Sortable<typeof clauseTable>, string>,
  defaultSort: 'code',
  search: (text) => contains(sql`t.search_text`, text),
};

// A clause without a market is for both.
function ofMarket(market: 'LOCAL' | 'LONDON' | undefined): RawBuilder<unknown> | undefined {
  return market === undefined ? undefined : sql`(t.market is null or t.market = ${market})`;
}

/** Clauses by their codes and titles; the wordings are on their records. */
export const clauses = register({
  table: clauseTable,
  name: 'clauses',
  title: 'Clauses',
  definition: CLAUSES,
  where: (_ctx, query: Decoded<typeof clause.items>['query']) => [inStatus(query.status), ofMarket(query.market)],
  rowOf: (row: Values<typeof clauseTable>) => row,
});

export async function findClauses(
  db: Database,
  query: Decoded<typeof clause.findAll>['query'],
): Promise<Reply<typeof clause.findAll>> {
  const where = [statusFilter(query.status), ofMarket(query.market)];
  return registerChoices(db, CLAUSES, { searchValue: query.searchValue, where });
}

type ClauseRecord = Reply<typeof clause.one>;

async function wordingsOf(ctx: Ctx, id: number): Promise<ClauseRecord['wordings']> {
  return ctx.db
    .selectFrom('clause_wordings as w')
    .leftJoin('users as u', 'u.id', 'w.made_by')
    .select(['w.version', 'w.code', 'w.title', 'w.wording', 'u.name as madeBy', 'w.made_at as madeAt'])
    .where('w.clause_id', '=', id)
    .orderBy('w.version', 'desc')
    .execute();
}

async function classesOf(ctx: Ctx, id: number): Promise<ClauseRecord['classes']> {
  const rows = await ctx.db
    .selectFrom('cover_type_clauses as d')
    .innerJoin('cover_types as t', 't.id', 'd.cover_type_id')
    .select(['t.id', 't.name', 'd.market'])
    .where('d.clause_id', '=', id)
    .orderBy('t.name_key')
    .orderBy('d.market')
    .execute();
  return rows as ClauseRecord['classes'];
}

/** A clause as its page shows it, with every wording that it had. */
export async function oneClause(ctx: Ctx, id: number): Promise<ClauseRecord> {
  const { rows } = await sql<Omit<ClauseRecord, 'wordings' | 'classes' | 'uses'>>`
    select ${CLAUSES.columns}, t.wording from ${CLAUSES.from} where t.id = ${id}`.execute(ctx.db);
  const row = firstOf(rows);
  return {
    ...row,
    wordings: await wordingsOf(ctx, id),
    classes: await classesOf(ctx, id),
    uses: await policyUsesOf(
      ctx,
      sql`exists (select 1 from policy_clauses x where x.policy_id = p.id and x.branch_id = p.branch_id and x.clause_id = ${id})`,
    ),
  };
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
  const coverType = await ctx.db.selectFrom('cover_types').select('id').where('id', '=', id).executeTakeFirst();
  if (!coverType) throw invalid({ field: 'class_id', message: 'Choose one from the list.' });
}

type Words = { code: string; title: string; wording: string };
type Whole = { market: string | null; class_id: number | null };

/** What the trail keeps of a clause: its wording by its version, since the wording itself is always kept. */
function auditFacts({ code, title, market, class_id }: Words & Whole, version: number) {
  return { code, title, market, class_id, wording_version: version };
}

/** Keeps what policies written from now on will say; those before keep theirs. */
async function keepWording(ctx: Ctx, clauseId: number, { version, code, title, wording }: Words & { version: number }) {
  await ctx.db
    .insertInto('clause_wordings')
    .values({ clause_id: clauseId, version, code, title, wording, made_by: ctx.user.id, made_at: ctx.now })
    .execute();
}

export async function saveClause(ctx: Ctx, form: Form): Promise<Reply<typeof clause.save>> {
  const row = rowOf(form);
  await assertClass(ctx, row.class_id);
  const made = await orDuplicate(
    ctx.db.insertInto('clauses').values(row).returning(['id', 'version', 'status']).executeTakeFirstOrThrow(),
  );
  await keepWording(ctx, made.id, { ...row, version: 1 });
  await ctx.audit({
    entity: 'clause',
    entityId: made.id,
    action: 'added',
    facts: { after: auditFacts(row, 1), wording_sha256: digestOf(row.wording) },
  });
  return made;
}

async function lockClause(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('clauses')
    .select(['id', 'code', 'title', 'wording', 'market', 'class_id', 'wording_version', 'status', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
}

/** Ties the words that are kept to the sealed trail. */
const digestOf = (wording: string) => createHash('sha256').update(wording).digest('hex');

const sameWords = (a: Words, b: Words) => a.code === b.code && a.title === b.title && a.wording === b.wording;

/** Edits a clause. What slips print of it (code, title, wording), once changed, is a new version; policies keep theirs. */
export async function editClause(
  ctx: Ctx,
  form: Decoded<typeof clause.edit>['body'],
): Promise<Reply<typeof clause.edit>> {
  const { id, version, wording_version, status, ...before } = await lockClause(ctx, form.id);
  assertVersion({ version }, form.version);
  const row = rowOf(form);
  await assertClass(ctx, row.class_id);
  const isSame = sameWords(row, before);
  const wordingVersion = wording_version + (isSame ? 0 : 1);
  await orDuplicate(
    ctx.db
      .updateTable('clauses')
      .set({ ...row, wording_version: wordingVersion, version: version + 1 })
      .where('id', '=', id)
      .execute(),
  );
  if (!isSame) await keepWording(ctx, id, { ...row, version: wordingVersion });
  const facts = {
    before: auditFacts(before, wording_version),
    after: auditFacts(row, wordingVersion),
    wordingVersion,
    wording_sha256: digestOf(row.wording),
  };
  await ctx.audit({ entity: 'clause', entityId: id, action: 'edited', facts });
  return { id, version: version + 1, status };
}

export async function updateClause(
  ctx: Ctx,
  { query, body }: Decoded<typeof clause.update>,
): Promise<Reply<typeof clause.update>> {
  const { version: read, ...values } = body ?? {};
  const { id, status } = formValues(statusChange, query, values);
  const before = await lockClause(ctx, id);
  assertVersion(before, read);
  const version = before.version + 1;
  await ctx.db.updateTable('clauses').set({ status, version }).where('id', '=', before.id).execute();
  const facts = { before: before.status, after: status };
  await ctx.audit({ entity: 'clause', entityId: before.id, action: 'status_changed', facts });
  return { id: before.id, version, status };
}
