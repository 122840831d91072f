-- What a class gives to the policies placed in it; a subclass takes its class's where it has none of its own.
alter table cover_types
  add column commission bigint,
  add column brokerage bigint,
  add constraint class_commission check (commission between 0 and 100000000),
  add constraint class_brokerage check (brokerage between 0 and 100000000);

-- The clauses that a class begins with, per market, in the order of the slip; a subclass's stand after its class's.
create table cover_type_clauses (
  cover_type_id int not null references cover_types (id),
  market text not null check (market in ('LOCAL', 'LONDON')),
  position int not null,
  clause_id int not null references clauses (id),
  primary key (cover_type_id, market, clause_id)
);
create index cover_type_clauses_clause on cover_type_clauses (clause_id);

-- Every wording that a clause had, with the code and title that it stood under. Policies name theirs and keep it.
create table clause_wordings (
  clause_id int not null references clauses (id),
  version int not null check (version >= 1),
  code text not null,
  title text not null,
  wording text not null,
  made_by int references users (id),
  made_at timestamptz,
  primary key (clause_id, version)
);

-- Until now older wordings stood in the audit trail alone: as what an edit made, and as what the next one replaced.
insert into clause_wordings (clause_id, version, code, title, wording, made_by, made_at)
with acts as (
  select a.id, a.entity_id as clause_id, a.at, a.user_id, a.action, a.facts,
    (a.facts ->> 'wordingVersion')::int as version, a.facts #>> '{before,wording}' as before, a.facts #>> '{after,wording}' as after
  from audit_trail a where a.entity = 'clause' and a.action in ('create', 'edit')
),
told as (
  select clause_id, id * 2 + 1 as told_at, case action when 'create' then 1 else version end as version, facts -> 'after' as words,
    case when action = 'create' or before is distinct from after then user_id end as made_by,
    case when action = 'create' or before is distinct from after then at end as made_at
  from acts
  union all
  select clause_id, id * 2, version - 1, facts -> 'before', null, null
  from acts where action = 'edit' and before is distinct from after
  union all
  select id, 9223372036854775807, wording_version, jsonb_build_object('code', code, 'title', title, 'wording', wording), null, null
  from clauses
),
-- The last that was told of a version is how it stood; who made it was told first.
known as (
  select distinct on (t.clause_id, t.version) t.clause_id, t.version, t.words,
    (select f.made_by from told f where f.clause_id = t.clause_id and f.version = t.version and f.made_at is not null order by f.told_at limit 1) as made_by,
    (select min(f.made_at) from told f where f.clause_id = t.clause_id and f.version = t.version) as made_at
  from told t where t.words ->> 'wording' is not null
  order by t.clause_id, t.version, t.told_at desc
)
-- A version of which nothing was told takes the next that is known: what its documents would have printed.
select c.id, v.version, k.words ->> 'code', k.words ->> 'title', k.words ->> 'wording',
  case when k.version = v.version then k.made_by end, case when k.version = v.version then k.made_at end
from clauses c cross join lateral generate_series(1, c.wording_version) as v (version)
join lateral (
  select * from known k where k.clause_id = c.id and k.version >= v.version order by k.version limit 1) k on true;

create trigger append_only before update or delete or truncate on clause_wordings for each statement execute function refuse_change();

alter table policy_clauses
  add constraint clause_wording_kept foreign key (clause_id, wording_version) references clause_wordings (clause_id, version);
create index policy_clauses_clause on policy_clauses (clause_id, branch_id, policy_id);
create index policies_class on policies (cover_type_id, branch_id, id desc);

-- Whether anything was booked in a currency on days that a rate of it priced, in any branch: then the rate stays. Entries
-- stand behind row-level security and rates belong to the firm, so the answer alone comes through.
create function booked_within(in_currency text, first_day date, last_day date) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (
    select 1 from journal_lines l
    where l.branch_id in (select id from branches) and l.day between first_day and last_day and l.currency = in_currency) $$;
