import { sql } from 'kysely';
import { AppError, invalid } from '../../../domain/errors.ts';
import { PERMISSION_WORDS } from '../../../domain/permission-words.ts';
import { allows, permissionsOf, type Permission, type Role } from '../../../domain/permissions.ts';
import { LOCKS } from '../../platform/db/locks.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';

type GivenRole = { role: Role; branch: number | null };

function lacking(ctx: Ctx, branch: number, rights: readonly Permission[]): Permission[] {
  const held = ctx.user.roles.get(branch) ?? [];
  return rights.filter((right) => !allows(held, right));
}

async function activeRights(db: Database, role: Role): Promise<readonly Permission[]> {
  const row = await db
    .selectFrom('roles')
    .select('permissions')
    .where('code', '=', role)
    .where('status', '=', 'ACTIVE')
    // Held until the commit: nobody takes it out of use or adds rights to it while it is assigned.
    .forShare()
    .executeTakeFirst();
  if (!row) throw invalid({ field: 'role', message: 'Choose a role.' });
  return permissionsOf(role, row.permissions);
}

/** Nobody gets work in a branch that is closed; it is not closed while they get it. */
async function assertBranchOpen(ctx: Ctx, branch: number): Promise<void> {
  const open = await ctx.db
    .selectFrom('branches')
    .select('id')
    .where('id', '=', branch)
    .where('status', '=', 'ACTIVE')
    .forShare()
    .executeTakeFirst();
  if (!open) throw invalid({ field: 'branch', message: 'This branch is inactive.' });
}

/**
 * Refuses a role that is not there, a branch in which the giver manages no users, and a role with more rights than the giver
 * holds in that branch. Root alone makes another root. §5 Roles and branches.
 */
export async function assertMayGive(ctx: Ctx, { role, branch }: GivenRole): Promise<void> {
  if (role === 'ROLE_ROOT') {
    if (branch !== null) throw invalid({ field: 'branch', message: 'Root works in every branch: leave it empty.' });
    if (!ctx.user.isRoot) throw new AppError('BEYOND_OWN_RIGHTS', { rights: 'root’s' });
    return;
  }
  const rights = await activeRights(ctx.db, role);
  if (branch === null || !ctx.scope.includes(branch)) throw invalid({ field: 'branch', message: 'Choose a branch.' });
  await assertBranchOpen(ctx, branch);
  const missing = lacking(ctx, branch, rights);
  if (missing.length > 0) {
    const named = missing.map((right) => PERMISSION_WORDS[right].label.toLowerCase());
    throw new AppError('BEYOND_OWN_RIGHTS', { rights: named.join(', ') });
  }
}

type HeldRow = { role: Role; branch: number | null; rights: string[] };

/** Whether a user's rights, in every branch where they hold any, are all among the caller's own there. */
export async function outranks(ctx: Ctx, userId: number): Promise<boolean> {
  if (ctx.user.isRoot) return true;
  const { rows } = await sql<HeldRow>`
    select r.role, r.branch_id as branch, o.permissions as rights
    from user_roles r join roles o on o.code = r.role where r.user_id = ${userId}`.execute(ctx.db);
  return rows.every(
    ({ role, branch, rights }) => branch !== null && lacking(ctx, branch, permissionsOf(role, rights)).length === 0,
  );
}

/** Refuses to change a user who may do what the caller may not: no one is taken over or shut out from below. */
export async function assertOutranks(ctx: Ctx, userId: number): Promise<void> {
  if (!(await outranks(ctx, userId))) throw new AppError('BEYOND_OWN_USERS');
}

/**
 * Refuses what would leave the firm without a root; two who shut each other out together are decided one after the
 * other.
 */
export async function assertRootStays(ctx: Ctx, without: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.roots})`.execute(ctx.db);
  const self = await ctx.db.selectFrom('users').select('status').where('id', '=', ctx.user.id).executeTakeFirst();
  if (self?.status !== 'ACTIVE') throw new AppError('SESSION_ENDED');
  const other = await ctx.db
    .selectFrom('users as u')
    .innerJoin('user_roles as r', 'r.user_id', 'u.id')
    .select('u.id')
    .where('u.status', '=', 'ACTIVE')
    .where('r.role', '=', 'ROLE_ROOT')
    .where('u.id', '<>', without)
    .executeTakeFirst();
  if (!other) throw new AppError('LAST_ROOT');
}
