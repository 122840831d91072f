import { type RawBuilder, sql } from 'kysely';
import type { Payment } from '../../../domain/placements/states.ts';

/**
 * How far the debit notes of a policy are paid; null where there is none, or where returns left nothing to pay. What a return was set against is no
 * money and is not asked for; what cannot be collected was paid by nobody. G9.
 */
export const paymentOf = (policy: RawBuilder<unknown>): RawBuilder<Payment | null> => sql<Payment | null>`(
    select case when count(*) = 0 or (sum(x.asked) = 0 and sum(x.paid) = 0) then null
      when sum(x.paid) <= 0 then 'UNPAID' when sum(x.paid) < sum(x.asked) then 'PART' else 'PAID' end
    from notes n cross join lateral (select n.amount - w.set_off as asked, n.settled - w.set_off - w.lost as paid from (select
      coalesce((select sum(o.amount) from note_offsets o where o.note_id = n.id), 0) as set_off,
      coalesce((select sum(a.amount) from adjustments a where a.note_id = n.id and a.kind = 'UNCOLLECTABLE' and a.status = 'APPROVED'), 0) as lost
      -- Each once, where it would be asked for at every place that names it.
      offset 0) w) x
    where n.policy_id = ${policy} and n.debit_note_id is null and n.kind = 'DN' and n.status = 'ISSUED')`;
