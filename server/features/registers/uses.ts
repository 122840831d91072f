import { sql, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import type { policyUses } from '../../../domain/registers/class-shapes.ts';
import { COUNTED } from '../../../domain/tables/counted.ts';
import type { Ctx } from '../../platform/http/context.ts';

type Uses = z.output<typeof policyUses>;

/** How many policies `p` use an entry, in the branches whose policies the caller may see. */
export async function policyUsesOf(ctx: Ctx, where: RawBuilder<unknown>): Promise<Uses> {
  const branches = ctx.scope.filter((id) => ctx.can('policies.view', id));
  if (branches.length === 0) return null;
  const count = (condition: RawBuilder<unknown>) => sql`(
    select count(*)::int from (select 1 from policies p where p.branch_id = any(${branches}::int[])
      and ${where} and ${condition} limit ${COUNTED + 1}) found)`;
  const { rows } = await sql<NonNullable<Uses>>`select
    ${count(sql`p.status in ('DRAFT', 'REJECTED')`)} as drafts,
    ${count(sql`p.status = 'PENDING'`)} as waiting,
    ${count(sql`p.status = 'APPROVED' and ${ctx.today} between p.insurance_start_date and p.insurance_end_date`)} as "inForce",
    ${count(sql`true`)} as all`.execute(ctx.db);
  return rows[0] ?? null;
}
