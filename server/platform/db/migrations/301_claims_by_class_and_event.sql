-- A claim is found by the class of its policy and by the event that it is of, as by what else its list shows.
update claims c set search_text = concat_ws(' ', c.search_text, w.words)
from (
  select o.id, folded(concat_ws(' ', k.name, p.name, e.name)) as words
  from claims o join policies y on y.id = o.policy_id join cover_types k on k.id = y.cover_type_id
  left join cover_types p on p.id = k.class_id left join loss_events e on e.id = o.event_id) w
where w.id = c.id and w.words <> '' and strpos(c.search_text, w.words) = 0;
