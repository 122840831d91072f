import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../platform/http/context.ts';

/** Whether a user `u` is active and holds an active role in a branch, or in all of them. */
export const workingIn = (branch: number): RawBuilder<boolean> => sql`(u.status = 'ACTIVE' and exists (
  select 1 from user_roles r join roles o on o.code = r.role and o.status = 'ACTIVE'
  where r.user_id = u.id and (r.branch_id is null or r.branch_id = ${branch})))`;

/** The same of one user. */
export async function worksIn(ctx: Ctx, user: number, branch: number): Promise<boolean> {
  const { rows } = await sql`select 1 from users u where u.id = ${user} and ${workingIn(branch)}`.execute(ctx.db);
  return rows.length > 0;
}
