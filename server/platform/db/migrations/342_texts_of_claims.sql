-- The register of claims is searched by the text of its claims, as their list is, by its index; it read seven columns of four tables for each claim. The text has those words
-- where the claim was entered in a form: it is completed for claims that were entered otherwise, or whose words have changed since.
update claims c set search_text = c.search_text || w.words from (
  select c.id, string_agg(' ' || folded(x.word), '' order by x.place) as words
  from claims c join policies o on o.id = c.policy_id join parties r on r.id = o.reinsured_id join parties i on i.id = o.current_insured_id
    join cover_types k on k.id = o.cover_type_id left join loss_events e on e.id = c.event_id
    cross join lateral (values (1, c.number), (2, c.cedant_claim_number), (3, e.name), (4, o.broker_reference), (5, r.name), (6, i.name), (7, k.name)) x (place, word)
  where x.word <> '' and strpos(c.search_text, folded(x.word)) = 0
  group by 1) w
where w.id = c.id;
