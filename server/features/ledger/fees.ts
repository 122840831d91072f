import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { showMoney } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';

/**
 * Adds to what came into client accounts for notes of our own fees; negative takes it back. Other notes are left out: what comes in
 * for them is client money. The notes are locked.
 */
export async function receiveFees(
  ctx: Ctx,
  parts: readonly { noteId: number; amount: bigint }[],
  { bankAccount = null }: { bankAccount?: number | null } = {},
): Promise<void> {
  if (parts.length === 0) return;
  await sql`
    update notes n set fee_received = n.fee_received + s.amount
    from (select note, sum(amount)::bigint as amount from unnest(${parts.map((part) => part.noteId)}::int[],
      ${parts.map((part) => part.amount)}::bigint[]) as part (note, amount) group by note) s
    where n.id = s.note and n.purpose = 'FEE' and (${bankAccount}::int is null
      or exists (select 1 from bank_accounts k where k.id = ${bankAccount} and k.purpose = 'CLIENT'))`.execute(ctx.db);
}

/**
 * What was drawn of a fee is made good, or its drawing reversed, before the fee itself is: nobody could make good for a void note.
 * Throws FEE_MISSING.
 */
export async function assertFeeNotMissing(ctx: Ctx, noteId: number): Promise<void> {
  const { rows } = await sql<{ missing: bigint; currency: string }>`
    select n.currency, (n.fee_committed - n.fee_received - coalesce((
      select sum(case v.kind when 'MAKE_GOOD' then v.amount else -v.amount end) from vouchers v
      where v.note_id = n.id and v.status = 'PAID' and v.kind in ('MAKE_GOOD', 'DRAW_BACK')), 0))::bigint as missing
    from notes n where n.id = ${noteId} and n.branch_id = any(${[...ctx.scope]}::int[]) for update of n`.execute(
    ctx.db,
  );
  const [row] = rows;
  if (row === undefined || row.missing <= 0n) return;
  throw new AppError('FEE_MISSING', { missing: showMoney({ amount: row.missing, currency: row.currency }) });
}
