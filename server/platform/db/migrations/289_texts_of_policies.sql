-- What is searched of policies lies apart, with what their lists are ordered by. A search reads half of the pages; and an update of a policy that leaves its text as it
-- is, as each decision does, no longer writes its text's index: 35 to 50 of a hundred parts of its time at a million policies.
create table policy_texts (
  id integer primary key,
  branch_id integer not null,
  market text not null,
  broker_reference text not null,
  insurance_start_date date not null,
  cover_end_date date not null,
  current_fac_premium bigint not null,
  search_text text not null
);
call protect_branch('policy_texts');
insert into policy_texts (id, branch_id, market, broker_reference, insurance_start_date, cover_end_date, current_fac_premium, search_text)
select id, branch_id, market, broker_reference, insurance_start_date, cover_end_date, current_fac_premium, search_text from policies order by id;
-- A search is of one market.
create index policy_texts_local on policy_texts using gin (search_text gin_trgm_ops) where market = 'LOCAL';
create index policy_texts_london on policy_texts using gin (search_text gin_trgm_ops) where market = 'LONDON';
drop index policies_search;

create function text_of_policy() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into policy_texts (id, branch_id, market, broker_reference, insurance_start_date, cover_end_date, current_fac_premium, search_text)
  values (new.id, new.branch_id, new.market, new.broker_reference, new.insurance_start_date, new.cover_end_date, new.current_fac_premium, new.search_text)
  on conflict (id) do update set branch_id = excluded.branch_id, market = excluded.market, broker_reference = excluded.broker_reference,
    insurance_start_date = excluded.insurance_start_date, cover_end_date = excluded.cover_end_date, current_fac_premium = excluded.current_fac_premium,
    search_text = excluded.search_text;
  return null;
end $$;
create trigger text_begins after insert on policies for each row execute function text_of_policy();
create trigger text_changes after update on policies for each row
  when (row(old.branch_id, old.market, old.broker_reference, old.insurance_start_date, old.cover_end_date, old.current_fac_premium, old.search_text)
    is distinct from row(new.branch_id, new.market, new.broker_reference, new.insurance_start_date, new.cover_end_date, new.current_fac_premium, new.search_text))
  execute function text_of_policy();

-- Where what is searched of a table lies.
create function texts_of(source text) returns text language sql immutable set search_path = public as $$
  select case source when 'policies' then 'policy_texts' else source end
$$;

create or replace function searched_in(source text, wanted text) returns text language plpgsql immutable set search_path = public as $$
begin
  if text_of(source) is null then
    raise exception 'Nothing is searched in %', source;
  end if;
  return format('from %I where %s like $1 and branch_id = any($2)', texts_of(source), text_of(source)) || case source when 'policies' then ' and market = $3' else '' end
    || case when found_by(wanted) = wanted then '' else format(' and strpos(%s, $5) > 0', text_of(source)) end;
end $$;

-- How many matches there are, up to `most`, and where there are no more the first of them in their order, `shown` of them. Matches that are more are not sorted.
drop function matches_in_order(text, text, text, text[], boolean[], integer);
create function matches_in_order(source text, wanted text, in_market text, columns text[], descending boolean[], most integer, shown integer)
returns table (found integer, ids integer[])
language plpgsql stable security definer set search_path = public as $$
begin
  return query execute 'with f as materialized (select ' || columns_of(columns) || ' ' || searched_in(source, wanted) || ' limit $4), n as (select count(*)::int as found from f)
    select n.found, case when n.found < $4 then array(select id from f order by ' || order_of(columns, descending) || ' limit $6) end from n'
    using '%' || literally(found_by(wanted)) || '%', nullif(current_setting('slipway.branches', true), '')::int[], in_market, most, wanted, shown;
end $$;

create or replace function policies_matching(wanted text, in_market text, most int) returns setof int
language plpgsql stable security definer set search_path = public as $$
begin
  return query execute 'select id ' || searched_in('policies', wanted) || case when most <= 10000 then ' order by id desc' else '' end || ' limit $4'
    using '%' || literally(found_by(wanted)) || '%', nullif(current_setting('slipway.branches', true), '')::int[], in_market, most, wanted;
end $$;

-- Of more matches than are counted, the first in an order: most pages have some, so all texts are read, by several processes. An index of groups of letters finds
-- nearly all rows for a text such as "0000" and takes more than twice as long.
create or replace function matches_sorted(source text, wanted text, in_market text, columns text[], descending boolean[], most integer)
returns integer[] language plpgsql stable security definer set search_path = public set enable_indexscan = off set enable_bitmapscan = off as $$
declare ids int[];
begin
  perform searched_in(source, wanted);
  execute format('select array_agg(id) from (select id from %I where strpos(%s, $1) > 0 and branch_id = any($2)', texts_of(source), text_of(source))
      || case source when 'policies' then ' and market = $3' else '' end || ' order by ' || order_of(columns, descending) || ' limit $4) f'
    into ids using wanted, nullif(current_setting('slipway.branches', true), '')::int[], in_market, most;
  return ids;
end $$;

-- What a walk along an order meets within ten thousand rows takes less than reading all texts. By age it walks the ids alone, of all branches together, and so ends with
-- the last match that is shown: fifty thousand rows at most.
create or replace function first_matches(source text, wanted text, in_market text, columns text[], descending boolean[], most integer)
returns integer[] language plpgsql stable security definer set search_path = public as $$
declare
  seen int;
  ids int[];
  reach int := 4 * most;
  sorted constant text := order_of(columns, descending);
  market constant text := case source when 'policies' then ' and market = $3' else '' end;
  hit constant text := format('strpos(%s, $1) > 0 as hit', text_of(source));
begin
  -- No other table is read with the owner's rights.
  perform searched_in(source, wanted);
  if columns = '{id}' then
    execute format('select array_agg(id) from (select id from (select id, %s from %I where branch_id = any($2)%s order by %s limit 50000) w where hit limit $4) f',
        hit, texts_of(source), market, sorted)
      into ids using wanted, nullif(current_setting('slipway.branches', true), '')::int[], in_market, most;
    if cardinality(ids) >= most then
      return ids;
    end if;
    reach := null;
  end if;
  while reach <= 10000 loop
    execute format('select count(*), array_agg(id order by %s) filter (where hit) from (
        select w.* from unnest($2) b (id) cross join lateral (
          select %s, %s from %I where branch_id = b.id%s order by %1$s limit $4) w
        order by %1$s limit $4) f', sorted, columns_of(columns), hit, source, market)
      into seen, ids using wanted, nullif(current_setting('slipway.branches', true), '')::int[], in_market, reach;
    if seen < reach or cardinality(ids) >= most then
      return ids[:most];
    end if;
    reach := 5 * reach;
  end loop;
  return matches_sorted(source, wanted, in_market, columns, descending, most);
end $$;
