import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { refundableNotes } from '../../../domain/vouchers/payables-contract.ts';
import type { Ctx } from '../../platform/http/context.ts';

type Row = {
  item: number;
  note: string;
  payee: number;
  payee_name: string;
  policy: number;
  reference: string;
  insured: string;
  currency: string;
  owed: bigint;
  available: bigint;
  held_back: bigint;
};
const MOST = 200;

/** Credit notes of returns that the reinsured is not refunded in full, with what of each can be refunded now. M17. */
export async function refundable(
  ctx: Ctx,
  { query }: Decoded<typeof refundableNotes>,
): Promise<Reply<typeof refundableNotes>> {
  const open = sql`p.branch_id = any(${[...ctx.scope]}::int[]) and p.kind = 'REFUND' and p.paid < p.effective
    and (${query.payee ?? null}::int is null or p.party_id = ${query.payee ?? null})
    and (${query.note ?? null}::int is null or p.credit_note_id = ${query.note ?? null})`;
  const { rows } = await sql<Row>`
    select n.id as item, n.number as note, s.id as payee, s.name as payee_name, o.id as policy, o.broker_reference as reference,
      i.name as insured, n.currency, sum(p.effective - p.committed)::bigint as owed, sum(r.available)::bigint as available,
      sum(r.held_back)::bigint as held_back
    from part_releases(array(select p.debit_note_id from note_parts p where ${open})) r
    join note_parts p on p.id = r.part_id and ${open} join notes n on n.id = p.credit_note_id and n.status = 'ISSUED'
    join parties s on s.id = n.party_id join policies o on o.id = n.policy_id join parties i on i.id = o.current_insured_id
    group by n.id, s.id, o.id, i.id order by n.due_on, n.id limit ${MOST}`.execute(ctx.db);
  return rows.map(({ payee, payee_name: name, policy, reference, owed, available, held_back: held, ...row }) => ({
    ...row,
    payee: { id: payee, name },
    policy: { id: policy, name: reference },
    owed: formatAmount(owed, row.currency),
    available: formatAmount(available, row.currency),
    held_back: formatAmount(held, row.currency),
  }));
}
