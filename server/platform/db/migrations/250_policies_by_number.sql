-- The palette's policies: by how their number begins, the highest first, from the index of their references. By any part of their
-- text where no number is the one that was typed and fewer begin so than are shown: three letters at a time, the beginning of many
-- numbers takes as long as there are rows (58 ms at 200,000 policies).
create function policies_found(wanted text, most integer) returns setof integer
language plpgsql stable security definer set search_path = public as $$
declare
  numbered int[];
  is_whole boolean;
begin
  execute 'select array_agg(id order by broker_reference desc), bool_or(broker_reference = $1) from (
    select p.id, p.broker_reference from unnest($2) b (id) cross join unnest(array[''LOCAL'', ''LONDON'']) m (market) cross join lateral (
      select id, broker_reference from policies where branch_id = b.id and market = m.market and broker_reference ^@ $1
      order by broker_reference desc limit $3) p
    order by p.broker_reference desc limit $3) n'
    into numbered, is_whole
    using upper(wanted), nullif(current_setting('slipway.branches', true), '')::int[], most;
  if is_whole or cardinality(numbered) >= most then
    return query select unnest(numbered);
  else
    return query select policies_matching(wanted, 'LOCAL', most) union all select policies_matching(wanted, 'LONDON', most);
  end if;
end $$;
