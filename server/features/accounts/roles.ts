import { sql } from 'kysely';
import { missingRights } from '../../../domain/accounts/role-rights.ts';
import type * as contract from '../../../domain/accounts/roles.ts';
import { roleTable } from '../../../domain/accounts/roles.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { AppError, invalid, notFound } from '../../../domain/errors.ts';
import { nameKey } from '../../../domain/names.ts';
import { PERMISSION_WORDS } from '../../../domain/permission-words.ts';
import { permissionsOf, RESERVED_PERMISSIONS, type Permission } from '../../../domain/permissions.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { contains, folded, inStatus, register, type RegisterDefinition } from '../registers/page.ts';

type Stored = Omit<Values<typeof roleTable>, 'permissions'> & { permissions: string[] };
type Saved = { id: number; version: number; status: string };

const ROLES: RegisterDefinition = {
  from: sql`roles t`,
  columns: sql`t.id, t.code, t.name, t.built_in as "builtIn", t.permissions, t.second_factor_required as "secondFactorRequired",
    t.status, t.version, (select count(distinct r.user_id)::int from user_roles r join users u on u.id = r.user_id and u.status = 'ACTIVE' where r.role = t.code) as users`,
  sorts: { name: 'name', code: 'code', status: 'status', id: 'id' } satisfies Record<
    Sortable<typeof roleTable>,
    string
  >,
  defaultSort: 'name',
  search: (text) => contains(folded(sql`t.name`), text),
};

/** The built-in roles and the firm's own, with what each may do and how many active users hold it. §5. */
export const roles = register({
  table: roleTable,
  name: 'roles',
  title: 'Roles',
  definition: ROLES,
  where: (_ctx, query: Decoded<typeof contract.roleItems>['query']) => [inStatus(query.status)],
  rowOf: (row: Stored) => ({ ...row, permissions: [...permissionsOf(row.code, row.permissions)] }),
});

/** Refuses rights that no own role may hold, none at all, and those without which others are of no use. */
function assertUsable(permissions: readonly Permission[]): void {
  const refuse = (message: string) => invalid({ field: 'permissions', message });
  if (permissions.length === 0) throw refuse('Choose at least one right.');
  const reserved = permissions.filter((one) => RESERVED_PERMISSIONS.includes(one));
  if (reserved.length > 0)
    throw refuse(`${reserved.map((one) => PERMISSION_WORDS[one].label).join(', ')}: this is root’s alone.`);
  const missing = missingRights(permissions);
  if (missing.length > 0)
    throw refuse(`Add what these rights need: ${missing.map((one) => PERMISSION_WORDS[one].label).join(', ')}.`);
}

/** Who makes a role holds what it allows; root, whose alone it is today, holds everything. */
function assertOwn(ctx: Ctx, permissions: readonly Permission[]): void {
  const lacking = permissions.filter((one) => !ctx.scope.every((branch) => ctx.can(one, branch)));
  if (lacking.length > 0)
    throw new AppError('BEYOND_OWN_RIGHTS', {
      rights: lacking.map((one) => PERMISSION_WORDS[one].label.toLowerCase()).join(', '),
    });
}

async function assertNameFree(ctx: Ctx, name: string, except: number): Promise<void> {
  const other = await ctx.db
    .selectFrom('roles')
    .select('id')
    .where('name_key', '=', nameKey(name))
    .where('id', '<>', except)
    .executeTakeFirst();
  if (!other) return;
  const what = 'A role with this name';
  throw new AppError('DUPLICATE', { what }, [{ field: 'name', message: `${what} already exists.` }]);
}

/** A code that stays whatever the role is called later; a name without Latin letters gets a number alone. */
async function newCode(ctx: Ctx, name: string): Promise<string> {
  const word = name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 24);
  const stem = `ROLE_${word === '' ? 'OWN' : word}`;
  const taken = await ctx.db
    .selectFrom('roles')
    .select('code')
    .where('code', 'like', `${stem.replaceAll('_', '\\_')}%`)
    .execute();
  const codes = new Set(taken.map(({ code }) => code));
  for (let nth = 1; ; nth += 1) {
    const code = nth === 1 ? stem : `${stem}_${nth}`;
    if (!codes.has(code)) return code;
  }
}

const sameRights = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one));

/** Makes a role of the firm's own. */
export async function saveRole(ctx: Ctx, body: Decoded<typeof contract.saveRole>['body']): Promise<Saved> {
  const permissions = [...new Set(body.permissions)];
  assertUsable(permissions);
  assertOwn(ctx, permissions);
  await assertNameFree(ctx, body.name, 0);
  const code = await newCode(ctx, body.name);
  const { id } = await ctx.db
    .insertInto('roles')
    .values({
      code,
      name: body.name,
      name_key: nameKey(body.name),
      permissions,
      second_factor_required: body.secondFactorRequired,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { secondFactorRequired } = body;
  const facts = { code, name: body.name, permissions, secondFactorRequired };
  await ctx.audit({ entity: 'role', entityId: id, action: 'added', facts });
  return { id, version: 1, status: 'ACTIVE' };
}

async function lockRole(ctx: Ctx, { id, version }: { id: number; version: number }) {
  const row = await ctx.db
    .selectFrom('roles')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  assertVersion(row.version, version);
  return row;
}

/** Signs out everybody who holds a role, except for the session that changes it. */
async function endHolders(ctx: Ctx, code: string): Promise<number> {
  const { rows } = await sql`
    update sessions set ended_at = ${ctx.now} where ended_at is null and id <> ${ctx.sessionId}::uuid
      and user_id in (select user_id from user_roles where role = ${code}) returning user_id`.execute(ctx.db);
  return rows.length;
}

/**
 * Changes a role: of a built-in one the name and whether a second factor is required, and nothing that it allows. Changed
 * rights hold from the next request on, and the holders of the role sign in again.
 */
export async function editRole(ctx: Ctx, body: Decoded<typeof contract.editRole>['body']): Promise<Saved> {
  const role = await lockRole(ctx, body);
  const before = permissionsOf(role.code, role.permissions);
  const permissions = [...new Set(body.permissions)];
  const changed = !sameRights(before, permissions);
  if (role.built_in && changed)
    throw invalid({
      field: 'permissions',
      message: 'What a built-in role allows cannot be changed. Make a role of your own.',
    });
  if (!role.built_in) {
    assertUsable(permissions);
    assertOwn(ctx, permissions);
  }
  await assertNameFree(ctx, body.name, role.id);
  const version = role.version + 1;
  await ctx.db
    .updateTable('roles')
    .set({
      name: body.name,
      name_key: nameKey(body.name),
      permissions: role.built_in ? [] : permissions,
      second_factor_required: body.secondFactorRequired,
      version,
    })
    .where('id', '=', role.id)
    .execute();
  const ended = changed ? await endHolders(ctx, role.code) : 0;
  const facts = {
    code: role.code,
    before: { name: role.name, permissions: before, secondFactorRequired: role.second_factor_required },
    after: { name: body.name, permissions, secondFactorRequired: body.secondFactorRequired },
    sessionsEnded: ended,
  };
  await ctx.audit({ entity: 'role', entityId: role.id, action: 'edited', facts });
  return { id: role.id, version, status: role.status };
}

const NAMED = 3;

/** Who holds a role, in words; null when nobody does. */
async function holdersOf(ctx: Ctx, code: string): Promise<string | null> {
  const holders = await ctx.db
    .selectFrom('users as u')
    .select('u.name')
    .where((eb) =>
      eb.exists(
        eb.selectFrom('user_roles as r').select('r.role').whereRef('r.user_id', '=', 'u.id').where('r.role', '=', code),
      ),
    )
    .orderBy('u.name')
    .orderBy('u.id')
    .execute();
  if (holders.length === 0) return null;
  const names = holders.slice(0, NAMED).map(({ name }) => name);
  const more = holders.length - names.length;
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`;
}

/** Takes a role of the firm's own out of use, which is refused while somebody holds it, or back into it. */
export async function setRoleStatus(ctx: Ctx, body: Decoded<typeof contract.setRoleStatus>['body']): Promise<Saved> {
  const role = await lockRole(ctx, body);
  if (role.built_in) throw new AppError('WRONG_STATE', { status: 'a built-in role', action: 'taking it out of use' });
  const holders = body.status === 'INACTIVE' ? await holdersOf(ctx, role.code) : null;
  if (holders !== null) throw new AppError('ROLE_HELD', { users: holders });
  const version = role.version + 1;
  await ctx.db.updateTable('roles').set({ status: body.status, version }).where('id', '=', role.id).execute();
  const facts = { code: role.code, before: role.status, after: body.status };
  await ctx.audit({ entity: 'role', entityId: role.id, action: 'status_changed', facts });
  return { id: role.id, version, status: body.status };
}
