-- What is due and open is found by the numbers of its papers, a policy’s among them, by how they begin or end.
create index policy_texts_begins on policy_texts (lower(broker_reference) text_pattern_ops);
create index policy_texts_ends on policy_texts (reverse(lower(broker_reference)) text_pattern_ops);
analyze policy_texts;

-- Like the other matching functions it sees the branches of the session and uses the index, which the second wall alone would hide.
create function policies_numbered(wanted text, most int) returns setof int
language plpgsql stable security definer set search_path = public set enable_seqscan = off as $$
begin
  return query execute 'select id from policy_texts
      where (lower(broker_reference) like $1 or reverse(lower(broker_reference)) like $2) and branch_id = any($3) limit $4'
    using literally(wanted) || '%', literally(reverse(wanted)) || '%', nullif(current_setting('slipway.branches', true), '')::int[], most;
end $$;
