import { sql, type RawBuilder } from 'kysely';
import { type colleagues, MOST_COLLEAGUES, type userItems, userTable } from '../../../domain/accounts/users.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { invalid } from '../../../domain/errors.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { fact } from '../../platform/exports/facts.ts';
import { searchKey, when } from '../../platform/http/lists.ts';
import { workingIn } from '../authority/works-in.ts';
import { contains, folded, inStatus, register, type RegisterDefinition } from '../registers/page.ts';

/** What a user `t` holds, in the branches of the request. */
export function rolesOf(ctx: Ctx): RawBuilder<unknown> {
  return sql`coalesce((
    select json_agg(json_build_object('branch', r.branch_id, 'branchCode', b.code, 'role', r.role, 'roleName', o.name)
      order by b.code nulls first, o.name)
    from user_roles r join roles o on o.code = r.role left join branches b on b.id = r.branch_id
    where r.user_id = t.id and (r.branch_id is null or r.branch_id = any(${ctx.scope}::int[]))), '[]')`;
}

/** Whether a user `t` is one whom the caller sees: of a branch of the request; root also those who hold no role yet. */
export function visibleTo(ctx: Ctx): RawBuilder<unknown> {
  return ctx.user.isRoot && ctx.scope.length === ctx.branches.length
    ? sql`true`
    : sql`exists (select 1 from user_roles r where r.user_id = t.id
        and (r.branch_id is null or r.branch_id = any(${ctx.scope}::int[])))`;
}

const FACTOR = sql`case
  when exists (select 1 from totp_secrets f where f.user_id = t.id and f.confirmed_at is not null)
    then case when exists (select 1 from passkeys k where k.user_id = t.id) then 'BOTH' else 'TOTP' end
  when exists (select 1 from passkeys k where k.user_id = t.id) then 'PASSKEY' else 'NONE' end`;

function usersWith(ctx: Ctx): RegisterDefinition {
  return {
    from: sql`users t`,
    // Roles in branches that the reader does not see are not shown either.
    columns: sql`t.id, t.name, case when t.anonymised_at is null then t.email else '' end as email, t.status, t.version,
      t.last_sign_in as "lastSignIn", t.created_at as "createdAt", ${rolesOf(ctx)} as roles, ${FACTOR} as "secondFactor"`,
    sorts: {
      name: 'name',
      email: 'email_key',
      status: 'status',
      lastSignIn: 'last_sign_in',
      createdAt: 'created_at',
      id: 'id',
    } satisfies Record<Sortable<typeof userTable>, string>,
    defaultSort: 'name',
    search: (text) => contains(folded(sql`t.name || ' ' || t.email`), text),
  };
}

type UserQuery = Decoded<typeof userItems>['query'];

async function roleNamed(ctx: Ctx, code: string): Promise<string> {
  const known = await ctx.db.selectFrom('roles').select('name').where('code', '=', code).executeTakeFirst();
  if (!known) throw invalid({ field: 'role', message: 'Choose a role.' });
  return known.name;
}

/** Who works in the active branch, by name, for a picker. */
export async function colleaguesOf(ctx: Ctx, { query }: Decoded<typeof colleagues>): Promise<Reply<typeof colleagues>> {
  const search = searchKey(query.searchValue ?? '');
  const { rows } = await sql<Reply<typeof colleagues>[number]>`
    select u.id, u.name from users u where ${workingIn(ctx.branch.id)} and ${contains(folded(sql`u.name`), search)}
    order by u.name, u.id limit ${MOST_COLLEAGUES}`.execute(ctx.db);
  return rows;
}

/** Users who hold a role in the branches of the request; root, over all branches, also those who hold none yet. §5. */
export const users = register({
  table: userTable,
  name: 'users',
  title: 'Users',
  facts: async (ctx, { role }: UserQuery) => [fact('Role', role && (await roleNamed(ctx, role)))],
  definition: usersWith,
  within: visibleTo,
  where: async (ctx, { role = '', status }) => {
    if (role !== '') await roleNamed(ctx, role);
    return [
      when(
        role || undefined,
        (code) => sql`exists (select 1 from user_roles r where r.user_id = t.id and r.role = ${code}
          and (r.branch_id is null or r.branch_id = any(${ctx.scope}::int[])))`,
      ),
      inStatus(status),
    ];
  },
  rowOf: (row: Values<typeof userTable>) => row,
});
