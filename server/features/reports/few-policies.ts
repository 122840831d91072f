import { type RawBuilder, sql } from 'kysely';
import { firstOf } from '../../../domain/errors.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { COUNTED } from '../../platform/http/lists.ts';

/** The policies `p` of a condition, as an array in words; null where they are more than are counted: then each is asked for itself. */
export async function fewPolicies(ctx: Ctx, is: RawBuilder<unknown>): Promise<string | null> {
  const { rows } = await sql<{ ids: string | null }>`
    with few as materialized (select p.id from policies p where p.branch_id = any(${[...ctx.scope]}::int[]) and ${is} limit ${COUNTED + 1})
    select case when (select count(*) from few) <= ${COUNTED} then array(select id from few)::text end as ids`.execute(
    ctx.db,
  );
  return firstOf(rows).ids;
}
