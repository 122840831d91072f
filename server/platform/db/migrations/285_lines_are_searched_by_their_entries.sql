-- A search of the lines of the ledger read them all with their entries: 13 seconds of seven million lines. What an entry says is found by an index, and its
-- lines by the entry.
create function folded(words text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(words, NFKD), '[\u0300-\u036f]', '', 'g'))
$$;

create index journal_entries_search on journal_entries using gin (folded(narration) gin_trgm_ops);

-- What is searched of each table. No other table is read with the owner's rights.
create function text_of(source text) returns text language plpgsql immutable set search_path = public as $$
begin
  return case
    when source in ('policies', 'receipts', 'vouchers', 'claims', 'adjustments', 'invoices', 'manual_journals') then 'search_text'
    when source = 'journal_entries' then 'folded(narration)' end;
end $$;

create or replace function searched_in(source text, wanted text) returns text language plpgsql immutable set search_path = public as $$
begin
  if text_of(source) is null then
    raise exception 'Nothing is searched in %', source;
  end if;
  return format('from %I where %s like $1 and branch_id = any($2)', source, text_of(source)) || case source when 'policies' then ' and market = $3' else '' end
    || case when found_by(wanted) = wanted then '' else format(' and strpos(%s, $5) > 0', text_of(source)) end;
end $$;

create or replace function first_matches(source text, wanted text, in_market text, columns text[], descending boolean[], most integer)
returns integer[] language plpgsql stable security definer set search_path = public as $$
declare
  seen int;
  ids int[];
  reach int := 4 * most;
  sorted constant text := order_of(columns, descending);
begin
  -- No other table is read with the owner's rights.
  perform searched_in(source, wanted);
  while reach <= 100000 loop
    execute 'select count(*), array_agg(id order by ' || sorted || ') filter (where hit) from (
        select w.* from unnest($2) b (id) cross join lateral (
          select ' || columns_of(columns) || format(', strpos(%s, $1) > 0 as hit from %I where branch_id = b.id', text_of(source), source)
            || case source when 'policies' then ' and market = $3' else '' end || ' order by ' || sorted || ' limit $4) w
        order by ' || sorted || ' limit $4) f'
      into seen, ids using wanted, nullif(current_setting('slipway.branches', true), '')::int[], in_market, reach;
    if seen < reach or cardinality(ids) >= most then
      return ids[:most];
    end if;
    reach := 5 * reach;
  end loop;
  return matches_sorted(source, wanted, in_market, columns, descending, most);
end $$;
