import type { Day } from '../../domain/values/day.ts';

/** Claims with what each last came to, and what of it came in. */
export const claimsWith =
  (): string => `select c.id, c.number, m.*, s.settled from (select * from claims where branch_id = any($1)) c
  left join lateral (select after_called, after_ours_called, after_ours_incurred from movements where claim_id = c.id and status = 'APPROVED' order by posted_on desc, approval desc limit 1) m on true
  left join lateral (select sum(n.settled) as settled from notes n where n.claim_id = c.id and n.purpose = 'CLAIM' and n.status = 'ISSUED') s on true where true`;

/**
 * A page of their register says of each as well what it is of, who bears it, what it was when the year began, whether it is closed, and what went out of what
 * came in; of a search, how many there are without it.
 */
export const registered = (today: Day, search = 'true'): string => `
  select c.id, c.number, b.code, p.broker_reference, r.name as reinsured, i.name as insured, k.name as class, e.name as event, m.*, w.*, d.movement_type, s.settled, o.paid, l.lines,
    (select count(*) from (select from claims where branch_id = any($1) and approved_on <= '${today}' and ${search} limit 10001) x) as found
    ${search === 'true' ? '' : `, (select count(*) from (select from claims where branch_id = any($1) and approved_on <= '${today}' limit 10001) x) as all_count`}
  from (select * from claims where branch_id = any($1) and approved_on <= '${today}' and ${search} order by id limit 20) c
  join branches b on b.id = c.branch_id join policies p on p.id = c.policy_id join parties r on r.id = p.reinsured_id join parties i on i.id = p.current_insured_id
  join cover_types k on k.id = p.cover_type_id left join loss_events e on e.id = c.event_id
  left join lateral (select after_incurred, after_ours_incurred, after_ours_called, after_ours_fees, after_ours_ex_gratia, after_ours_salvage from movements
    where claim_id = c.id and status = 'APPROVED' and posted_on <= '${today}' order by posted_on desc, approval desc limit 1) m on true
  left join lateral (select after_incurred, after_ours_incurred, after_ours_called, after_ours_fees, after_ours_ex_gratia, after_ours_salvage from movements
    where claim_id = c.id and status = 'APPROVED' and posted_on < '${today.slice(0, 4)}-01-01' order by posted_on desc, approval desc limit 1) w on true
  left join lateral (select movement_type from movements where claim_id = c.id and status = 'APPROVED' and movement_type in ('CLOSE', 'REOPEN')
    order by posted_on desc, approval desc limit 1) d on true
  left join lateral (select sum(s.amount) as settled from notes n join open_items i on i.note_id = n.id join settlements s on s.item_id = i.id
    where n.claim_id = c.id and n.purpose = 'CLAIM' and n.status = 'ISSUED' and s.day <= '${today}') s on true
  left join lateral (select -sum(s.amount) as paid from notes n join note_parts x on x.debit_note_id = n.id join open_items i on i.part_id = x.id join settlements s on s.item_id = i.id
    where n.claim_id = c.id and n.purpose = 'CLAIM' and n.status = 'ISSUED' and s.day <= '${today}') o on true
  left join lateral (select array_agg(array[security_id, share] order by position) as lines from policy_lines where policy_id = c.policy_id) l on true
  order by c.id`;
