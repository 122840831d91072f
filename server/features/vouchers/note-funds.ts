import { sql } from 'kysely';
import type { Ctx } from '../../platform/http/context.ts';

/**
 * What the firm made good for a note and has not drawn back, less what vouchers took of it beyond what came in, in minor units: so
 * much may be refunded ahead, or drawn back. A refund's credit note is of the debit note that it is paid out of. `except` is a
 * voucher that asks. Of a fee, what was drawn of it beyond what lies in client accounts stays. M17.
 */
export async function noteFunds(
  ctx: Ctx,
  noteId: number,
  { lock, except = null }: { lock: boolean; except?: number | null },
): Promise<bigint> {
  const lead = sql`coalesce((select min(p.debit_note_id) from note_parts p where p.credit_note_id = ${noteId} and p.kind = 'REFUND'), ${noteId})`;
  if (lock)
    await sql`select id from notes where id = ${lead} and branch_id = any(${[...ctx.scope]}::int[]) for update`.execute(
      ctx.db,
    );
  const { rows } = await sql<{ funds: bigint }>`
    with lead as (select n.id, n.fee_committed,
        case when n.purpose = 'FEE' then n.fee_received else greatest(n.settled - n.set_off, 0) end as cash from notes n
      where n.id = ${lead} and n.branch_id = any(${[...ctx.scope]}::int[])),
    taken as (
      select coalesce(sum(p.committed - case when p.due_back = 0 then 0 else came_back(p.id) end + p.certified + p.uncollectable), 0)
        + (select fee_committed from lead) as amount
      from note_parts p join lead on p.debit_note_id = lead.id),
    own as (
      select coalesce(sum(case when v.kind = 'MAKE_GOOD' then v.amount else -v.amount end), 0) as amount from vouchers v, lead
      where v.note_id in (select lead.id union select p.credit_note_id from note_parts p where p.debit_note_id = lead.id and p.kind = 'REFUND')
        and v.id is distinct from ${except}::int
        and ((v.kind = 'MAKE_GOOD' and v.status = 'PAID') or (v.kind = 'DRAW_BACK' and v.status in ('PENDING', 'APPROVED', 'PAID'))))
    select (own.amount - greatest(taken.amount - lead.cash, 0))::bigint as funds from own, taken, lead`.execute(ctx.db);
  return rows[0]?.funds ?? 0n;
}
