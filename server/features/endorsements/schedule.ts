import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { paymentSchedule } from '../../../domain/endorsements/standing.ts';
import { instalmentState, notDueYet } from '../../../domain/endorsements/replan.ts';
import type { Day } from '../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { refOf } from '../records.ts';
import { readPolicy } from '../placements/queries.ts';

type Row = {
  id: number;
  note_id: number;
  note: string;
  endorsement_id: number | null;
  endorsement: string | null;
  changed_by: number | null;
  changed: string | null;
  dueOn: Day;
  amount: bigint;
  outstanding: bigint;
  setOff: bigint;
  lost: bigint;
};

/** The instalments of the debit notes to the reinsured in the order of their days. §2 Terms and due dates. */
export async function scheduleOfPolicy(
  ctx: Ctx,
  { query }: Decoded<typeof paymentSchedule>,
): Promise<Reply<typeof paymentSchedule>> {
  const { id, currency } = await readPolicy(ctx, query.policy);
  const money = (amount: bigint) => formatAmount(amount, currency);
  const { rows } = await sql<Row>`
    select i.id, n.id as note_id, n.number as note, e.id as endorsement_id, e.number as endorsement, c.id as changed_by, c.number as changed,
      i.due_on as "dueOn", i.amount, i.outstanding, coalesce(s.set_off, 0)::bigint as "setOff",
      coalesce(s.lost, 0)::bigint as lost
    from notes n join open_items i on i.note_id = n.id
    left join endorsements e on e.id = n.endorsement_id left join endorsements c on c.id = i.changed_by
    left join lateral (
      select sum(s.amount) filter (where j.event = 'RETURN_SET_OFF') as set_off,
        sum(s.amount) filter (where coalesce(o.event, j.event) = 'UNCOLLECTABLE') as lost
      from settlements s join journal_entries j on j.id = s.entry_id left join journal_entries o on o.id = j.reverses_id
      where s.item_id = i.id) s on true
    where n.policy_id = ${id} and n.debit_note_id is null and n.kind = 'DN' and n.status = 'ISSUED' and n.branch_id = any(${ctx.scope}::int[])
    order by i.due_on, n.id, i.sequence`.execute(ctx.db);
  const original = rows.filter((row) => row.endorsement_id === null).map((row) => ({ ...row, key: row.id }));
  return {
    currency,
    not_due: money(sum(notDueYet(original, ctx.today).map((row) => row.outstanding))),
    instalments: rows.map((row) => ({
      id: row.id,
      note: { id: row.note_id, name: row.note },
      endorsement: refOf(row.endorsement_id, row.endorsement),
      due_on: row.dueOn,
      amount: money(row.amount),
      set_off: money(row.setOff),
      uncollectable: money(row.lost),
      paid: money(row.amount - row.outstanding - row.setOff - row.lost),
      outstanding: money(row.outstanding),
      state: instalmentState(row, ctx.today),
      changed_by: refOf(row.changed_by, row.changed),
    })),
  };
}
