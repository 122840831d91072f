-- How far a slip has come, and when, by whom and to whom its signed lines were notified.
alter table policy_lines
  add column notified_on date,
  add column notified_to text not null default '',
  add column notified_by int references users (id),
  add column notified_at timestamptz;
update policy_lines l set notified_on = s.signed_lines_notified_on
from slips s where s.policy_id = l.policy_id and s.signed_lines_notified_on is not null;

-- The furthest that one of its lines has come; kept with the lines, since a list cannot ask each of them.
alter table slips add column stage text not null default 'OFFERED' check (stage in ('OFFERED', 'QUOTED', 'WRITTEN', 'SIGNED'));
update slips s set stage = case f.furthest when 3 then 'SIGNED' when 2 then 'WRITTEN' when 1 then 'QUOTED' else 'OFFERED' end
from (
  select policy_id, max(case when signed_on is not null then 3 when offer > 0 then 2 when quoted_on is not null then 1 else 0 end) as furthest
  from policy_lines group by policy_id) f
where f.policy_id = s.policy_id;
create index slips_stage on slips (branch_id, stage, policy_id desc);
drop index slips_leader;
create index slips_leader on slips (leader_id, branch_id, policy_id desc) where leader_id is not null;

-- Signed and not notified: few of a branch's slips, read with each dashboard.
drop index slips_to_notify;
create index slips_to_notify on slips (branch_id, policy_id desc) where stage = 'SIGNED' and signed_lines_notified_on is null;
