-- The policies of a reinsured by the number that it gave them, in capital letters or small: each preview of an approval asks for it. Read by the owner, since what is not
-- known to be safe before rows are protected finds no index; who asks sees the rows of the own branches alone.
create index policies_numbered_by_cedant on policies (reinsured_id, lower(cedant_policy_number)) where cedant_policy_number <> '';
create function policies_of_cedant(cedant int, wanted text) returns setof int language sql stable security definer set search_path = public as $$
  select id from policies where reinsured_id = cedant and cedant_policy_number <> '' and lower(cedant_policy_number) = lower(wanted)
$$;

-- No read goes by it: those of one party have its own index, and those to a day read nearly all. Each note that is issued wrote to it.
drop index notes_posted;
