import { sql } from 'kysely';
import type { Agreement, ClaimNotePurpose } from '../../../domain/claims/states.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';

/** A claim invoice or a salvage note with what was settled of it, in minor units. */
export type ClaimNote = {
  id: number;
  kind: string;
  purpose: ClaimNotePurpose;
  number: string;
  movement: number;
  movement_number: string;
  party: number;
  party_name: string;
  currency: string;
  amount: bigint;
  settled: bigint;
  /** Settled by what gave it back, and by no money. */
  set_off: bigint;
  posted_on: Day;
  due_on: Day;
  agreement: Agreement | null;
  document: number | null;
};

/** The claim invoices and salvage notes of a claim, in their order. */
export async function notesOf(ctx: Ctx, claimId: number): Promise<ClaimNote[]> {
  const { rows } = await sql<ClaimNote>`
    select n.id, n.kind, n.purpose, n.number, m.id as movement, m.number as movement_number, n.party_id as party, p.name as party_name,
      n.currency, n.amount, n.settled, n.set_off, n.posted_on, n.due_on, a.answer as agreement,
      (select max(d.id) from documents d where d.record_kind = 'movement' and d.note_id = n.id) as document
    from notes n join movements m on m.id = n.movement_id join parties p on p.id = n.party_id
    left join claim_agreements a on a.movement_id = m.id and a.security_id = n.party_id
    where n.claim_id = ${claimId} and n.branch_id = any(${[...ctx.scope]}::int[]) and n.status = 'ISSUED'
    order by n.id`.execute(ctx.db);
  return rows;
}

/** What was collected of the fees to the order of each expert, and is on no voucher, in minor units. C10. */
export async function ordersOf(ctx: Ctx, claimId: number): Promise<{ payee: string; payable: bigint }[]> {
  const { rows } = await sql<{ payee: string; payable: bigint }>`
    select m.payee, sum(greatest(least(p.effective, n.settled - n.set_off) - p.committed, 0))::bigint as payable
    from notes n join note_parts p on p.debit_note_id = n.id join movements m on m.id = n.movement_id
    where n.claim_id = ${claimId} and n.branch_id = any(${[...ctx.scope]}::int[]) and n.purpose = 'CLAIM' and n.status = 'ISSUED'
      and m.payee <> ''
    group by m.payee order by m.payee`.execute(ctx.db);
  return rows;
}

/** Salvage of a claim that came in and is on no voucher, by security, in minor units. C11. */
export async function salvageFree(ctx: Ctx, claimId: number): Promise<{ id: number; name: string; free: bigint }[]> {
  const { rows } = await sql<{ id: number; name: string; free: bigint }>`
    select s.id, s.name, sum(r.available)::bigint as free
    from part_releases(array(select n.id from notes n where n.claim_id = ${claimId} and n.purpose = 'SALVAGE'
      and n.status = 'ISSUED' and n.branch_id = any(${[...ctx.scope]}::int[]))) r
    join note_parts p on p.id = r.part_id join parties s on s.id = p.party_id
    where r.available > 0 group by s.id, s.name order by s.name, s.id`.execute(ctx.db);
  return rows;
}

type ClaimMoney = Record<'collected' | 'setOff' | 'paid' | 'committed', bigint>;

/**
 * What was collected on the invoices of a claim, what of them salvage was set against, what of it was paid and what vouchers hold, in minor units. §2,
 * Words.
 */
export async function moneyOf(ctx: Ctx, claimId: number): Promise<ClaimMoney> {
  const { rows } = await sql<ClaimMoney>`
    select coalesce(sum(n.settled - n.set_off), 0)::bigint as collected, coalesce(sum(n.set_off), 0)::bigint as "setOff",
      coalesce(sum(p.paid), 0)::bigint as paid, coalesce(sum(p.committed), 0)::bigint as committed
    from notes n join note_parts p on p.debit_note_id = n.id
    where n.claim_id = ${claimId} and n.branch_id = any(${[...ctx.scope]}::int[]) and n.purpose = 'CLAIM' and n.status = 'ISSUED'`.execute(
    ctx.db,
  );
  return rows[0] ?? { collected: 0n, setOff: 0n, paid: 0n, committed: 0n };
}
