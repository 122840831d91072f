-- Notes are found by how their number begins or ends, endorsements by a part of theirs, files by a part of their name. Like the
-- other matching functions these see the branches of the session and use the index, which the second wall alone would hide.
create index notes_number_begins on notes (lower(number) text_pattern_ops);
create index notes_number_ends on notes (reverse(lower(number)) text_pattern_ops);
create index endorsements_named on endorsements using gin (lower(number) gin_trgm_ops);
create index attachments_named on attachments using gin (lower(name) gin_trgm_ops) where removed_at is null;

-- How many numbers begin or end so is known from the first search on.
analyze notes;

create function literally(wanted text) returns text language sql immutable set search_path = public as $$
  select replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_')
$$;

-- Few matches are gathered and put in order; many are soon met on the way back from the newest.
create function notes_matching(wanted text, most int) returns setof int
language plpgsql stable security definer set search_path = public set enable_seqscan = off as $$
declare
  few constant int := 2000;
  condition constant text := '(lower(number) like $1 or reverse(lower(number)) like $2) and branch_id = any($3)';
  found int[];
  begins constant text := literally(wanted) || '%';
  ends constant text := literally(reverse(wanted)) || '%';
  branches constant int[] := nullif(current_setting('slipway.branches', true), '')::int[];
begin
  execute 'select array_agg(id) from (select id from notes where ' || condition || ' limit ' || few + 1 || ') f'
    into found using begins, ends, branches;
  if cardinality(found) <= few then
    return query select u.id from unnest(found) as u (id) order by u.id desc limit most;
  else
    return query execute 'select id from notes where ' || condition || ' order by id desc limit $4' using begins, ends, branches, most;
  end if;
end $$;

create function endorsements_matching(wanted text, most int) returns setof int
language plpgsql stable security definer set search_path = public as $$
begin
  return query execute 'select id from endorsements where lower(number) like $1 and branch_id = any($2) order by id desc limit $3'
    using '%' || literally(wanted) || '%', nullif(current_setting('slipway.branches', true), '')::int[], most;
end $$;

create function attachments_matching(wanted text, most int) returns setof int
language plpgsql stable security definer set search_path = public as $$
begin
  return query execute 'select id from attachments where lower(name) like $1 and removed_at is null
      and (branch_id is null or branch_id = any($2)) order by id desc limit $3'
    using '%' || literally(wanted) || '%', nullif(current_setting('slipway.branches', true), '')::int[], most;
end $$;
