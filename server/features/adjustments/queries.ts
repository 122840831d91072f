import { sql } from 'kysely';
import type { AdjustablePart, AdjustedNote } from '../../../domain/adjustments/rules.ts';
import type { AdjustmentKind } from '../../../domain/adjustments/kinds.ts';
import { firstOf } from '../../../domain/errors.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { selectRecord } from '../records.ts';

/** An adjustment as its actions work with it: amounts in minor units. */
export type Adjustment = Awaited<ReturnType<typeof lockAdjustment>>;

const ADJUSTMENT = {
  kind: 'adjustment',
  columns: ['kind', 'note_id', 'tax_id', 'currency', 'amount', 'day', 'certificate', 'claim_id', 'search_text'],
} as const;

async function selectAdjustment(ctx: Ctx, id: number, lock: boolean) {
  const row = await selectRecord(ctx, ADJUSTMENT, { id, lock });
  return { ...row, kind: row.kind as AdjustmentKind };
}

/** One adjustment within the caller's branches, locked until the commit. */
export const lockAdjustment = (ctx: Ctx, id: number) => selectAdjustment(ctx, id, true);

/** The same without the lock, for what only looks. */
export const readAdjustment = (ctx: Ctx, id: number) => selectAdjustment(ctx, id, false);

/** The note of an adjustment: whose it is, what it is for, what is open of it, what the firm bore of it. */
export type NoteOfAdjustment = AdjustedNote & {
  id: number;
  kind: string;
  status: string;
  purpose: string;
  /** Owed by a reinsured, with parts that its money is for. */
  leads: boolean;
  branchId: number;
  partyId: number;
  party: string;
  policyId: number | null;
  reference: string | null;
  amount: bigint;
  /** What of it was settled in money, claims or by the firm itself: S of M0. */
  cash: bigint;
};

/** The note of an adjustment as it is now; NOT_FOUND where it is missing or foreign. */
export async function noteOfAdjustment(ctx: Ctx, id: number): Promise<NoteOfAdjustment> {
  const { rows } = await sql<NoteOfAdjustment>`
    select n.id, n.number, n.kind, n.status, n.purpose, n.debit_note_id is null as leads, n.branch_id as "branchId", n.party_id as "partyId",
      p.name as party, o.id as "policyId", o.broker_reference as reference, n.currency, n.amount,
      n.amount - n.settled as outstanding, c.write_off_limit as limit,
      n.settled - n.set_off - (select coalesce(sum(x.certified + x.uncollectable), 0)::bigint from note_parts x where x.debit_note_id = n.id) as cash,
      (select coalesce(sum(a.amount), 0)::bigint from adjustments a
        where a.note_id = n.id and a.status = 'APPROVED' and a.kind in ('WRITE_OFF', 'BANK_CHARGE')) as borne
    from notes n join parties p on p.id = n.party_id join currencies c on c.code = n.currency left join policies o on o.id = n.policy_id
    where n.id = ${id} and n.branch_id = any(${[...ctx.scope]}::int[])`.execute(ctx.db);
  return firstOf(rows);
}

/** A part of the note with whose it is. */
export type Part = AdjustablePart & { partyId: number | null; creditNoteId: number | null };

/** The parts of a note, oldest first; with `lock` none of them moves until the commit. */
export async function partsOfNote(ctx: Ctx, noteId: number, { lock }: { lock: boolean }): Promise<Part[]> {
  if (lock)
    await sql`select id from note_parts where debit_note_id = ${noteId} and branch_id = any(${[...ctx.scope]}::int[])
      order by id for update`.execute(ctx.db);
  const { rows } = await sql<Part>`
    select p.id, p.kind, p.tax_id as "taxId", p.party_id as "partyId", p.credit_note_id as "creditNoteId", p.effective, p.certified,
      p.advanced, p.committed, p.paid, case when p.due_back = 0 then 0 else came_back(p.id) end as "cameBack",
      coalesce((select e.endorsement_type = 'SEC' from endorsements e where e.id = p.endorsement_id), false) as raised, p.kind = 'REFUND' as refund
    from note_parts p where p.debit_note_id = ${noteId} and p.branch_id = any(${[...ctx.scope]}::int[])
    order by p.id`.execute(ctx.db);
  return rows;
}

/** Whether a record has its paper: a file that somebody attached and that no scanner refused. */
export async function hasPaper(ctx: Ctx, id: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('attachments')
    .select('id')
    .where('entity', '=', 'adjustment')
    .where('entity_id', '=', id)
    .where('removed_at', 'is', null)
    .where('scan', '!=', 'INFECTED')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
