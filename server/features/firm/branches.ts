import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { firstOf, invalid, notFound } from '../../../domain/errors.ts';
import {
  type branchHolds,
  type branchItems,
  branchTable,
  type editBranch,
  type saveBranch,
  type updateBranch,
} from '../../../domain/firm/branches.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertVersion } from '../registers/form.ts';
import { orDuplicate } from '../../platform/db/constraints.ts';
import { contains, folded, inStatus, register, type RegisterDefinition } from '../registers/page.ts';
import { assertCountry } from '../registers/lookups.ts';
import { changesOf } from './changes.ts';

const BRANCHES: RegisterDefinition = {
  from: sql`(
    select b.id, b.code, b.name, b.address, b.phone, b.country, b.status, b.version,
      (select count(distinct r.user_id) from user_roles r join users u on u.id = r.user_id
        where r.branch_id = b.id and u.status = 'ACTIVE')::int as users
    from branches b) t`,
  columns: sql`t.id, t.code, t.name, t.address, t.phone, t.country, t.status, t.users, t.version`,
  sorts: { code: 'code', name: 'name', status: 'status', users: 'users', id: 'id' } satisfies Record<
    Sortable<typeof branchTable>,
    string
  >,
  defaultSort: 'code',
  search: (text) => contains(folded(sql`t.code || ' ' || t.name || ' ' || t.address`), text),
};

/** The branches with their active users. */
export const branches = register({
  table: branchTable,
  name: 'branches',
  title: 'Branches',
  definition: BRANCHES,
  where: (_ctx, query: Decoded<typeof branchItems>['query']) => [inStatus(query.status)],
  rowOf: (row: Values<typeof branchTable>) => row,
});

/** A new branch; root works in it immediately. */
export async function addBranch(ctx: Ctx, { body }: Decoded<typeof saveBranch>): Promise<Reply<typeof saveBranch>> {
  await assertCountry(ctx.db, { field: 'country', code: body.country ?? null });
  const row = await orDuplicate(
    ctx.db.insertInto('branches').values(body).returning(['id', 'version', 'status']).executeTakeFirstOrThrow(),
  );
  const { code, country = null, ...personal } = body;
  await ctx.audit({
    entity: 'branch',
    entityId: row.id,
    action: 'added',
    facts: { code, ...(country !== null && { country }) },
    personal,
  });
  return row;
}

async function lockBranch(ctx: Ctx, id: number) {
  return ctx.db.selectFrom('branches').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow(notFound);
}

export async function changeBranch(
  ctx: Ctx,
  { body: { id, version: read, ...after } }: Decoded<typeof editBranch>,
): Promise<Reply<typeof editBranch>> {
  const before = await lockBranch(ctx, id);
  assertVersion(before, read);
  // Left out, it stays.
  const country = after.country === undefined ? before.country : after.country;
  await assertCountry(ctx.db, { field: 'country', code: country });
  const version = before.version + 1;
  await ctx.db
    .updateTable('branches')
    .set({ ...after, country, version })
    .where('id', '=', id)
    .execute();
  const changes = changesOf(before, { ...after, country }, ['name', 'address', 'phone']);
  await ctx.audit({ entity: 'branch', entityId: id, action: 'edited', ...changes });
  return { id, version, status: before.status };
}

const several = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** What keeps a branch open, as sentences: people who work in it, what is not decided, the last active branch. */
export async function holdsOf(ctx: Ctx, id: number): Promise<Reply<typeof branchHolds>> {
  const { rows } = await sql<Record<'users' | 'policies' | 'receipts' | 'vouchers' | 'others', number>>`
    select
      (select count(distinct r.user_id) from user_roles r join users u on u.id = r.user_id
        where r.branch_id = ${id} and u.status = 'ACTIVE')::int as users,
      (select count(*) from policies where branch_id = ${id} and status in ('DRAFT', 'PENDING', 'REJECTED'))::int as policies,
      (select count(*) from receipts where branch_id = ${id} and status in ('DRAFT', 'PENDING', 'REJECTED'))::int as receipts,
      (select count(*) from vouchers where branch_id = ${id} and status in ('DRAFT', 'PENDING', 'REJECTED', 'APPROVED'))::int as vouchers,
      (select count(*) from branches where id <> ${id} and status = 'ACTIVE')::int as others
    from branches where id = ${id}`.execute(ctx.db);
  const row = firstOf(rows);
  return {
    holds: [
      row.users > 0 ? `${several(row.users, 'active user works', 'active users work')} in it.` : '',
      row.policies > 0 ? `${several(row.policies, 'policy is', 'policies are')} not decided.` : '',
      row.receipts > 0 ? `${several(row.receipts, 'receipt is', 'receipts are')} not decided.` : '',
      row.vouchers > 0 ? `${several(row.vouchers, 'voucher is', 'vouchers are')} not decided or not paid.` : '',
      row.others === 0 ? 'It is the only active branch.' : '',
    ].filter((sentence) => sentence !== ''),
  };
}

/** Disables a branch that nothing holds, or makes it active again. Its books stay and are read as before. */
export async function turnBranch(
  ctx: Ctx,
  { query: { id, status }, body }: Decoded<typeof updateBranch>,
): Promise<Reply<typeof updateBranch>> {
  // Two branches disabled at the same moment must not both be the last but one.
  await sql`select id from branches order by id for update`.execute(ctx.db);
  const before = await lockBranch(ctx, id);
  assertVersion(before, body.version);
  const { holds } = status === 'INACTIVE' ? await holdsOf(ctx, id) : { holds: [] };
  if (holds.length > 0) throw invalid(...holds.map((message) => ({ field: 'status', message })));
  const version = before.version + 1;
  await ctx.db.updateTable('branches').set({ status, version }).where('id', '=', id).execute();
  await ctx.audit({
    entity: 'branch',
    entityId: id,
    action: 'status_changed',
    facts: { before: before.status, after: status },
  });
  return { id, version, status };
}
