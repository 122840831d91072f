import { sql } from 'kysely';
import type * as accounts from '../../../domain/accounts/contract.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import { ROLES, type Role } from '../../../domain/permissions.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { exportTable, type ExportTable } from '../../platform/exports/table.ts';
import {
  contains,
  folded,
  registerPage,
  registerRows,
  type RegisterDefinition,
  type RegisterRequest,
} from '../registers/page.ts';
import type { Services } from '../../services.ts';
import { mailLink } from './recovery.ts';
import { addUser } from './register.ts';
import { endSessions } from './sessions.ts';

function usersWith(ctx: Ctx): RegisterDefinition {
  return {
    from: sql`users t`,
    // Roles in branches that the reader does not see are not shown either.
    columns: sql`t.id, t.name, t.email, t.status, t.version, t.last_sign_in as "lastSignIn", t.created_at as "createdAt",
      coalesce((
        select json_agg(json_build_object('branch', r.branch_id, 'branchCode', b.code, 'role', r.role) order by b.code nulls first, r.role)
        from user_roles r left join branches b on b.id = r.branch_id
        where r.user_id = t.id and (r.branch_id is null or r.branch_id = any(${ctx.scope}::int[]))), '[]') as roles`,
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
  return registerPage(ctx.db, usersWith(ctx), asked(ctx, query));
}

function asked(ctx: Ctx, query: UserQuery): RegisterRequest {
  const { role } = query;
  if (role !== undefined && !ROLES.includes(role as Role)) throw invalid({ field: 'role', message: 'Choose a role.' });
  const held = sql`exists (select 1 from user_roles r where r.user_id = t.id
    and (r.branch_id is null or r.branch_id = any(${ctx.scope}::int[])))`;
  const everyone = ctx.user.isRoot && ctx.scope.length === ctx.branches.length;
  const ofRole =
    role === undefined
      ? undefined
      : sql`exists (select 1 from user_roles r where r.user_id = t.id and r.role = ${role}
          and (r.branch_id is null or r.branch_id = any(${ctx.scope}::int[])))`;
  const ofStatus = query.status === undefined ? undefined : sql`t.status = ${query.status}`;
  return { input: query, within: everyone ? sql`true` : held, where: [ofRole, ofStatus] };
}

/** Users with their roles as a table to export. */
export function userExport(ctx: Ctx, query: UserQuery): ExportTable {
  const text = (name: string, cell: (row: UserRow) => string | null) => ({ name, kind: 'text' as const, cell });
  return exportTable({
    name: 'users',
    rows: registerRows<UserRow>(ctx.db, usersWith(ctx), asked(ctx, query)),
    columns: [
      text('Name', (row) => row.name),
      text('Email', (row) => row.email),
      text('Roles', (row) => row.roles.map((held) => `${held.role} ${held.branchCode ?? ''}`.trim()).join(', ')),
      text('Status', (row) => row.status),
    ],
  });
}

async function lockUser(ctx: Ctx, id: number) {
  const row = await ctx.db
    .selectFrom('users')
    .select(['id', 'email', 'status', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

async function assertBranch(ctx: Ctx, role: Role, branch: number | null): Promise<void> {
  if (role === 'ROLE_ROOT' && branch !== null)
    throw invalid({ field: 'branch', message: 'Root works in every branch: leave it empty.' });
  if (role !== 'ROLE_ROOT' && !ctx.branches.some(({ id }) => id === branch))
    throw invalid({ field: 'branch', message: 'Choose a branch.' });
}

/** Makes a user who may work at once; they choose their password by a mailed link. */
export async function createUser(
  services: Services,
  ctx: Ctx,
  { name, email, role, branch = null }: Decoded<typeof accounts.createUser>['body'],
): Promise<Reply<typeof accounts.createUser>> {
  await assertBranch(ctx, role, branch);
  const id = await addUser(ctx.db, { name, email, passwordHash: null, status: 'ACTIVE' });
  if (id === null) {
    const what = 'A user with this email address';
    throw new AppError('DUPLICATE', { what }, [{ field: 'email', message: `${what} already exists.` }]);
  }
  await ctx.db.insertInto('user_roles').values({ user_id: id, role, branch_id: branch }).execute();
  await ctx.audit({
    entity: 'user',
    entityId: id,
    action: 'create',
    branchId: branch,
    facts: { status: 'ACTIVE', role, branch },
    personal: { name, email },
  });
  const why = `An account at ${ctx.firm.name} was made for you.`;
  await mailLink(ctx.db, { id, email }, { publicUrl: services.publicUrl, now: ctx.now, why });
  return { id, version: 1, status: 'ACTIVE' };
}

/** Gives a user a role in a branch and lets them in. Their sessions end, so that the new rights hold from the next one. */
export async function activateUser(
  ctx: Ctx,
  { id, role, branch = null }: Decoded<typeof accounts.activateUser>['body'],
): Promise<Reply<typeof accounts.activateUser>> {
  const user = await lockUser(ctx, id);
  await assertBranch(ctx, role, branch);
  await ctx.db
    .insertInto('user_roles')
    .values({ user_id: id, role, branch_id: branch })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const version = user.version + 1;
  await ctx.db.updateTable('users').set({ status: 'ACTIVE', version }).where('id', '=', id).execute();
  await endSessions(ctx.db, { userId: id, except: id === ctx.user.id ? ctx.sessionId : undefined, now: ctx.now });
  const facts = { before: user.status, after: 'ACTIVE', role, branch };
  await ctx.audit({ entity: 'user', entityId: id, action: 'activate', branchId: branch, facts });
  if (user.status !== 'ACTIVE') {
    await queueMail(ctx.db, {
      to: user.email,
      subject: 'Your account is active',
      text: `Your account at ${ctx.firm.name} is active: you can sign in.\n`,
    });
  }
  return { id, version, status: 'ACTIVE' };
}

const ROOT_LOCK = 7_214_900_004;

/** Disables a user at once. Nobody disables themselves, so there is always a root left. */
export async function disableUser(ctx: Ctx, id: number): Promise<Reply<typeof accounts.disableUser>> {
  if (id === ctx.user.id) throw new AppError('WRONG_STATE', { status: 'your own account', action: 'disabling it' });
  // Two roots who disable each other at once: the second finds itself disabled already.
  await sql`select pg_advisory_xact_lock(${ROOT_LOCK})`.execute(ctx.db);
  const self = await ctx.db.selectFrom('users').select('status').where('id', '=', ctx.user.id).executeTakeFirst();
  if (self?.status !== 'ACTIVE') throw new AppError('SESSION_ENDED');
  const user = await lockUser(ctx, id);
  const version = user.version + 1;
  await ctx.db.updateTable('users').set({ status: 'DISABLED', version }).where('id', '=', id).execute();
  await endSessions(ctx.db, { userId: id, now: ctx.now });
  const facts = { before: user.status, after: 'DISABLED' };
  await ctx.audit({ entity: 'user', entityId: id, action: 'disable', facts });
  return { id, version, status: 'DISABLED' };
}
