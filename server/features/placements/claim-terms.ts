import { sql } from 'kysely';
import type { LimitBasis } from '../../../domain/claims/states.ts';
import { notFound } from '../../../domain/errors.ts';
import type { ClaimTerms, CoverTrigger } from '../../../domain/placements/claim-terms.ts';
import type { Ctx } from '../../platform/http/context.ts';

const COLUMNS = [
  'limit_basis',
  'fees_within_limit',
  'reinstatement_percent',
  'reinstatement_as_to_time',
  'cover_trigger',
  'retroactive_on',
  'notification_days',
  'cash_loss_limit',
] as const satisfies readonly (keyof ClaimTerms)[];

/** What a placement says of its claims. C3, C12, C14, C17. */
export async function claimTermsOf(ctx: Ctx, policyId: number): Promise<ClaimTerms> {
  const row = await ctx.db
    .selectFrom('policies')
    .select(COLUMNS)
    .where('id', '=', policyId)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
  return { ...row, limit_basis: row.limit_basis as LimitBasis, cover_trigger: row.cover_trigger as CoverTrigger };
}

/** A draft that starts from another placement says the same of its claims. */
export async function copyClaimTerms(ctx: Ctx, { from, to }: { from: number; to: number }): Promise<void> {
  const columns = COLUMNS.map((column) => sql`${sql.ref(column)} = o.${sql.ref(column)}`);
  await sql`update policies p set ${sql.join(columns)} from policies o
    where p.id = ${to} and o.id = ${from} and o.branch_id = any(${[...ctx.scope]}::int[])`.execute(ctx.db);
}
