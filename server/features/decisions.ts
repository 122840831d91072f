import { AppError } from '../../domain/errors.ts';
import type { Permission } from '../../domain/permissions.ts';
import { ACT_LABELS, mayIn, type State } from '../../domain/states.ts';
import { dayIn, showDay } from '../../domain/values/day.ts';
import type { Ctx } from '../platform/http/context.ts';

/** A record as whoever wants to decide it finds it. */
export type Decided<S extends string> = { status: S; decided_by: number | null; decided_at: Date | null };

async function nameOfUser(ctx: Ctx, id: number | null): Promise<string> {
  if (id === null) return 'someone';
  const row = await ctx.db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? 'someone';
}

/** Only a pending record is decided: one that was decided says by whom and when. Throws ALREADY_DECIDED, WRONG_STATE. §4. */
export async function assertPending<S extends string>(
  ctx: Ctx,
  states: Record<S, State<S>>,
  record: Decided<S>,
): Promise<void> {
  if (mayIn(states, record.status, 'decide')) return;
  if (record.decided_at === null || record.status === 'DISABLED')
    throw new AppError('WRONG_STATE', { status: states[record.status].label.toLowerCase(), action: ACT_LABELS.decide });
  throw new AppError('ALREADY_DECIDED', {
    // What comes after the decision (paid, reversed) is not what was decided.
    status: record.status === 'REJECTED' ? 'rejected' : 'approved',
    by: await nameOfUser(ctx, record.decided_by),
    on: showDay(dayIn(ctx.firm.timeZone, record.decided_at)),
  });
}

/** A new record belongs to the active branch, in which its maker must hold the right. §5. */
export function assertMayHere(ctx: Ctx, permission: Permission): void {
  if (!ctx.scope.includes(ctx.branch.id) || !ctx.can(permission, ctx.branch.id)) throw new AppError('FORBIDDEN');
}
