import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { allows, permissionsOf, type HeldRole, type Permission } from '../../../domain/permissions.ts';
import { dayIn } from '../../../domain/values/day.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Database } from '../db/pool.ts';
import type { BranchRef, Caller, Ctx, Firm } from '../http/context.ts';
import { inTransaction } from '../http/transaction.ts';

/** For whom a job runs: the user who started it, in the branch where they did. */
export type OnBehalf = { userId: number; branchId: number; sessionId: string; permission: Permission };

type UserRow = {
  name: string;
  email: string;
  roles: { role: string; branch: number | null; name: string; rights: string[] }[];
  branches: BranchRef[];
  firm: Firm;
};

async function callerOf(db: Database, { userId, branchId, sessionId }: OnBehalf): Promise<Caller> {
  const { rows } = await sql<UserRow>`
    select u.name, u.email,
      coalesce((select json_agg(json_build_object('role', r.role, 'branch', r.branch_id, 'name', o.name, 'rights', o.permissions))
        from user_roles r join roles o on o.code = r.role and o.status = 'ACTIVE' where r.user_id = u.id), '[]') as roles,
      (select json_agg(json_build_object('id', b.id, 'code', b.code, 'name', b.name) order by b.id) from branches b) as branches,
      json_build_object('name', f.name, 'baseCurrency', f.base_currency, 'timeZone', f.time_zone,
        'brokerageRecognition', f.brokerage_recognition, 'makerChecker', f.maker_checker, 'idleMinutes', f.idle_minutes) as firm
    from users u cross join firm f where u.id = ${userId} and u.status = 'ACTIVE'`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('FORBIDDEN');
  const roles = new Map<number, HeldRole[]>();
  for (const { role, branch, name, rights } of row.roles) {
    const held = { role, name, permissions: permissionsOf(role, rights) };
    for (const id of branch === null ? row.branches.map((one) => one.id) : [branch])
      roles.set(id, [...(roles.get(id) ?? []), held]);
  }
  const branches = row.branches.filter(({ id }) => roles.has(id));
  const branch = branches.find(({ id }) => id === branchId);
  if (!branch) throw new AppError('FORBIDDEN');
  const isRoot = row.roles.some(({ role }) => role === 'ROLE_ROOT');
  const user = { id: userId, name: row.name, email: row.email, isRoot, roles, secondFactorNeeded: false };
  return { sessionId, user, branch, branches, firm: row.firm };
}

/**
 * Runs the work of a job in one transaction as the user who started it, with the rights that they hold now: who has
 * lost them, or was disabled since, is refused. Throws FORBIDDEN.
 */
export async function runAs<T>(
  source: { database: Database; now: Date; readOnly?: boolean },
  who: OnBehalf,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const caller = await callerOf(source.database, who);
  const can = (permission: Permission, branchId: number) => allows(caller.user.roles.get(branchId) ?? [], permission);
  if (!can(who.permission, who.branchId)) throw new AppError('FORBIDDEN');
  const scope = [who.branchId];
  const { now } = source;
  return inTransaction(source.database, { readOnly: source.readOnly ?? false, scope }, (db) => {
    const actor = { userId: who.userId, sessionId: who.sessionId, at: now };
    return work({
      ...caller,
      db,
      scope,
      can,
      now,
      today: dayIn(caller.firm.timeZone, now),
      accepts: 'json',
      audit: (entry) => writeAudit(db, actor, entry),
    });
  });
}
