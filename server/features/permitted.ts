import { AppError } from '../../domain/errors.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { Ctx } from '../platform/http/context.ts';

/** Branches of the request in which any of the permissions is held. */
export function branchesWith(ctx: Ctx, ...permissions: readonly Permission[]): number[] {
  return ctx.scope.filter((branch) => permissions.some((permission) => ctx.can(permission, branch)));
}

/** The same context within those branches; none is refused. For a call whose parts ask for different rights. */
export function narrowedTo(ctx: Ctx, ...permissions: readonly Permission[]): Ctx {
  const scope = branchesWith(ctx, ...permissions);
  if (scope.length === 0) throw new AppError('FORBIDDEN');
  return { ...ctx, scope };
}
