import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { type Access, letsIn, type Permission } from '../../../domain/permissions.ts';
import { dayIn } from '../../../domain/values/day.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Database } from '../db/pool.ts';
import { CALLER_COLUMNS, mayDo, rightsOf, type CallerRow } from '../http/caller.ts';
import type { Caller, Ctx } from '../http/context.ts';
import { resolveScope } from '../http/scope.ts';
import { inTransaction } from '../http/transaction.ts';

/** For whom a job runs: the user who started it, in the branch where they did; of the calendar's own there is no session. */
export type OnBehalf = {
  userId: number;
  branchId: number;
  sessionId: string | null;
  permission: Exclude<Access, 'public'>;
  /** It reads all branches in which they hold the right, not that one alone. */
  together?: boolean;
};

type UserRow = CallerRow & { name: string; email: string };

async function callerOf(db: Database, { userId, branchId, sessionId }: OnBehalf, now: Date): Promise<Caller> {
  const { rows } = await sql<UserRow>`
    select u.name, u.email, lent_rights(u.id, (${now}::timestamptz at time zone f.time_zone)::date) as lent,
      ${sql.raw(CALLER_COLUMNS)}
    from users u cross join firm f where u.id = ${userId} and u.status = 'ACTIVE'`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('FORBIDDEN');
  const rights = rightsOf(row);
  const branches = row.branches.filter(({ id }) => rights.roles.has(id));
  const branch = branches.find(({ id }) => id === branchId);
  if (!branch) throw new AppError('FORBIDDEN');
  const user = { id: userId, name: row.name, email: row.email, ...rights, secondFactorNeeded: false };
  return { sessionId: sessionId ?? '', user, branch, branches, firm: row.firm };
}

/**
 * Runs the work of a job in one transaction as the user who started it, with the rights that they hold now: who has
 * lost them, or was disabled since, is refused. Throws FORBIDDEN, ONE_BRANCH_ALONE.
 */
export async function runAs<T>(
  source: { database: Database; now: Date; readOnly?: boolean },
  who: OnBehalf,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const caller = await callerOf(source.database, who, source.now);
  const can = (permission: Permission, branchId: number) =>
    mayDo(caller.user, { roles: caller.user.roles.get(branchId) ?? [], branchId }, permission);
  if (who.together !== true && !letsIn(who.permission, (one) => can(one, who.branchId)))
    throw new AppError('FORBIDDEN');
  const all = { takesBranch: true, branches: 'ALL' };
  const scope = who.together === true ? resolveScope(caller, who.permission, all).branches : [who.branchId];
  const { now } = source;
  const { userId } = who;
  return inTransaction(source.database, { readOnly: source.readOnly ?? false, scope, userId }, (db) => {
    const actor = { userId, sessionId: who.sessionId, at: now };
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
