import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../platform/http/context.ts';
import { fewIds } from '../../platform/http/lists.ts';

/** The policies `p` of a condition, as an array in words; null where they are more than are counted: then each is asked for itself. */
export const fewPolicies = (ctx: Ctx, is: RawBuilder<unknown>): Promise<string | null> =>
  fewIds(ctx, sql`select p.id from policies p where p.branch_id = any(${[...ctx.scope]}::int[]) and ${is}`);
