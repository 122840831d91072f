import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { money, sum } from '../../../domain/values/money.ts';
import { uncollectableModel } from '../../platform/documents/kinds/uncollectable.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { DocumentPlan } from '../documents/store.ts';
import { HISTORY_INSURED } from '../ledger/history.ts';
import { addressLines } from '../papers/placements.ts';
import { adjustmentRecord } from './record.ts';

type Lost = {
  security: number;
  name: string;
  address: string;
  note: number;
  number: string;
  noted: bigint;
  taken: bigint;
};

/** What securities lose by an adjustment, by security and credit note. */
async function lostBy(ctx: Ctx, id: number): Promise<Lost[]> {
  const { rows } = await sql<Lost>`
    select s.id as security, s.name, s.address, n.id as note, n.number, n.amount as noted, sum(a.amount)::bigint as taken
    from adjustment_parts a join note_parts p on p.id = a.part_id and p.kind = 'SECURITY' join parties s on s.id = p.party_id
      join notes n on n.id = p.credit_note_id
    where a.adjustment_id = ${id} and a.branch_id = any(${[...ctx.scope]}::int[])
    group by s.id, n.id order by min(a.part_id)`.execute(ctx.db);
  return rows;
}

async function placedFor(ctx: Ctx, noteId: number) {
  const { rows } = await sql<{ reinsured: string; insured: string }>`
    select r.name as reinsured, coalesce(i.name, ${HISTORY_INSURED}) as insured
    from notes n join parties r on r.id = n.party_id left join policies p on p.id = n.policy_id
      left join parties i on i.id = p.current_insured_id left join history_documents h on h.id = n.history_id
    where n.id = ${noteId} and n.branch_id = any(${[...ctx.scope]}::int[])`.execute(ctx.db);
  return rows[0] ?? { reinsured: '', insured: '' };
}

/**
 * The advice to each security of what uncollectable premium takes off its credit notes, numbered after its adjustment; again with
 * its mark once that is reversed. M3.
 */
export async function adjustmentPlans(ctx: Ctx, { id }: { id: number }): Promise<DocumentPlan[]> {
  const adjustment = await adjustmentRecord(ctx, id);
  const { kind, number, status, currency, version } = adjustment;
  if (kind !== 'UNCOLLECTABLE') throw new AppError('NOT_FOUND');
  if (number === null) throw new AppError('NOT_APPROVED');
  const placed = await placedFor(ctx, adjustment.note.id);
  const bySecurity = Map.groupBy(await lostBy(ctx, id), (one) => one.security);
  return [...bySecurity].map(([security, own], index): DocumentPlan => {
    const [first] = own;
    if (first === undefined) throw new AppError('NOT_FOUND');
    return {
      kind: 'uncollectable-advice',
      recordKind: 'adjustment',
      recordId: id,
      issue: version,
      securityId: security,
      branchId: adjustment.branch.id,
      number: `${number}/${index + 1}`,
      noteId: first.note,
      partyName: first.name,
      total: money(sum(own.map((one) => one.taken)), currency),
      day: adjustment.day,
      model: (common) =>
        uncollectableModel({
          ...common,
          ...(status === 'REVERSED' && { watermark: 'VOID' as const }),
          security: { name: first.name, addressLines: addressLines(first.address) },
          currency,
          policy: adjustment.policy?.name ?? '',
          ...placed,
          debitNote: adjustment.note.number,
          bookedOn: adjustment.day,
          reason: adjustment.reason,
          notes: own.map((one) => ({ number: one.number, noted: one.noted, takenOff: one.taken })),
        }),
    };
  });
}
