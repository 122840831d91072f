-- What settles or lessens a debit note without money of its payer: a certificate of tax withheld, a small difference or a
-- bank's charge that the firm bears, premium that cannot be collected. Each is a record that a second person decides.
create table adjustments (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  number text,
  kind text not null check (kind in ('CERTIFICATE', 'WRITE_OFF', 'BANK_CHARGE', 'UNCOLLECTABLE')),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'REVERSED', 'DISABLED')),
  version int not null default 1,
  note_id int not null references notes (id),
  tax_id int references taxes (id),
  currency char(3) not null references currencies (code),
  amount bigint not null check (amount > 0),
  day date not null,
  certificate text not null default '',
  reason text not null default '',
  hands int[] not null,
  decided_before_hands boolean not null default false,
  made_by int not null references users (id),
  edited_by int not null references users (id),
  submitted_at timestamptz,
  decided_by int references users (id),
  decided_at timestamptz,
  decision_reason text,
  checker_waived boolean not null default false,
  search_text text not null,
  created_at timestamptz not null default now(),
  constraint adjustment_number_once unique (number),
  constraint numbered_when_approved check ((status in ('APPROVED', 'REVERSED')) = (number is not null)),
  constraint certificate_of_tax check ((kind = 'CERTIFICATE') = (tax_id is not null) and (kind <> 'CERTIFICATE' or certificate <> '')),
  constraint maker_among_hands check (made_by = any (hands) and edited_by = any (hands)),
  constraint maker_is_not_checker check (decided_by is null or checker_waived
    or (decided_by <> made_by and decided_by <> edited_by and (decided_before_hands or decided_by <> all (hands))))
);
create trigger hands_stay before update on adjustments for each row
  when (not new.hands @> old.hands or (new.decided_before_hands and not old.decided_before_hands)) execute function keep_hands();
create trigger hands_begin before insert on adjustments for each row
  when (new.decided_before_hands) execute function keep_hands();
create index adjustments_newest on adjustments (branch_id, id desc);
create index adjustments_status on adjustments (branch_id, status, id desc);
create index adjustments_day on adjustments (branch_id, day desc, id desc);
create index adjustments_amount on adjustments (branch_id, amount desc, id desc);
create index adjustments_note on adjustments (note_id);
create index adjustments_search on adjustments using gin (search_text gin_trgm_ops);
-- A certificate pays its tax on a note once.
create unique index certificate_once on adjustments (note_id, tax_id, upper(certificate))
  where kind = 'CERTIFICATE' and status in ('PENDING', 'APPROVED');

-- What of each part a certificate has paid, or was given up as uncollectable.
create table adjustment_parts (
  branch_id int not null references branches (id),
  adjustment_id int not null references adjustments (id),
  part_id int not null references note_parts (id),
  amount bigint not null check (amount > 0),
  primary key (adjustment_id, part_id)
);
create index adjustment_parts_part on adjustment_parts (part_id);

call protect_branch('adjustments');
call protect_branch('adjustment_parts');

create function adjustments_matching(wanted text, most int) returns setof int
  language plpgsql stable security definer set search_path = public as $$
begin
  return query execute 'select id from adjustments where search_text like $1 and branch_id = any($2)'
    || case when most <= 10000 then ' order by id desc' else '' end || ' limit $3'
    using '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%',
      nullif(current_setting('slipway.branches', true), '')::int[], most;
end $$;

-- Up to what the firm bears a difference itself, on one note, in minor units of the currency.
alter table currencies add column write_off_limit bigint not null default 0 check (write_off_limit >= 0);

alter table note_parts
  add column certified bigint not null default 0 check (certified >= 0),
  add column uncollectable bigint not null default 0 check (uncollectable >= 0),
  drop constraint resized_within_part,
  add constraint resized_within_part check (due_back >= 0 and returned + due_back + uncollectable <= amount),
  -- As endorsements resized it, less what cannot be collected: e of M0.
  add column effective bigint not null generated always as (amount - returned - due_back - uncollectable) stored;
drop index note_parts_open;
create index note_parts_open on note_parts (party_id, branch_id, id) where kind = 'SECURITY' and paid <> effective;

-- M0 of every part of the notes, as `releasesOf` (domain/ledger/releases.ts) says it; what one voucher holds may be left out,
-- to see what it can have. A certificate pays its part and is no cash; what is uncollectable lessens the part.
create or replace function part_releases(notes int[], voucher int default null)
returns table (part_id int, note_id int, effective bigint, released bigint, held_back bigint, available bigint, due_back bigint)
language sql stable as $$
  with parts as (
    select p.id, p.debit_note_id as note, p.effective, p.effective - p.certified as own, b.amount as back,
      greatest(n.settled - n.set_off - sum(p.certified + p.uncollectable) over (partition by p.debit_note_id), 0) as cash,
      p.paid - b.amount as paid,
      p.committed - b.amount - coalesce((select sum(i.amount) from voucher_items i where i.voucher_id = voucher and i.part_id = p.id), 0) as held,
      coalesce((select e.endorsement_type = 'SEC' from endorsements e where e.id = p.endorsement_id), false) as raised
    from note_parts p join notes n on n.id = p.debit_note_id
    cross join lateral (select case when p.due_back = 0 then 0 else came_back(p.id) end as amount) b
    where p.debit_note_id = any (notes)),
  whole as (select *, sum(own) over (partition by note) as total from parts),
  release as (
    select *, case when cash >= total then own else floor(own::numeric * cash / total) end as released from whole),
  free as (select *, greatest(released - held, 0) as free, greatest(held - released, 0) as owing from release),
  tier as (
    select *, sum(owing) over w as all_owing, sum(free) over (partition by note, raised) as tier_free,
      coalesce(sum(free) filter (where raised) over w, 0) as first_free
    from free window w as (partition by note)),
  taking as (
    select *, least(tier_free, case when raised then all_owing else greatest(all_owing - first_free, 0) end) as taken from tier),
  divided as (
    select *, div(taken * free, greatest(tier_free, 1)) as share, mod(taken * free, greatest(tier_free, 1)) as remainder from taking),
  ranked as (
    select *, taken - sum(share) over (partition by note, raised) as missing,
      row_number() over (partition by note, raised order by remainder desc, id) as place
    from divided),
  held as (select *, share + case when place <= missing then 1 else 0 end as held_back from ranked)
  select id, note, effective, released::bigint, held_back::bigint, (free - held_back)::bigint, greatest(paid - released, 0)::bigint
  from held
$$;
