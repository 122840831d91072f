import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import type { editTerms, orderTerms, saveTerms, termsItems } from '../../../domain/firm/terms.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertVersion } from '../registers/form.ts';
import { orDuplicate } from '../../platform/db/constraints.ts';
import { changesOf } from './changes.ts';

/** Payment terms in the firm's order, with the policies that have them. */
export async function listTerms(ctx: Ctx): Promise<Reply<typeof termsItems>> {
  const { rows } = await sql<Reply<typeof termsItems>['data'][number]>`
    select t.id, t.code, t.label, t.enabled, t.position, t.version, coalesce(u.uses, 0)::int as uses
    from payment_terms t
    left join (select payment_terms as code, count(*) as uses from policies
      where branch_id = any(${ctx.scope}::int[]) group by 1) u using (code)
    order by t.position, t.id`.execute(ctx.db);
  return { data: rows };
}

export async function addTerms(ctx: Ctx, { body }: Decoded<typeof saveTerms>): Promise<Reply<typeof saveTerms>> {
  const row = await orDuplicate(
    ctx.db
      .insertInto('payment_terms')
      .values((e) => ({
        ...body,
        position: e.selectFrom('payment_terms').select((s) => s(s.fn.max('position'), '+', 1).as('next')),
      }))
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow(),
  );
  await ctx.audit({ entity: 'payment_terms', entityId: row.id, action: 'added', facts: body });
  return { ...row, status: 'ACTIVE' };
}

/** Renames, offers or withdraws terms; one at least stays on offer. */
export async function changeTerms(
  ctx: Ctx,
  { body: { id, version: read, ...after } }: Decoded<typeof editTerms>,
): Promise<Reply<typeof editTerms>> {
  const all = await ctx.db.selectFrom('payment_terms').selectAll().orderBy('id').forUpdate().execute();
  const before = all.find((row) => row.id === id);
  if (!before) throw new AppError('NOT_FOUND');
  assertVersion(before, read);
  if (!after.enabled && !all.some((row) => row.enabled && row.id !== id))
    throw invalid({ field: 'enabled', message: 'A policy needs terms: offer others first.' });
  const version = before.version + 1;
  await ctx.db
    .updateTable('payment_terms')
    .set({ ...after, version })
    .where('id', '=', id)
    .execute();
  const { facts } = changesOf(before, after);
  await ctx.audit({ entity: 'payment_terms', entityId: id, action: 'edited', facts: { code: before.code, ...facts } });
  return { id, version, status: after.enabled ? 'ACTIVE' : 'INACTIVE' };
}

/** The order in which terms are offered; the list must be whole. */
export async function reorderTerms(
  ctx: Ctx,
  { body: { ids } }: Decoded<typeof orderTerms>,
): Promise<Reply<typeof orderTerms>> {
  const all = await ctx.db.selectFrom('payment_terms').select('id').orderBy('id').forUpdate().execute();
  const known = new Set(all.map((row) => row.id));
  if (new Set(ids).size !== ids.length || ids.length !== known.size || ids.some((id) => !known.has(id)))
    throw new AppError('STALE');
  await sql`update payment_terms t set position = o.position
    from unnest(${ids}::int[]) with ordinality as o (id, position) where t.id = o.id and t.position <> o.position`.execute(
    ctx.db,
  );
  await ctx.audit({ entity: 'payment_terms', entityId: ids[0] ?? 0, action: 'reordered', facts: { ids } });
  return { ids };
}
