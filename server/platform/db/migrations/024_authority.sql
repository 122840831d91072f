-- How much a role may approve of a kind of record, in minor units of the base currency. A role without a row has no limit,
-- and root never has one.
create table authority_limits (
  id int generated always as identity primary key,
  role text not null references roles (code) check (role <> 'ROLE_ROOT'),
  kind text not null,
  amount bigint not null check (amount > 0),
  version int not null default 1,
  constraint authority_limit_once unique (role, kind)
);

-- A right to decide, lent in a branch to a named user from one day to another, both included.
create table lendings (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  permission text not null,
  lender_id int not null references users (id),
  borrower_id int not null references users (id),
  from_day date not null,
  to_day date not null,
  reason text not null,
  lent_at timestamptz not null,
  ended_at timestamptz,
  ended_by int references users (id),
  version int not null default 1,
  constraint lent_to_another check (borrower_id <> lender_id),
  constraint lent_for_some_days check (to_day >= from_day),
  constraint ended_by_somebody check ((ended_at is null) = (ended_by is null))
);
create index lendings_borrower on lendings (borrower_id, to_day);
create index lendings_list on lendings (branch_id, id desc);
create index lendings_from on lendings (branch_id, from_day, id);
create index lendings_to on lendings (branch_id, to_day, id);
call protect_branch('lendings');

-- The roles that somebody holds, with what each allows and its limits of authority.
create function held_roles(holder int) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object('role', r.role, 'branch', r.branch_id, 'name', o.name, 'rights', o.permissions,
      'factor', o.second_factor_required, 'limits', coalesce((
        select json_agg(json_build_object('kind', l.kind, 'amount', l.amount::text))
        from authority_limits l where l.role = r.role), '[]')) order by r.role), '[]')
    from user_roles r join roles o on o.code = r.role and o.status = 'ACTIVE' where r.user_id = holder);
end $$;

-- What is lent to somebody on a day, with the roles of each lender: a loan is worth what its lender holds. It runs as the
-- owner, since it is read before the branches of a request are known.
create function lent_rights(borrower int, on_day date) returns json language plpgsql stable
  security definer set search_path = public as $$
begin
  return (
    select coalesce(json_agg(json_build_object('right', l.permission, 'branch', l.branch_id,
      'lender', json_build_object('id', u.id, 'name', u.name), 'roles', held_roles(u.id)) order by l.id), '[]')
    from lendings l join users u on u.id = l.lender_id and u.status = 'ACTIVE'
    where l.borrower_id = borrower and on_day between l.from_day and l.to_day and l.ended_at is null);
end $$;
