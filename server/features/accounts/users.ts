import { sql, type RawBuilder } from 'kysely';
import type * as accounts from '../../../domain/accounts/users.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { invalid } from '../../../domain/errors.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { exportTable, type ExportTable } from '../../platform/exports/table.ts';
import {
  contains,
  folded,
  registerPage,
  registerRows,
  type RegisterDefinition,
  type RegisterRequest,
} from '../registers/page.ts';

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
    },
    defaultSort: 'name',
    search: (text) => contains(folded(sql`t.name || ' ' || t.email`), text),
  };
}

type UserQuery = Decoded<typeof accounts.userItems>['query'];
type UserRow = Reply<typeof accounts.userItems>['data'][number];

/** Users who hold a role in the branches of the request; root, over all branches, also those who hold none yet. §5. */
export async function listUsers(ctx: Ctx, query: UserQuery): Promise<Reply<typeof accounts.userItems>> {
  return registerPage(ctx.db, usersWith(ctx), await requestOf(ctx, query));
}

async function requestOf(ctx: Ctx, query: UserQuery): Promise<RegisterRequest> {
  const { role } = query;
  if (role !== undefined) {
    const known = await ctx.db.selectFrom('roles').select('id').where('code', '=', role).executeTakeFirst();
    if (!known) throw invalid({ field: 'role', message: 'Choose a role.' });
  }
  const ofRole =
    role === undefined
      ? undefined
      : sql`exists (select 1 from user_roles r where r.user_id = t.id and r.role = ${role}
          and (r.branch_id is null or r.branch_id = any(${ctx.scope}::int[])))`;
  const ofStatus = query.status === undefined ? undefined : sql`t.status = ${query.status}`;
  return { input: query, within: visibleTo(ctx), where: [ofRole, ofStatus] };
}

const FACTOR_WORDS = { NONE: '', TOTP: 'Authenticator app', PASSKEY: 'Passkey', BOTH: 'App and passkey' } as const;

/** Users with their roles as a table to export. */
export async function userExport(ctx: Ctx, query: UserQuery): Promise<ExportTable> {
  const text = (name: string, cell: (row: UserRow) => string | null) => ({ name, kind: 'text' as const, cell });
  return exportTable({
    name: 'users',
    rows: registerRows<UserRow>(ctx.db, usersWith(ctx), await requestOf(ctx, query)),
    columns: [
      text('Name', (row) => row.name),
      text('Email', (row) => row.email),
      text('Roles', (row) => row.roles.map((held) => `${held.roleName} ${held.branchCode ?? ''}`.trim()).join(', ')),
      text('Status', (row) => row.status),
      text('Second factor', (row) => FACTOR_WORDS[row.secondFactor]),
      text('Last signed in', (row) => row.lastSignIn?.toISOString() ?? null),
    ],
  });
}
