-- A voucher holds money of parts from its submission on until it is paid or lets it go: withdrawn, rejected, or reversed before it was paid. What it let go was kept nowhere, so
-- that a report of a day between said it had held nothing. Only what was held at the end of a day is kept; the version is that of the voucher which let go. M0.
create table past_holds (
  branch_id integer not null,
  voucher_id integer not null references vouchers (id),
  version integer not null,
  part_id integer not null references note_parts (id),
  amount bigint not null check (amount > 0),
  advanced bigint not null,
  held_from date not null,
  held_until date not null,
  primary key (voucher_id, version, part_id),
  constraint advanced_within_hold check (advanced between 0 and amount),
  constraint held_over_night check (held_until > held_from)
);
create index past_holds_until on past_holds (branch_id, held_until) include (held_from);
call protect_branch('past_holds');

-- Of earlier ones, the parts that a voucher still names which was withdrawn, rejected or reversed last are what it had held; the trail says until when.
insert into past_holds
select v.branch_id, v.id, v.version - 1, i.part_id, i.amount, i.advanced, h.held_from, h.held_until
from vouchers v
join audit_trail a on a.entity = 'voucher' and a.entity_id = v.id and a.facts ->> 'version' = v.version::text
  and a.facts ->> 'from' in ('PENDING', 'APPROVED') and a.facts ->> 'to' = v.status
cross join firm f
cross join lateral (
  select (v.submitted_at at time zone f.time_zone)::date as held_from, (a.at at time zone f.time_zone)::date as held_until) h
join voucher_items i on i.voucher_id = v.id
where v.status in ('DRAFT', 'REJECTED', 'REVERSED') and h.held_until > h.held_from;
