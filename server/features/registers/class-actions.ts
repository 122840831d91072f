import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid, notFound } from '../../../domain/errors.ts';
import { nameKey } from '../../../domain/names.ts';
import { classNames, coverTypeName, statusChange, subclassNames } from '../../../domain/registers/class-shapes.ts';
import type { coverType } from '../../../domain/registers/classes.ts';
import { markets } from '../../../domain/registers/shapes.ts';
import { formatRate, type Rate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertVersion, formValues } from './form.ts';
import { orDuplicate } from '../../platform/db/constraints.ts';

type Saved = Reply<typeof coverType.save>;
type Body = NonNullable<Decoded<typeof coverType.saveClass>['body']>;
/** What a class gives to its policies, as far as a caller sends it. */
type Terms = Pick<Body, 'commission' | 'brokerage' | 'clauses'>;

const SAVED = ['id', 'version', 'status'] as const;
const percent = (rate: Rate | null | undefined) =>
  rate === null || rate === undefined ? null : `${formatRate(rate)}%`;

/** The clauses of a class by market, by their codes: what the trail tells. */
async function clausesText(ctx: Ctx, id: number): Promise<Record<'clauses_local' | 'clauses_london', string>> {
  const rows = await ctx.db
    .selectFrom('cover_type_clauses as d')
    .innerJoin('clauses as c', 'c.id', 'd.clause_id')
    .select(['d.market', 'c.code'])
    .where('d.cover_type_id', '=', id)
    .orderBy('d.market')
    .orderBy('d.position')
    .execute();
  const of = (market: string) => rows.filter((row) => row.market === market).map((row) => row.code);
  return { clauses_local: of('LOCAL').join(', '), clauses_london: of('LONDON').join(', ') };
}

/** Clauses that a class begins with must be in the register, active unless it has them already, and for the market. */
async function assertClauses(ctx: Ctx, { clauses }: Terms, coverTypeId: number | null): Promise<void> {
  const ids = [...new Set(markets.flatMap((one) => clauses?.[one] ?? []))];
  if (ids.length === 0) return;
  const rows = await ctx.db
    .selectFrom('clauses')
    .select(['id', 'code', 'market', 'status'])
    .where('id', 'in', ids)
    .execute();
  const held = await ctx.db
    .selectFrom('cover_type_clauses')
    .select('clause_id')
    .where('cover_type_id', '=', coverTypeId ?? 0)
    .execute();
  const faults = markets.flatMap((one) =>
    (clauses?.[one] ?? []).flatMap((id) => {
      const row = rows.find((candidate) => candidate.id === id);
      const field = `clauses.${one}`;
      if (!row) return [{ field, message: 'A clause is no longer in the register.' }];
      if (row.status !== 'ACTIVE' && !held.some((kept) => kept.clause_id === id))
        return [{ field, message: `${row.code} is inactive.` }];
      return row.market !== null && row.market !== one
        ? [{ field, message: `${row.code} is for the other market.` }]
        : [];
    }),
  );
  if (faults.length > 0) throw invalid(...faults);
}

/** Writes the clauses of each market that was sent; a market that was not keeps its own. */
async function writeClauses(ctx: Ctx, coverTypeId: number, { clauses }: Terms): Promise<void> {
  for (const market of markets) {
    const ids = clauses?.[market];
    if (ids === undefined) continue;
    await ctx.db
      .deleteFrom('cover_type_clauses')
      .where('cover_type_id', '=', coverTypeId)
      .where('market', '=', market)
      .execute();
    const rows = [...new Set(ids)].map((id, index) => ({
      cover_type_id: coverTypeId,
      market,
      position: index + 1,
      clause_id: id,
    }));
    if (rows.length > 0) await ctx.db.insertInto('cover_type_clauses').values(rows).execute();
  }
}

type NewClass = { name: string; classId: number | null; terms: Terms; field: string };

async function insertCoverType(ctx: Ctx, { name, classId, terms, field }: NewClass): Promise<Saved> {
  await assertClauses(ctx, terms, null);
  const row = await orDuplicate(
    ctx.db
      .insertInto('cover_types')
      .values({
        class_id: classId,
        name,
        name_key: nameKey(name),
        commission: terms.commission ?? null,
        brokerage: terms.brokerage ?? null,
      })
      .returning(SAVED)
      .executeTakeFirstOrThrow(),
    { what: `${classId === null ? 'A class' : 'A subclass'} with this name`, field },
  );
  await writeClauses(ctx, row.id, terms);
  const facts = {
    name,
    class_id: classId,
    commission: percent(terms.commission),
    brokerage: percent(terms.brokerage),
    ...(await clausesText(ctx, row.id)),
  };
  await ctx.audit({ entity: 'cover_type', entityId: row.id, action: 'added', facts: { after: facts } });
  return row;
}

/** Adds a class. */
export async function saveClass(ctx: Ctx, { query, body }: Decoded<typeof coverType.saveClass>): Promise<Saved> {
  const { name1, ...terms } = body ?? {};
  const values = formValues(classNames, query, { name1 });
  return insertCoverType(ctx, { name: values.name1, classId: null, terms, field: 'name1' });
}

async function classNamed(ctx: Ctx, name: string): Promise<{ id: number; status: string }> {
  const existing = await ctx.db
    .selectFrom('cover_types')
    .select(['id', 'status'])
    .where('class_id', 'is', null)
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst();
  return existing ?? insertCoverType(ctx, { name, classId: null, terms: {}, field: 'name1' });
}

/** Adds a subclass to a class, which is made when it is new. The terms sent are the subclass's. §6. */
export async function saveSubclass(ctx: Ctx, { query, body }: Decoded<typeof coverType.save>): Promise<Saved> {
  const { name1, name2, ...terms } = body ?? {};
  const values = formValues(subclassNames, query, { name1, name2 });
  const parent = await classNamed(ctx, values.name1);
  if (parent.status !== 'ACTIVE') throw new AppError('INACTIVE_PARTY', { name: values.name1 });
  return insertCoverType(ctx, { name: values.name2, classId: parent.id, terms, field: 'name2' });
}

async function lockCoverType(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('cover_types')
    .select(['id', 'class_id', 'name', 'commission', 'brokerage', 'status', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
}

/** Renames a class or subclass and changes its terms. Policies keep what they were written with. */
export async function editCoverType(ctx: Ctx, { query, body }: Decoded<typeof coverType.edit>): Promise<Saved> {
  const { id, name, version: read, ...terms } = body ?? {};
  const values = formValues(coverTypeName, query, { id, name });
  const row = await lockCoverType(ctx, values.id);
  assertVersion(row, read);
  await assertClauses(ctx, terms, row.id);
  const commission = terms.commission === undefined ? row.commission : terms.commission;
  const brokerage = terms.brokerage === undefined ? row.brokerage : terms.brokerage;
  const version = row.version + 1;
  const clausesBefore = await clausesText(ctx, row.id);
  await orDuplicate(
    ctx.db
      .updateTable('cover_types')
      .set({ name: values.name, name_key: nameKey(values.name), commission, brokerage, version })
      .where('id', '=', row.id)
      .execute(),
    { what: `${row.class_id === null ? 'A class' : 'A subclass'} with this name` },
  );
  await writeClauses(ctx, row.id, terms);
  const facts = {
    before: {
      name: row.name,
      commission: percent(row.commission),
      brokerage: percent(row.brokerage),
      ...clausesBefore,
    },
    after: {
      name: values.name,
      commission: percent(commission),
      brokerage: percent(brokerage),
      ...(await clausesText(ctx, row.id)),
    },
  };
  await ctx.audit({ entity: 'cover_type', entityId: row.id, action: 'edited', facts });
  return { id: row.id, version, status: row.status };
}

export async function updateCoverType(ctx: Ctx, { query, body }: Decoded<typeof coverType.update>): Promise<Saved> {
  const { version: read, ...values } = body ?? {};
  const { id, status } = formValues(statusChange, query, values);
  const before = await lockCoverType(ctx, id);
  assertVersion(before, read);
  const version = before.version + 1;
  await ctx.db.updateTable('cover_types').set({ status, version }).where('id', '=', before.id).execute();
  const facts = { before: before.status, after: status };
  await ctx.audit({ entity: 'cover_type', entityId: before.id, action: 'status_changed', facts });
  return { id: before.id, version, status };
}
