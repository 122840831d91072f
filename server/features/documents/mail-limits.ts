import { sql } from 'kysely';
import { mailLimitReached, type Mailed } from '../../../domain/documents/mail-limits.ts';
import { AppError } from '../../../domain/errors.ts';
import { LOCKS } from '../../platform/db/locks.ts';
import type { Ctx } from '../../platform/http/context.ts';

type Row = { made_by: number; made_at: Date; addresses: number; strangers: number };

/** Refuses a mail that would pass a limit of its sender's or the firm's. Throws TOO_MANY_MAILS. */
export async function assertWithinMailLimits(ctx: Ctx, adding: Pick<Mailed, 'addresses' | 'strangers'>): Promise<void> {
  // One mail after the other: mails that are sent together would each see room for themselves.
  await sql`select pg_advisory_xact_lock(${LOCKS.mailing})`.execute(ctx.db);
  const { rows } = await sql<Row>`
    select * from mailed_since(${ctx.now}::timestamptz - interval '1 hour')`.execute(ctx.db);
  const sent = rows.map(({ made_by: by, made_at: at, ...counts }) => ({ ...counts, at, own: by === ctx.user.id }));
  const reached = mailLimitReached(sent, adding, ctx.now);
  if (reached) throw new AppError('TOO_MANY_MAILS', { limit: reached.sentence, minutes: reached.minutes.toString() });
}
