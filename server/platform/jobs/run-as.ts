import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import type { Access } from '../../../domain/permissions.ts';
import { dayIn } from '../../../domain/values/day.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Database } from '../db/pool.ts';
import { CALLER_COLUMNS, rightsOf, type CallerRow } from '../http/caller.ts';
import type { Caller, Ctx } from '../http/context.ts';
import { type BranchesAsked, resolveScope } from '../http/scope.ts';
import { inTransaction } from '../http/transaction.ts';

/** For whom a job runs: the user who started it, in the branch where they did; of the calendar's own there is no session. */
export type OnBehalf = {
  userId: number;
  branchId: number;
  sessionId: string | null;
  permission: Exclude<Access, 'public'>;
  /** What it says of its branches, as a request does; left out: that branch alone. */
  asks?: BranchesAsked;
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
  const user = { id: userId, name: row.name, email: row.email, ...rights };
  return { sessionId: sessionId ?? '', user, branch, branches, firm: row.firm };
}

/**
 * Runs the work of a job in one transaction as the user who started it, with the rights that they hold now: who has
 * lost them, or was disabled since, is refused. Throws FORBIDDEN, FOREIGN_BRANCH, ONE_BRANCH_ALONE.
 */
export async function runAs<T>(
  source: { database: Database; now: Date; readOnly?: boolean },
  who: OnBehalf,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const caller = await callerOf(source.database, who, source.now);
  const { asks = { takesBranch: true } } = who;
  // It works in that branch, unless several are read together.
  const worksIn = asks.branches === undefined || asks.branches === '' ? caller.branch.code : undefined;
  const { active, branches: scope, can } = resolveScope(caller, who.permission, { ...asks, worksIn });
  const { now } = source;
  const { userId } = who;
  return inTransaction(source.database, { readOnly: source.readOnly ?? false, scope, userId }, (db) => {
    const actor = { userId, sessionId: who.sessionId, at: now };
    return work({
      ...caller,
      branch: active,
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
