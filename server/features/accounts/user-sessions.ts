import { sql } from 'kysely';
import type * as accounts from '../../../domain/accounts/users.ts';
import type { Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { lockUser } from './user-acts.ts';
import { visibleTo } from './users.ts';

type Sessions = Reply<typeof accounts.ownSessions>;

/** The sessions of a user that a call could still be made with, the latest first. */
async function liveSessions(ctx: Ctx, userId: number): Promise<Sessions> {
  const { rows } = await sql<Sessions['data'][number]>`
    select s.id::text as id, s.created_at as "startedAt", s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt",
      s.agent, s.address, s.factor, s.id = ${ctx.sessionId}::uuid as current
    from sessions s cross join firm f
    where s.user_id = ${userId} and s.ended_at is null and s.expires_at > ${ctx.now}
      and s.last_seen_at > ${ctx.now}::timestamptz - f.idle_minutes * interval '1 minute'
    order by s.created_at desc, s.id limit 200`.execute(ctx.db);
  return { data: rows };
}

export const ownSessions = (ctx: Ctx): Promise<Sessions> => liveSessions(ctx, ctx.user.id);

/** The sessions of a user of the caller's branches; from where a root works, only a root learns. */
export async function sessionsOf(ctx: Ctx, userId: number): Promise<Sessions> {
  const { rows } = await sql<{ root: boolean }>`
    select exists (select 1 from user_roles r where r.user_id = t.id and r.role = 'ROLE_ROOT') as root
    from users t where t.id = ${userId} and ${visibleTo(ctx)}`.execute(ctx.db);
  const [user] = rows;
  if (!user) throw new AppError('NOT_FOUND');
  if (user.root && !ctx.user.isRoot) throw new AppError('BEYOND_OWN_USERS');
  return liveSessions(ctx, userId);
}

async function end(ctx: Ctx, sessions: { userId: number; session: string | undefined; keep: string | null }) {
  const { userId, session, keep } = sessions;
  const { rows } = await sql`
    update sessions set ended_at = ${ctx.now} where user_id = ${userId} and ended_at is null
      and (${session ?? null}::text is null or id::text = ${session ?? null}) and (${keep}::text is null or id::text <> ${keep})
    returning id`.execute(ctx.db);
  if (session !== undefined && rows.length === 0) throw new AppError('NOT_FOUND');
  const facts = { sessions: rows.length };
  await ctx.audit({ entity: 'user', entityId: userId, action: 'sessions_ended', facts });
  return { ended: rows.length };
}

/** Ends one of the caller's own sessions, or all but the present one; from the next request on. */
export function endOwnSessions(ctx: Ctx, session: string | undefined): Promise<{ ended: number }> {
  return end(ctx, { userId: ctx.user.id, session, keep: session === undefined ? ctx.sessionId : null });
}

/** Ends one or all sessions of a user; of the caller's own, the present one stays. */
export async function endUserSessions(
  ctx: Ctx,
  { id, session }: { id: number; session?: string | undefined },
): Promise<{ ended: number }> {
  await lockUser(ctx, id);
  return end(ctx, { userId: id, session, keep: id === ctx.user.id ? ctx.sessionId : null });
}
