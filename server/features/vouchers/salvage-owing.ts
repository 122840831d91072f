import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { showMoney, sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { payeeName, type Voucher } from './queries.ts';

/** Claim invoices of a claim that a security has not paid in full, oldest due first; without a security, of all. C11. */
export async function uncollectedOf(
  ctx: Ctx,
  { claimId, securityId }: { claimId: number; securityId: number | null },
): Promise<{ id: number; number: string; party: number; open: bigint }[]> {
  const { rows } = await sql<{ id: number; number: string; party: number; open: bigint }>`
    select n.id, n.number, n.party_id as party, n.amount - n.settled as open from notes n
    where n.claim_id = ${claimId} and n.branch_id = any(${[...ctx.scope]}::int[]) and n.purpose = 'CLAIM' and n.status = 'ISSUED'
      and n.settled < n.amount and ${securityId === null ? sql`true` : sql`n.party_id = ${securityId}`}
    order by n.due_on, n.id`.execute(ctx.db);
  return rows;
}

/**
 * Refuses to pay salvage out to a security that still owes on the claim: what was paid ahead for it is repaid first. Throws
 * OWES_ON_CLAIM. C11.
 */
export async function assertOwesNothing(ctx: Ctx, voucher: Voucher): Promise<void> {
  const { kind, claim_id: claimId, payee_id: securityId, note_id: note, currency } = voucher;
  if (kind !== 'SALVAGE' || note !== null || claimId === null || securityId === null) return;
  const owed = sum((await uncollectedOf(ctx, { claimId, securityId })).map((one) => one.open));
  if (owed === 0n) return;
  throw new AppError('OWES_ON_CLAIM', {
    payee: await payeeName(ctx, voucher),
    owed: showMoney({ amount: owed, currency }),
  });
}
