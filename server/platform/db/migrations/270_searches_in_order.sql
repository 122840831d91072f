-- A list's search finds, counts and sorts its matches in one pass: it gave ids alone, which the list then looked up again one by one to sort them.
-- Beyond what is counted, the first in an order are met by a walk along its index, but no further than it pays: where they lie far back
-- (all of an old year), they are found by the text and sorted.
create function searched_in(source text) returns text language plpgsql immutable set search_path = public as $$
begin
  if source not in ('policies', 'receipts', 'vouchers', 'claims', 'adjustments', 'invoices', 'manual_journals') then
    raise exception 'Nothing is searched in %', source;
  end if;
  return format('from %I where search_text like $1 and branch_id = any($2)', source) || case source when 'policies' then ' and market = $3' else '' end;
end $$;

-- The columns of an order as they are written behind `order by`; `id` among them makes it total.
create function order_of(columns text[], descending boolean[]) returns text language sql immutable set search_path = public as $$
  select string_agg(format('%I %s', c.name, case when c.down then 'desc' else 'asc' end), ', ' order by c.place)
  from unnest(columns, descending) with ordinality as c (name, down, place)
$$;

create function columns_of(columns text[]) returns text language sql immutable set search_path = public as $$
  select string_agg(format('%I', name), ', ') from (select distinct name from unnest(columns || array['id']) as c (name)) named
$$;

-- Up to `most` matches, and where there are no more their ids in their order.
create function matches_in_order(source text, wanted text, in_market text, columns text[], descending boolean[], most integer)
returns table (found integer, ids integer[])
language plpgsql stable security definer set search_path = public as $$
begin
  return query execute 'select count(*)::int, case when count(*) < $4 then coalesce(array_agg(id order by ' || order_of(columns, descending) || '), ''{}'') end
    from (select ' || columns_of(columns) || ' ' || searched_in(source) || ' limit $4) f'
    using '%' || literally(wanted) || '%', nullif(current_setting('slipway.branches', true), '')::int[], in_market, most;
end $$;

-- The first of many matches by their text: all of them are read and sorted, so no index of the order is walked.
create function matches_sorted(source text, wanted text, in_market text, columns text[], descending boolean[], most integer)
returns integer[] language plpgsql stable security definer set search_path = public set enable_indexscan = off as $$
declare ids int[];
begin
  execute 'select array_agg(id) from (select id ' || searched_in(source) || ' order by ' || order_of(columns, descending) || ' limit $4) f'
    into ids using '%' || literally(wanted) || '%', nullif(current_setting('slipway.branches', true), '')::int[], in_market, most;
  return ids;
end $$;

-- The first of many matches in an order: along its index, each branch's own first rows merged, for so many rows as a text that one in a hundred has would
-- take; else by the text.
create function first_matches(source text, wanted text, in_market text, columns text[], descending boolean[], most integer)
returns integer[] language plpgsql stable security definer set search_path = public as $$
declare
  seen int;
  ids int[];
  reach int;
  sorted constant text := order_of(columns, descending);
begin
  -- No other table is read with the owner's rights.
  perform searched_in(source);
  foreach reach in array array[4 * most, greatest(least(100 * most, 10000), 2 * most)] loop
    execute 'select count(*), array_agg(id order by ' || sorted || ') filter (where hit) from (
        select w.* from unnest($2) b (id) cross join lateral (
          select ' || columns_of(columns) || format(', strpos(search_text, $1) > 0 as hit from %I where branch_id = b.id', source)
            || case source when 'policies' then ' and market = $3' else '' end || ' order by ' || sorted || ' limit $4) w
        order by ' || sorted || ' limit $4) f'
      into seen, ids using wanted, nullif(current_setting('slipway.branches', true), '')::int[], in_market, reach;
    if seen < reach or cardinality(ids) >= most then
      return ids[:most];
    end if;
  end loop;
  return matches_sorted(source, wanted, in_market, columns, descending, most);
end $$;
