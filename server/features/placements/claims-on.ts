import { sql } from 'kysely';
import type { ClaimOnPolicy } from '../../../domain/claims/forbids.ts';
import type { Ctx } from '../../platform/http/context.ts';

/** The claims on a policy that count for what may still be done to it. C19. */
export async function claimsOn(ctx: Ctx, policyId: number): Promise<ClaimOnPolicy[]> {
  const { rows } = await sql<ClaimOnPolicy>`
    select c.number, c.loss_date as "lossOn", c.status = 'PENDING' or (c.status = 'APPROVED' and c.closed_on is null) as open,
      c.ours_called + c.ours_fees + c.ours_ex_gratia as called,
      coalesce((select sum(p.paid) from notes n join note_parts p on p.debit_note_id = n.id
        where n.claim_id = c.id and n.purpose = 'CLAIM'), 0)::bigint as paid,
      case when c.status = 'APPROVED' and c.share_reason = '' then c.claim_share end as share
    from claims c where c.policy_id = ${policyId} and c.branch_id = any(${[...ctx.scope]}::int[])
      and c.status in ('PENDING', 'APPROVED') order by c.id`.execute(ctx.db);
  return rows;
}
