import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { showMoney } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { noteFunds } from './note-funds.ts';
import type { Voucher } from './queries.ts';

/**
 * What the firm made good for a claim and has not drawn back, less what vouchers take of it ahead of what was collected, in
 * minor units: so much may be paid ahead, or drawn back. `except` is a voucher that asks. C6.
 */
export async function claimFunds(
  ctx: Ctx,
  claimId: number,
  { lock, except = null }: { lock: boolean; except?: number | null },
): Promise<bigint> {
  if (lock)
    await sql`select id from claims where id = ${claimId} and branch_id = any(${[...ctx.scope]}::int[]) for update`.execute(
      ctx.db,
    );
  const { rows } = await sql<{ funds: bigint }>`
    select (coalesce((select sum(case when kind = 'MAKE_GOOD' then amount else -amount end) from vouchers
        where claim_id = ${claimId} and id is distinct from ${except}::int and branch_id = any(${[...ctx.scope]}::int[])
          and ((kind = 'MAKE_GOOD' and status = 'PAID') or (kind = 'DRAW_BACK' and status in ('PENDING', 'APPROVED', 'PAID')))), 0)
      - coalesce((select sum(greatest(p.committed - least(p.effective, n.settled - n.set_off), 0))
        from notes n join note_parts p on p.debit_note_id = n.id
        where n.claim_id = ${claimId} and n.purpose = 'CLAIM' and n.status = 'ISSUED'), 0))::bigint as funds`.execute(
    ctx.db,
  );
  return rows[0]?.funds ?? 0n;
}

/** What is left of what was made good for the claim or the note of a voucher. C6, M17. */
async function fundsOf(ctx: Ctx, { claim_id: claim, note_id: note }: Voucher, except: number | null): Promise<bigint> {
  if (claim !== null) return claimFunds(ctx, claim, { lock: true, except });
  return note === null ? 0n : noteFunds(ctx, note, { lock: true, except });
}

/** Refuses to draw back more than was made good and is no longer needed. Throws OVER_DRAWN. C6, M17. */
export async function assertDrawnBack(ctx: Ctx, voucher: Voucher): Promise<void> {
  const { id, kind, amount, currency } = voucher;
  if (kind !== 'DRAW_BACK') return;
  const funds = await fundsOf(ctx, voucher, id);
  if (amount <= funds) return;
  const free = funds > 0n ? funds : 0n;
  const what = voucher.claim_id === null ? 'note' : 'claim';
  throw new AppError('OVER_DRAWN', { what, free: showMoney({ amount: free, currency }) });
}

/** What was made good for a claim or a note is taken back only as far as nothing was paid with it. Throws IN_USE. C6, M17. */
export async function assertNotNeeded(ctx: Ctx, voucher: Voucher): Promise<void> {
  const { kind, claim_id: claim, note_id: note, status, amount } = voucher;
  if (kind !== 'MAKE_GOOD' || (claim === null && note === null) || status !== 'PAID') return;
  if ((await fundsOf(ctx, voucher, null)) < amount) throw new AppError('IN_USE');
}
