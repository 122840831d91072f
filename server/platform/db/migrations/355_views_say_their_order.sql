-- Ageings were ordered on the screen alone, the largest first unless the address said otherwise. Their files have an order of their own now, by name where
-- none is asked for: views of before, and the copies of them that are mailed, say the order in which they were seen. One by a column that
-- orders nothing any more is shown the largest first.
create function pg_temp.ordered(list text, query text) returns text language sql immutable as $$
  select case
    when list not in ('receivable/ageingoverviewreport', 'paymentvoucher/ageingoverviewreport') then query
    when query ~ ('(^|&)sort=(party|not_due|d1_30|d31_60|d61_90|d91_180|d181_365|over_365|total|' || case list
      when 'receivable/ageingoverviewreport' then 'unallocated' else 'due_released|due_awaiting|released|returns' end || ')(%2C|,)(asc|desc)(&|$)') then query
    when query ~ '(^|&)sort=' then regexp_replace(query, '(^|&)sort=[^&]*', '\1sort=total%2Cdesc')
    else concat_ws('&', nullif(query, ''), 'sort=total%2Cdesc') end
$$;
update saved_views set query = pg_temp.ordered(list, query) where query <> pg_temp.ordered(list, query);
update view_schedules set query = pg_temp.ordered(list, query) where query <> pg_temp.ordered(list, query);
drop function pg_temp.ordered(text, text);
