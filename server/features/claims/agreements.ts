import { agreementOf } from '../../../domain/claims/agreement.ts';
import type { Agreement } from '../../../domain/claims/states.ts';
import type { Ctx } from '../../platform/http/context.ts';

/** What each security answered to a movement, the required ones first. C13. */
export async function agreementsOf(ctx: Ctx, movementId: number) {
  const rows = await ctx.db
    .selectFrom('claim_agreements as a')
    .innerJoin('parties as p', 'p.id', 'a.security_id')
    .select(['a.security_id', 'p.name', 'a.required', 'a.answer', 'a.answered_on', 'a.reference', 'a.remark'])
    .select(['a.asked_at', 'a.times_asked'])
    .where('a.movement_id', '=', movementId)
    .where('a.branch_id', 'in', ctx.scope)
    .orderBy('a.required', 'desc')
    .orderBy('a.id')
    .execute();
  return rows.map(({ security_id: id, name, answer, ...row }) => ({
    ...row,
    security: { id, name },
    answer: answer as Agreement,
  }));
}

/** How a movement is agreed; null while nobody was asked. C13. */
export const agreed = (rows: readonly { required: boolean; answer: Agreement }[]): Agreement | null =>
  rows.length === 0 ? null : agreementOf(rows);
